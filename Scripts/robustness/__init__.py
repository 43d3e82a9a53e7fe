"""Whether damaged files are told: mutations of meshes and of text files, and what the program makes of each."""
