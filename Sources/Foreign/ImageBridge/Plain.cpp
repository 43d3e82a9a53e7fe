#include "Codecs.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string_view>

// Numbers that lie uncompressed behind a short header: PGM and PPM (Netpbm's pgm(5), ppm(5)) and NumPy's arrays
// (numpy.lib.format). A header may claim any size; it is checked against the bytes that are there.

namespace calvaria {
namespace {

/// A header, and where the numbers begin.
struct Plain {
  ImageBridgeHeader header;
  size_t offset;
  bool isBigEndian;
};

/// Throws unless the file has exactly the bytes of its pixels.
Plain checked(const Plain &plain, Bytes file) {
  const ImageBridgeHeader &header = plain.header;
  requireSize(uint64_t(header.width), uint64_t(header.height));
  const size_t bytes = size_t(header.width) * header.height * header.channels * (header.bits / 8);
  if (file.size - plain.offset == bytes) return plain;
  throw CodecError(std::to_string(bytes) + " bytes of pixels by its header, but " +
                   std::to_string(file.size - plain.offset) + " are there");
}

// MARK: Netpbm

/// The next whole number of a Netpbm header, behind white space and comments; at most nine digits.
int32_t pnmNumber(Bytes file, size_t &position) {
  while (position < file.size) {
    const uint8_t next = file.data[position];
    if (next == '#')
      while (position < file.size && file.data[position] != '\n') ++position;
    else if (std::isspace(next))
      ++position;
    else
      break;
  }
  int32_t value = 0;
  const size_t start = position;
  while (position < file.size && std::isdigit(file.data[position]) && position - start < 9)
    value = 10 * value + (file.data[position++] - '0');
  if (position == start) throw CodecError("no width, height and maximum");
  return value;
}

Plain pnmPlain(Bytes file) {
  const bool isColor = file.data[1] == '6';
  size_t position = 2;
  const int32_t width = pnmNumber(file, position), height = pnmNumber(file, position);
  const int32_t most = pnmNumber(file, position);
  if (position >= file.size || !std::isspace(file.data[position])) throw CodecError("the file ends in its header");
  if (most < UINT8_MAX || most > UINT16_MAX)
    throw CodecError("a maximum of " + std::to_string(most) + "; expected 255, or up to 65535 for 16 bits");
  const int32_t bits = most > UINT8_MAX ? 16 : 8;
  return checked({{isColor ? IMAGE_PPM : IMAGE_PGM, width, height, isColor ? 3 : 1, bits, 0}, position + 1, true}, file);
}

// MARK: NumPy

/// What follows a key of the header, which is a Python dictionary of three known keys.
std::string_view npyValue(std::string_view header, std::string_view key) {
  const size_t found = header.find(key);
  if (found == header.npos) throw CodecError("no " + std::string(key) + " in the header of the array");
  std::string_view rest = header.substr(found + key.size());
  const size_t colon = rest.find_first_not_of(" ");
  if (colon == rest.npos || rest[colon] != ':') throw CodecError("the header of the array can't be read");
  rest.remove_prefix(colon + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of(" "), rest.size()));
  return rest;
}

/// The sizes of an array, each at most nine digits.
std::vector<int32_t> npyShape(std::string_view text) {
  const size_t end = text.find(')');
  if (text.empty() || text[0] != '(' || end == text.npos) throw CodecError("an array without a shape");
  std::vector<int32_t> shape;
  for (size_t i = 1; i < end;) {
    if (!std::isdigit(uint8_t(text[i]))) {
      if (text[i] != ' ' && text[i] != ',') throw CodecError("the shape of the array can't be read");
      ++i;
      continue;
    }
    int32_t value = 0;
    const size_t start = i;
    while (i < end && std::isdigit(uint8_t(text[i])) && i - start < 9) value = 10 * value + (text[i++] - '0');
    if (i < end && std::isdigit(uint8_t(text[i]))) throw CodecError("the array is too large");
    shape.push_back(value);
  }
  return shape;
}

Plain npyPlain(Bytes file) {
  // Magic of six bytes, version of two, length of the header of two or, since version 2, four bytes.
  if (file.size < 12) throw CodecError("the file ends in its header");
  const bool isShort = file.data[6] == 1;
  const size_t start = isShort ? 10 : 12;
  size_t length = file.data[8] | size_t(file.data[9]) << 8;
  if (!isShort) length |= size_t(file.data[10]) << 16 | size_t(file.data[11]) << 24;
  if (length > file.size - start) throw CodecError("the file ends in its header");
  const std::string_view header(reinterpret_cast<const char *>(file.data) + start, length);
  const std::string_view kind = npyValue(header, "'descr'");
  if (npyValue(header, "'fortran_order'").substr(0, 5) != "False")
    throw CodecError("an array that is stored column by column (fortran_order)");
  std::vector<int32_t> shape = npyShape(npyValue(header, "'shape'"));
  if (shape.size() == 3 && shape[2] == 1) shape.pop_back();
  if (shape.size() != 2)
    throw CodecError("an array of " + std::to_string(shape.size()) + " dimensions; expected height and width");
  const std::string_view type = kind.substr(0, std::min<size_t>(5, kind.size()));
  const bool isCode = type == "'<u2'" || type == "'>u2'", isFloat = type == "'<f4'" || type == "'>f4'";
  if (!isCode && !isFloat) throw CodecError("an array of " + std::string(type) + "; expected '<u2' or '<f4'");
  return checked({{IMAGE_NPY, shape[1], shape[0], 1, isCode ? 16 : 32, isFloat}, start + length, type[1] == '>'}, file);
}

Plain plain(Bytes file) { return file.data[0] == 'P' ? pnmPlain(file) : npyPlain(file); }

}  // namespace

ImageBridgeHeader plainHeader(Bytes file) { return plain(file).header; }

void decodePlain8(Bytes file, int channels, uint8_t *pixels, size_t count) {
  const Plain found = plain(file);
  const ImageBridgeHeader &header = found.header;
  requireCount(header, channels, count);
  if (header.bits != 8) throw CodecError("an image of 16 bits; expected 8");
  const uint8_t *samples = file.data + found.offset;
  const size_t size = size_t(header.width) * header.height;
  if (header.channels == channels)
    std::memcpy(pixels, samples, count);
  else if (channels == 1)
    lumaFromRgb(samples, size, pixels);
  else
    rgbFromGray(samples, size, pixels);
}

void decodePlain16(Bytes file, uint16_t *pixels, size_t count) {
  const Plain found = plain(file);
  requireCount(found.header, 1, count);
  if (found.header.bits != 16 || found.header.channels != 1) throw CodecError("not grey of 16 bits");
  const uint8_t *samples = file.data + found.offset;
  for (size_t i = 0; i < count; ++i, samples += 2)
    pixels[i] = found.isBigEndian ? uint16_t(samples[0] << 8 | samples[1]) : uint16_t(samples[1] << 8 | samples[0]);
}

void decodePlainFloat(Bytes file, float *pixels, size_t count) {
  const Plain found = plain(file);
  requireCount(found.header, 1, count);
  if (!found.header.is_float) throw CodecError("not floating-point numbers");
  const uint8_t *samples = file.data + found.offset;
  for (size_t i = 0; i < count; ++i, samples += 4) {
    uint32_t bits = 0;
    for (int k = 0; k < 4; ++k) bits |= uint32_t(samples[k]) << 8 * (found.isBigEndian ? 3 - k : k);
    std::memcpy(pixels + i, &bits, sizeof bits);
  }
}

}  // namespace calvaria
