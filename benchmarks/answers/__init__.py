"""Whether what scripts announce as an answer is one."""
