#include <cairo-pdf.h>
#include <cairo-svg.h>
