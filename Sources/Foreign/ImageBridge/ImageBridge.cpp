#include "Codecs.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace calvaria {

void requireSize(uint64_t width, uint64_t height) {
  if (width >= 1 && height >= 1 && width <= IMAGE_SIDE_LIMIT && height <= IMAGE_SIDE_LIMIT &&
      width * height <= IMAGE_PIXEL_LIMIT)
    return;
  throw CodecError("an image of " + std::to_string(width) + " x " + std::to_string(height) +
                   " pixels, but 1 x 1 to 16384 a side and 64 megapixels in all are read");
}

void requireCount(const ImageBridgeHeader &header, size_t samples, size_t count) {
  if (count != size_t(header.width) * size_t(header.height) * samples)
    throw CodecError("the memory for the pixels has the wrong size");
}

void lumaFromRgb(const uint8_t *rgb, size_t pixels, uint8_t *gray) {
  for (size_t i = 0; i < pixels; ++i)
    gray[i] = uint8_t((rgb[3 * i] * 4899 + rgb[3 * i + 1] * 9617 + rgb[3 * i + 2] * 1868 + 8192) >> 14);
}

void rgbFromGray(const uint8_t *gray, size_t pixels, uint8_t *rgb) {
  for (size_t i = 0; i < pixels; ++i) rgb[3 * i] = rgb[3 * i + 1] = rgb[3 * i + 2] = gray[i];
}

namespace {

bool startsWith(Bytes file, const char *magic, size_t length) {
  return file.size >= length && std::memcmp(file.data, magic, length) == 0;
}

int kindOf(Bytes file) {
  if (startsWith(file, "\xff\xd8\xff", 3)) return IMAGE_JPEG;
  if (startsWith(file, "\x89PNG\r\n\x1a\n", 8)) return IMAGE_PNG;
  if (startsWith(file, "II*\0", 4) || startsWith(file, "MM\0*", 4)) return IMAGE_TIFF;
  // BigTIFF: offsets of 64 bits.
  if (startsWith(file, "II+\0", 4) || startsWith(file, "MM\0+", 4)) return IMAGE_TIFF;
  if (startsWith(file, "\x76\x2f\x31\x01", 4)) return IMAGE_EXR;
  if (startsWith(file, "\x93NUMPY", 6)) return IMAGE_NPY;
  if (startsWith(file, "P5", 2)) return IMAGE_PGM;
  if (startsWith(file, "P6", 2)) return IMAGE_PPM;
  throw CodecError(file.size == 0 ? "the file is empty" : "no JPEG, PNG, TIFF or EXR signature");
}

void decode8(ImageMemory &memory, Bytes file, int channels, uint8_t *pixels, size_t count) {
  switch (kindOf(file)) {
  case IMAGE_JPEG: return decodeJpeg(memory, file, channels, pixels, count);
  case IMAGE_PNG: return decodePng8(file, channels, pixels, count);
  case IMAGE_PGM:
  case IMAGE_PPM: return decodePlain8(file, channels, pixels, count);
  default: throw CodecError("a colour image must be a JPEG or a PNG");
  }
}

void decode16(ImageMemory &memory, Bytes file, uint16_t *pixels, size_t count) {
  const int kind = kindOf(file);
  if (kind == IMAGE_TIFF) return decodeTiff(file, false, 16, pixels, count);
  if (kind == IMAGE_NPY || kind == IMAGE_PGM) return decodePlain16(file, pixels, count);
  if (kind == IMAGE_PNG && inflatePng16(memory, file, pixels, count)) return;
  decodePng16(file, pixels, count);
}

}  // namespace
}  // namespace calvaria

using namespace calvaria;

int image_header(const uint8_t *data, size_t size, ImageBridgeHeader *header, ImageBridgeError *error) {
  return guarded(error, [&] {
    const Bytes file{data, size};
    switch (kindOf(file)) {
    case IMAGE_JPEG: *header = jpegHeader(file); break;
    case IMAGE_PNG: *header = pngHeader(file); break;
    case IMAGE_EXR: *header = exrHeader(file); break;
    case IMAGE_NPY:
    case IMAGE_PGM:
    case IMAGE_PPM: *header = plainHeader(file); break;
    default: *header = tiffHeader(file);
    }
  });
}

int image_decode_gray(ImageMemory *memory, const uint8_t *data, size_t size, uint8_t *pixels, size_t count,
                      ImageBridgeError *error) {
  return guarded(error, [&] { decode8(*memory, {data, size}, 1, pixels, count); });
}

int image_decode_rgb(ImageMemory *memory, const uint8_t *data, size_t size, uint8_t *pixels, size_t count,
                     ImageBridgeError *error) {
  return guarded(error, [&] { decode8(*memory, {data, size}, 3, pixels, count); });
}

int image_decode_codes(ImageMemory *memory, const uint8_t *data, size_t size, uint16_t *pixels, size_t count,
                       ImageBridgeError *error) {
  return guarded(error, [&] { decode16(*memory, {data, size}, pixels, count); });
}

int image_decode_metres(ImageMemory *memory, const uint8_t *data, size_t size, float codes_per_metre, float *pixels,
                        size_t count, ImageBridgeError *error) {
  return guarded(error, [&] {
    memory->codes.resize(count);
    decode16(*memory, {data, size}, memory->codes.data(), count);
    for (size_t i = 0; i < count; ++i) {
      const uint16_t code = memory->codes[i];
      const float metres = float(code) / codes_per_metre;
      pixels[i] = code == 0 || code == UINT16_MAX ? NAN : metres;
    }
  });
}

int image_decode_float(ImageMemory *memory, const uint8_t *data, size_t size, float *pixels, size_t count,
                       ImageBridgeError *error) {
  static_cast<void>(memory);
  return guarded(error, [&] {
    const Bytes file{data, size};
    switch (kindOf(file)) {
    case IMAGE_EXR: return decodeExr(file, pixels, count);
    case IMAGE_NPY: return decodePlainFloat(file, pixels, count);
    default: return decodeTiff(file, true, 32, pixels, count);
    }
  });
}

int image_encode_jpeg(const uint8_t *rgb, int32_t width, int32_t height, int32_t quality, ImageBridgeBuffer *buffer,
                      ImageBridgeError *error) {
  return guarded(error, [&] { encodeJpeg(rgb, width, height, quality, buffer); });
}

int image_encode_png_rgb(const uint8_t *rgb, int32_t width, int32_t height, int32_t isDrawn, ImageBridgeBuffer *buffer,
                         ImageBridgeError *error) {
  return guarded(error, [&] { encodePng(rgb, width, height, 3, 8, isDrawn == 0, buffer); });
}

int image_encode_png_codes(const uint16_t *codes, int32_t width, int32_t height, ImageBridgeBuffer *buffer,
                           ImageBridgeError *error) {
  return guarded(error, [&] { encodePng(codes, width, height, 1, 16, false, buffer); });
}

void image_release(ImageBridgeBuffer *buffer) {
  std::free(buffer->bytes);
  *buffer = {};
}
