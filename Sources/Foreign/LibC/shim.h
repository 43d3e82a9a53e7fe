#pragma once

// The C library declares these for GNU sources only, which Swift's import of it does not ask for.

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

/// A pipe with flags for both of its ends, reading and writing; -1 and errno where there is none (pipe(2)).
int pipe2(int ends[2], int flags);

/// Renames with flags; -1 and errno where that fails (rename(2)).
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);

/// Fails where the new name exists.
static const unsigned int rename_to_free_name = 1u << 0;

/// Lets both names change places at once.
static const unsigned int rename_exchange = 1u << 1;
