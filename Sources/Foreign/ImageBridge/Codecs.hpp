#pragma once
#include "ImageBridge.h"

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

struct libdeflate_decompressor;

/// What decoding a file needs and the next file can use again.
struct ImageMemory {
  ImageMemory() = default;
  ~ImageMemory();
  ImageMemory(const ImageMemory &) = delete;
  ImageMemory &operator=(const ImageMemory &) = delete;

  /// The handle of libjpeg-turbo, made when it is first asked for.
  void *jpeg();
  /// The handle of libdeflate, made when it is first asked for.
  libdeflate_decompressor *inflater();

  /// A PNG's compressed data in one piece, and its rows with their filters.
  std::vector<uint8_t> compressed, rows;
  /// Codes on their way to metres.
  std::vector<uint16_t> codes;

private:
  void *jpegHandle = nullptr;
  libdeflate_decompressor *inflateHandle = nullptr;
};

namespace calvaria {

/// The bytes of a file.
struct Bytes {
  const uint8_t *data;
  size_t size;
};

/// A failure whose text reaches the caller.
struct CodecError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Runs `body`; turns any exception into -1 and its message.
template <typename Body> int guarded(ImageBridgeError *error, Body body) {
  try {
    body();
    return 0;
  } catch (const std::exception &exception) {
    std::snprintf(error->message, IMAGE_ERROR_SIZE, "%s", exception.what());
  } catch (...) {
    std::snprintf(error->message, IMAGE_ERROR_SIZE, "unknown exception");
  }
  return -1;
}

/// Throws unless a size in pixels lies within the limits of the bridge.
void requireSize(uint64_t width, uint64_t height);

/// Throws unless the caller's memory has exactly `samples` samples a pixel.
void requireCount(const ImageBridgeHeader &header, size_t samples, size_t count);

/// Luma of ITU-R BT.601 in 14-bit fixed point, as OpenCV and JPEG have it, of so many pixels.
void lumaFromRgb(const uint8_t *rgb, size_t pixels, uint8_t *gray);
void rgbFromGray(const uint8_t *gray, size_t pixels, uint8_t *rgb);

ImageBridgeHeader jpegHeader(Bytes file);
void decodeJpeg(ImageMemory &memory, Bytes file, int channels, uint8_t *pixels, size_t count);
void encodeJpeg(const uint8_t *rgb, int width, int height, int quality, ImageBridgeBuffer *buffer);

ImageBridgeHeader pngHeader(Bytes file);
void decodePng8(Bytes file, int channels, uint8_t *pixels, size_t count);
void decodePng16(Bytes file, uint16_t *pixels, size_t count);
/// Decodes a whole grey PNG of 16 bits without interlacing; false for any other file, which is libpng's to judge.
bool inflatePng16(ImageMemory &memory, Bytes file, uint16_t *pixels, size_t count);
/// \param filtered whether rows are filtered before they are compressed.
void encodePng(const void *samples, int width, int height, int channels, int bits, bool filtered,
               ImageBridgeBuffer *buffer);

ImageBridgeHeader tiffHeader(Bytes file);
void decodeTiff(Bytes file, bool isFloat, int bits, void *pixels, size_t count);

ImageBridgeHeader exrHeader(Bytes file);
/// Decodes the channel of depth; where red, green and blue stand for it, they must be equal.
void decodeExr(Bytes file, float *pixels, size_t count);

ImageBridgeHeader plainHeader(Bytes file);
void decodePlain8(Bytes file, int channels, uint8_t *pixels, size_t count);
void decodePlain16(Bytes file, uint16_t *pixels, size_t count);
void decodePlainFloat(Bytes file, float *pixels, size_t count);

}  // namespace calvaria
