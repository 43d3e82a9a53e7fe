"""Whether damage to files is reported: mutations of meshes and of text files, and what the program makes of each."""
