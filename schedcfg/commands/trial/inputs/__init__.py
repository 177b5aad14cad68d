"""What a trial is given: files, sketches and clusters become nodes and Pods."""
