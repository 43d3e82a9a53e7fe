#include "CatalogueTexts.h"

// SwiftPM's `.embedInCode` makes an array literal of each file. With 400 kB of texts that took half a minute to compile,
// with every change of a text; this takes a tenth of a second.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char english[] = {
#embed "../../../Datasets/messages/en.yaml"
};

static const unsigned char german[] = {
#embed "../../../Datasets/messages/de.yaml"
};

CatalogueText catalogueEnglish(void) { return (CatalogueText){english, sizeof english}; }

CatalogueText catalogueGerman(void) { return (CatalogueText){german, sizeof german}; }
