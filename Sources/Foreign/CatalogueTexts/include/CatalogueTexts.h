#pragma once

#include <stddef.h>

/// The bytes of a file that is part of the program.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} CatalogueText;

/// The texts in English, `Datasets/messages/en.yaml`.
CatalogueText catalogueEnglish(void);

/// The texts in German, `Datasets/messages/de.yaml`.
CatalogueText catalogueGerman(void);
