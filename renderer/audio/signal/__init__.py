"""Signal processing on arrays and files of samples; knows no music, no voice and no mix."""
