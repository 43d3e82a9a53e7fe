#pragma once

// The C library declares these for GNU sources only, which Swift's import of it does not ask for (rename(2)).

/// Renames with flags; -1 and errno where that fails.
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);

/// Fails where the new name exists.
static const unsigned int rename_to_free_name = 1u << 0;

/// Lets both names change places at once.
static const unsigned int rename_exchange = 1u << 1;
