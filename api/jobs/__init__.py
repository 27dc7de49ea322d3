"""The job table, all changes of a job's state, allowance, reaping and retention; independent of workflows."""
