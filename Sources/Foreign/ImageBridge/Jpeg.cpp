#include "Codecs.hpp"

#include <cstdlib>
#include <cstring>
#include <turbojpeg.h>

namespace calvaria {
namespace {

class Handle {
public:
  explicit Handle(tjhandle handle) : handle(handle) {
    if (!handle) throw CodecError("libjpeg-turbo can't start");
  }
  ~Handle() { tjDestroy(handle); }
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;

  operator tjhandle() const { return handle; }

private:
  tjhandle handle;
};

/// Whether a message says that bytes lie unused before the end mark, as many webcams write them: no pixel is missing.
bool isHarmless(const char *message) {
  return std::strstr(message, " extraneous bytes before marker 0xd9") != nullptr;
}

/// Throws the library's message unless a call succeeded without a warning.
void check(tjhandle handle, int result) {
  if (result != 0) throw CodecError(tjGetErrorStr2(handle));
}

ImageBridgeHeader readHeader(tjhandle handle, Bytes file) {
  int width = 0, height = 0, subsampling = 0, space = -1;
  int result = tjDecompressHeader3(handle, file.data, file.size, &width, &height, &subsampling, &space);
  // It has no name for some ways to sample colour, such as 4:1:0, but decodes them.
  if (result != 0 && subsampling < 0 && space >= 0 && width > 0) result = 0;
  check(handle, result);
  requireSize(width, height);
  if (space == TJCS_CMYK || space == TJCS_YCCK) throw CodecError("a JPEG in CMYK; expected grey or colour");
  return {IMAGE_JPEG, width, height, space == TJCS_GRAY ? 1 : 3, 8, 0};
}

}  // namespace

ImageBridgeHeader jpegHeader(Bytes file) {
  const Handle handle(tjInitDecompress());
  return readHeader(handle, file);
}

void decodeJpeg(ImageMemory &memory, Bytes file, int channels, uint8_t *pixels, size_t count) {
  const tjhandle handle = memory.jpeg();
  const ImageBridgeHeader header = readHeader(handle, file);
  requireCount(header, channels, count);
  // A premature end is only a warning of libjpeg, which then fills the rest with grey.
  const int flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT;
  const int format = channels == 1 ? TJPF_GRAY : TJPF_RGB;
  const auto decode = [&](int flags) {
    return tjDecompress2(handle, file.data, file.size, pixels, header.width, 0, header.height, format, flags);
  };
  int result = decode(flags);
  // Stopped by the unused bytes, it may not have written all pixels yet. Any other warning would have stopped it before,
  // or be the one that is told now.
  if (result != 0 && isHarmless(tjGetErrorStr2(handle))) {
    result = decode(flags & ~TJFLAG_STOPONWARNING);
    if (isHarmless(tjGetErrorStr2(handle))) result = 0;
  }
  check(handle, result);
}

void encodeJpeg(const uint8_t *rgb, int width, int height, int quality, ImageBridgeBuffer *buffer) {
  requireSize(width < 0 ? 0 : width, height < 0 ? 0 : height);
  if (quality < 1 || quality > 100) throw CodecError("JPEG quality " + std::to_string(quality) + "; expected 1 to 100");
  const Handle handle(tjInitCompress());
  unsigned char *bytes = nullptr;
  unsigned long size = 0;
  const int result = tjCompress2(handle, rgb, width, 0, height, TJPF_RGB, &bytes, &size, TJSAMP_420, quality,
                                 TJFLAG_ACCURATEDCT);
  // The library's own allocator need not be malloc, so the bytes move.
  buffer->bytes = result == 0 ? static_cast<uint8_t *>(std::malloc(size)) : nullptr;
  if (buffer->bytes) std::memcpy(buffer->bytes, bytes, buffer->size = size);
  tjFree(bytes);
  check(handle, result);
  if (!buffer->bytes) throw std::bad_alloc();
}

}  // namespace calvaria
