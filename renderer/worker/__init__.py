"""The worker side: settings here; jobs, processes and the composition root in folders. No rendering code."""
