#include "Codecs.hpp"

#include <libdeflate.h>
#include <new>
#include <turbojpeg.h>

ImageMemory::~ImageMemory() {
  if (jpegHandle) tjDestroy(jpegHandle);
  if (inflateHandle) libdeflate_free_decompressor(inflateHandle);
}

void *ImageMemory::jpeg() {
  if (!jpegHandle) jpegHandle = tjInitDecompress();
  if (!jpegHandle) throw calvaria::CodecError("libjpeg-turbo can't start");
  return jpegHandle;
}

libdeflate_decompressor *ImageMemory::inflater() {
  if (!inflateHandle) inflateHandle = libdeflate_alloc_decompressor();
  if (!inflateHandle) throw std::bad_alloc();
  return inflateHandle;
}

ImageMemory *image_memory_create(void) { return new (std::nothrow) ImageMemory; }

void image_memory_destroy(ImageMemory *memory) { delete memory; }
