// C interface to what Calvaria uses of OpenCV to draw pictures: smooth lines, filled shapes, scaled images, and text through
// FreeType and HarfBuzz. Images are red green blue, 8 bits, rows from top to bottom without gaps; what lies outside is cut.
// No exception crosses it: a call returns 0, or -1 with a message in `error`.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DRAWING_ERROR_SIZE = 256 };

/// What went wrong, as a terminated text.
typedef struct {
  char message[DRAWING_ERROR_SIZE];
} DrawingFault;

/// An image that the caller owns.
typedef struct {
  uint8_t *pixels;
  int32_t width, height;
} DrawingImage;

/// A colour.
typedef struct {
  uint8_t red, green, blue;
} DrawingColor;

/// A typeface that was read from a file.
typedef struct DrawingFont DrawingFont;

/// Reads a font file. One thread at a time may use a font.
int drawing_font_open(const char *path, DrawingFont **font, DrawingFault *error);

/// Releases a font.
void drawing_font_close(DrawingFont *font);

/// The width of a UTF-8 text in pixels, `size` being the em.
int drawing_text_width(DrawingFont *font, const char *text, int32_t size, int32_t *width, DrawingFault *error);

/// Draws a UTF-8 text whose base line begins at x, y.
int drawing_text(DrawingImage image, DrawingFont *font, const char *text, int32_t x, int32_t y, int32_t size,
                 DrawingColor color, DrawingFault *error);

/// Draws a line through points (x, y; pixel centres at integers).
int drawing_line(DrawingImage image, const double *points, int32_t count, int32_t is_closed, int32_t width,
                 DrawingColor color, DrawingFault *error);

/// Fills a rectangle of whole pixels.
int drawing_area(DrawingImage image, int32_t x, int32_t y, int32_t width, int32_t height, DrawingColor color,
                 DrawingFault *error);

/// Fills a convex or concave polygon, smooth at its sides.
int drawing_polygon(DrawingImage image, const double *points, int32_t count, DrawingColor color, DrawingFault *error);

/// Puts `source`, turned clockwise by quarter turns and then scaled, into a rectangle that lies within `image`.
int drawing_place(DrawingImage image, const uint8_t *source, int32_t width, int32_t height, int32_t quarter_turns,
                  int32_t x, int32_t y, int32_t target_width, int32_t target_height, DrawingFault *error);

#ifdef __cplusplus
}
#endif
