"""The job table, every change of a job's state, allowance, reaping and retention; nothing of one workflow."""
