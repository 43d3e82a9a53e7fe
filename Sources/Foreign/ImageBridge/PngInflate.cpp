#include "Codecs.hpp"

#include <cstdlib>
#include <cstring>
#include <endian.h>
#include <libdeflate.h>

// Reading a recording spends most of its time on depth PNGs, and these on zlib: libdeflate inflates them in 0.9 ms
// instead of 2.2 a VGA frame. It wants the data in one piece, so the chunks are walked through here (PNG specification,
// third edition, sections 5 and 9).

namespace calvaria {
namespace {

constexpr size_t signatureSize = 8, chunkOverhead = 12, headerSize = 13;

uint32_t bigEndian(const uint8_t *bytes) {
  return uint32_t(bytes[0]) << 24 | uint32_t(bytes[1]) << 16 | uint32_t(bytes[2]) << 8 | bytes[3];
}

struct Chunk {
  const uint8_t *type, *data;
  size_t size;

  bool is(const char *name) const { return std::memcmp(type, name, 4) == 0; }
  bool isCritical() const { return !(type[0] & 0x20); }
  bool isWhole() const { return libdeflate_crc32(0, type, size + 4) == bigEndian(data + size); }
};

/// The chunk at `position`; false where the file ends before it does.
bool chunkAt(Bytes file, size_t position, Chunk &chunk) {
  if (file.size - position < chunkOverhead) return false;
  const size_t size = bigEndian(file.data + position);
  if (size > file.size - position - chunkOverhead) return false;
  chunk = {file.data + position + 4, file.data + position + 8, size};
  return true;
}

/// Gathers the image data; false unless the file is whole and holds nothing that libpng would have to look at.
bool gather(Bytes file, const Chunk &header, std::vector<uint8_t> &compressed) {
  compressed.clear();
  size_t position = signatureSize + chunkOverhead + header.size;
  for (Chunk chunk; chunkAt(file, position, chunk); position += chunkOverhead + chunk.size) {
    if (chunk.is("IEND")) return chunk.isWhole();
    if (chunk.is("IDAT")) {
      if (!chunk.isWhole()) return false;
      compressed.insert(compressed.end(), chunk.data, chunk.data + chunk.size);
    } else if (chunk.isCritical()) {
      return false;
    }
  }
  return false;
}

uint8_t paeth(int left, int up, int upLeft) {
  const int p = left + up - upLeft, a = std::abs(p - left), b = std::abs(p - up), c = std::abs(p - upLeft);
  return uint8_t(a <= b && a <= c ? left : b <= c ? up : upLeft);
}

/// Replaces each sample of two bytes by the sum of those up to it, high and low bytes apart from each other: eight samples
/// at a time by sums over two, four and eight of them, on top of the last sample before.
void sumSamples(uint8_t *row, size_t bytes) {
  using Bytes16 = uint8_t __attribute__((vector_size(16)));
  const Bytes16 none{};
  Bytes16 last{};
  size_t i = 0;
  for (; i + sizeof last <= bytes; i += sizeof last) {
    Bytes16 v;
    std::memcpy(&v, row + i, sizeof v);
    v += __builtin_shufflevector(none, v, 0, 1, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    v += __builtin_shufflevector(none, v, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    v += __builtin_shufflevector(none, v, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    v += last;
    last = __builtin_shufflevector(v, v, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15);
    std::memcpy(row + i, &v, sizeof v);
  }
  uint8_t high = last[0], low = last[1];
  for (; i < bytes; i += 2) {
    row[i] = high += row[i];
    row[i + 1] = low += row[i + 1];
  }
}

/// Undoes a row's filter in place; `up` is the row above, and two bytes are a sample. False for an unknown filter.
bool unfilter(int filter, uint8_t *row, const uint8_t *up, size_t bytes) {
  switch (filter) {
  case 0: return true;
  case 1:
    sumSamples(row, bytes);
    return true;
  case 2:
    for (size_t i = 0; i < bytes; ++i) row[i] += up[i];
    return true;
  case 3:
    for (size_t i = 0; i < bytes; ++i) row[i] += uint8_t(((i < 2 ? 0 : row[i - 2]) + up[i]) / 2);
    return true;
  case 4:
    for (size_t i = 0; i < bytes; ++i) row[i] += i < 2 ? up[i] : paeth(row[i - 2], up[i], up[i - 2]);
    return true;
  default: return false;
  }
}

}  // namespace

bool inflatePng16(ImageMemory &memory, Bytes file, uint16_t *pixels, size_t count) {
  Chunk header{};
  if (!chunkAt(file, signatureSize, header) || !header.is("IHDR") || header.size != headerSize || !header.isWhole())
    return false;
  const size_t width = bigEndian(header.data), height = bigEndian(header.data + 4);
  // 16 bits, grey, the only compression and filter method there are, not interlaced.
  const uint8_t plain[] = {16, 0, 0, 0, 0};
  if (std::memcmp(header.data + 8, plain, sizeof plain) != 0) return false;
  requireSize(width, height);
  if (width * height != count || !gather(file, header, memory.compressed)) return false;
  const size_t rowBytes = 1 + 2 * width;
  memory.rows.resize((height + 1) * rowBytes);
  uint8_t *rows = memory.rows.data() + rowBytes;
  if (libdeflate_zlib_decompress(memory.inflater(), memory.compressed.data(), memory.compressed.size(), rows,
                                 height * rowBytes, nullptr) != LIBDEFLATE_SUCCESS)
    return false;
  std::memset(memory.rows.data(), 0, rowBytes);
  for (size_t y = 0; y < height; ++y) {
    uint8_t *row = rows + y * rowBytes;
    if (!unfilter(row[0], row + 1, row + 1 - rowBytes, 2 * width)) return false;
    uint16_t *line = pixels + y * width;
    std::memcpy(line, row + 1, 2 * width);
    for (size_t x = 0; x < width; ++x) line[x] = be16toh(line[x]);  // of whole samples: eight at a time
  }
  return true;
}

}  // namespace calvaria
