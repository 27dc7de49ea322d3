"""The worker side: settings, and folders for jobs, processes and the composition root. No rendering code."""
