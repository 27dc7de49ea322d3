"""The project as its owner sees and changes it: settings, captions, revisions, media; starts no job."""
