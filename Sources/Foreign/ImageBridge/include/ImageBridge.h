// C interface to what Calvaria uses of libpng, libdeflate, libjpeg-turbo, libtiff and OpenEXR: images in memory, in and out.
// No exception crosses it: a call returns 0, or -1 with a message in `error`. A file that is truncated or corrupt is an
// error, never an image with a grey rest. Calls share no state but the memory that they are given, so any number of
// threads may call at once, each with its own `ImageMemory`.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  IMAGE_ERROR_SIZE = 256,
  /// The largest width or height in pixels that is read or written.
  IMAGE_SIDE_LIMIT = 16384,
  /// The largest width × height that is read or written.
  IMAGE_PIXEL_LIMIT = 64 * 1024 * 1024
};

/// What went wrong, as a terminated text.
typedef struct {
  char message[IMAGE_ERROR_SIZE];
} ImageBridgeError;

enum {
  IMAGE_JPEG = 1,
  IMAGE_PNG = 2,
  IMAGE_TIFF = 3,
  IMAGE_EXR = 4,
  /// Netpbm's grey and colour, binary.
  IMAGE_PGM = 5,
  IMAGE_PPM = 6,
  /// An array of NumPy.
  IMAGE_NPY = 7
};

/// What a file's first bytes say of its image.
typedef struct {
  /// IMAGE_JPEG …
  int32_t kind;
  int32_t width, height;
  /// Samples a pixel; 3 for a palette, 1 for an EXR that has depth.
  int32_t channels;
  /// Bits a sample; 8 for a palette.
  int32_t bits;
  /// 1 where samples are floating-point numbers.
  int32_t is_float;
} ImageBridgeHeader;

/// Bytes allocated by the bridge; give them back with `image_release`.
typedef struct {
  uint8_t *bytes;
  size_t size;
} ImageBridgeBuffer;

/// Memory and library handles that calls use again, one call at a time.
typedef struct ImageMemory ImageMemory;

/// New memory, or NULL when there is none.
ImageMemory *image_memory_create(void);

/// Gives memory back; NULL is ignored.
void image_memory_destroy(ImageMemory *memory);

/// Reads the header without decoding; a size beyond the limits is an error.
int image_header(const uint8_t *data, size_t size, ImageBridgeHeader *header, ImageBridgeError *error);

/// Decodes a JPEG, or a PNG, PGM or PPM of 8 bits, to grey (luma of ITU-R BT.601); `count` must be width × height.
int image_decode_gray(ImageMemory *memory, const uint8_t *data, size_t size, uint8_t *pixels, size_t count,
                      ImageBridgeError *error);

/// Decodes a JPEG, or a PNG, PGM or PPM of 8 bits, to red green blue; alpha is dropped; `count` must be width × height × 3.
int image_decode_rgb(ImageMemory *memory, const uint8_t *data, size_t size, uint8_t *pixels, size_t count,
                     ImageBridgeError *error);

/// Decodes a grey PNG, TIFF, PGM or NPY of 16 bits; `count` must be width × height.
int image_decode_codes(ImageMemory *memory, const uint8_t *data, size_t size, uint16_t *pixels, size_t count,
                       ImageBridgeError *error);

/// Decodes a grey PNG, TIFF, PGM or NPY of 16 bits to codes / `codes_per_metre`, NaN for the codes 0 and 65535; `count` must be
/// width × height.
int image_decode_metres(ImageMemory *memory, const uint8_t *data, size_t size, float codes_per_metre, float *pixels,
                        size_t count, ImageBridgeError *error);

/// Decodes a TIFF or NPY of one 32-bit float a pixel, or the depth of an EXR: its channel called Z or depth, else its only one
/// besides alpha, else R where G and B are equal to it. `count` must be width × height.
int image_decode_float(ImageMemory *memory, const uint8_t *data, size_t size, float *pixels, size_t count,
                       ImageBridgeError *error);

/// Encodes red green blue as a JPEG with 4:2:0 chroma, quality 1 … 100.
int image_encode_jpeg(const uint8_t *rgb, int32_t width, int32_t height, int32_t quality, ImageBridgeBuffer *buffer,
                      ImageBridgeError *error);

/// Encodes red green blue as a PNG of 8 bits; `isDrawn` is 1 for areas of one colour, 0 for photographs.
int image_encode_png_rgb(const uint8_t *rgb, int32_t width, int32_t height, int32_t isDrawn, ImageBridgeBuffer *buffer,
                         ImageBridgeError *error);

/// Encodes codes as a grey PNG of 16 bits.
int image_encode_png_codes(const uint16_t *codes, int32_t width, int32_t height, ImageBridgeBuffer *buffer,
                           ImageBridgeError *error);

/// Frees what an encoder returned and empties the buffer.
void image_release(ImageBridgeBuffer *buffer);

#ifdef __cplusplus
}
#endif
