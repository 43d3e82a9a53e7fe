#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer's loop: calls `target` with one input after the other, until it is told to stop.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *bytes, size_t count));
