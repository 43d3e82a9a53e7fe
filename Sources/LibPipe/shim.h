#pragma once

// The C library declares it for GNU sources only, which Swift's import of it does not ask for (pipe(2)).

/// A pipe with flags for both of its ends, reading and writing; -1 and errno where there is none.
int pipe2(int ends[2], int flags);
