#include "Codecs.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstring>
#include <memory>
#include <tiffio.h>
#include <vector>

namespace calvaria {
namespace {

/// A file in memory as libtiff's callbacks want it, and the first message of an error.
struct Source {
  Bytes file;
  uint64_t position = 0;
  ImageBridgeError failure{};
};

tmsize_t readBytes(thandle_t handle, void *to, tmsize_t count) {
  auto *source = static_cast<Source *>(handle);
  if (count < 0 || source->position >= source->file.size) return 0;
  const uint64_t n = std::min<uint64_t>(count, source->file.size - source->position);
  std::memcpy(to, source->file.data + source->position, n);
  source->position += n;
  return tmsize_t(n);
}

tmsize_t writeNothing(thandle_t, void *, tmsize_t) { return 0; }

toff_t seekTo(thandle_t handle, toff_t offset, int whence) {
  auto *source = static_cast<Source *>(handle);
  const uint64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? source->position : source->file.size;
  return source->position = base + offset;
}

int closeNothing(thandle_t) { return 0; }

toff_t sizeOf(thandle_t handle) { return static_cast<Source *>(handle)->file.size; }

int keepError(TIFF *, void *user, const char *, const char *format, va_list arguments) {
  auto *source = static_cast<Source *>(user);
  if (source->failure.message[0] == 0) std::vsnprintf(source->failure.message, IMAGE_ERROR_SIZE, format, arguments);
  return 1;
}

int ignoreWarning(TIFF *, void *, const char *, const char *, va_list) { return 1; }

using Options = std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)>;
using File = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

[[noreturn]] void fail(const Source &source) {
  throw CodecError(source.failure.message[0] ? source.failure.message : "the TIFF can't be read");
}

File open(Source &source) {
  const Options options(TIFFOpenOptionsAlloc(), TIFFOpenOptionsFree);
  if (!options) throw std::bad_alloc();
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), tmsize_t(IMAGE_PIXEL_LIMIT) * 4);
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keepError, &source);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignoreWarning, nullptr);
  File file(TIFFClientOpenExt("memory", "rm", &source, readBytes, writeNothing, seekTo, closeNothing, sizeOf, nullptr,
                              nullptr, options.get()),
            TIFFClose);
  if (!file) fail(source);
  return file;
}

ImageBridgeHeader readHeader(TIFF *file) {
  uint32_t width = 0, height = 0;
  uint16_t bits = 1, samples = 1, format = SAMPLEFORMAT_UINT;
  TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &format);
  requireSize(width, height);
  if (format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_IEEEFP)
    throw CodecError("a TIFF of signed or complex samples; expected unsigned or floating-point ones");
  return {IMAGE_TIFF, int32_t(width), int32_t(height), samples, bits, format == SAMPLEFORMAT_IEEEFP};
}

void readRows(TIFF *file, const Source &source, const ImageBridgeHeader &header, size_t rowBytes, uint8_t *pixels) {
  if (size_t(TIFFScanlineSize(file)) != rowBytes) throw CodecError("rows of an unexpected length");
  for (int32_t y = 0; y < header.height; ++y)
    if (TIFFReadScanline(file, pixels + size_t(y) * rowBytes, y, 0) != 1) fail(source);
}

void readTiles(TIFF *file, const Source &source, const ImageBridgeHeader &header, size_t rowBytes, uint8_t *pixels) {
  uint32_t tileWidth = 0, tileHeight = 0;
  TIFFGetField(file, TIFFTAG_TILEWIDTH, &tileWidth);
  TIFFGetField(file, TIFFTAG_TILELENGTH, &tileHeight);
  requireSize(tileWidth, tileHeight);
  const size_t sampleBytes = rowBytes / header.width, tileRowBytes = tileWidth * sampleBytes;
  if (size_t(TIFFTileSize(file)) != tileRowBytes * tileHeight) throw CodecError("tiles of an unexpected size");
  std::vector<uint8_t> tile(tileRowBytes * tileHeight);
  for (uint32_t top = 0; top < uint32_t(header.height); top += tileHeight)
    for (uint32_t left = 0; left < uint32_t(header.width); left += tileWidth) {
      if (TIFFReadTile(file, tile.data(), left, top, 0, 0) < 0) fail(source);
      const size_t bytes = std::min<size_t>(tileWidth, header.width - left) * sampleBytes;
      const uint32_t rows = std::min<uint32_t>(tileHeight, header.height - top);
      for (uint32_t y = 0; y < rows; ++y)
        std::memcpy(pixels + (top + y) * rowBytes + left * sampleBytes, &tile[y * tileRowBytes], bytes);
    }
}

}  // namespace

ImageBridgeHeader tiffHeader(Bytes bytes) {
  Source source{bytes};
  const File file = open(source);
  return readHeader(file.get());
}

void decodeTiff(Bytes bytes, bool isFloat, int bits, void *pixels, size_t count) {
  Source source{bytes};
  const File file = open(source);
  const ImageBridgeHeader header = readHeader(file.get());
  requireCount(header, 1, count);
  if (header.channels != 1 || header.bits != bits || bool(header.is_float) != isFloat)
    throw CodecError("a TIFF of another kind of sample");
  const size_t rowBytes = size_t(header.width) * (bits / 8);
  const auto read = TIFFIsTiled(file.get()) ? readTiles : readRows;
  read(file.get(), source, header, rowBytes, static_cast<uint8_t *>(pixels));
}

}  // namespace calvaria
