#include "Png.hpp"

#include <cstddef>
#include <cstring>
#include <vector>

namespace calvaria {
namespace {

class Reader {
public:
  // The delegation makes the destructor run when the header turns out to be damaged.
  explicit Reader(Bytes file) : Reader(file, nullptr) { readInfo(); }
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
  Reader(const Reader &) = delete;
  Reader &operator=(const Reader &) = delete;

  ImageBridgeHeader header() const {
    const int type = png_get_color_type(png, info);
    const bool palette = type == PNG_COLOR_TYPE_PALETTE;
    return {IMAGE_PNG,
            int32_t(png_get_image_width(png, info)),
            int32_t(png_get_image_height(png, info)),
            palette ? 3 : png_get_channels(png, info),
            palette ? 8 : png_get_bit_depth(png, info),
            0};
  }

  /// Decodes into rows of `rowBytes`; throws on anything missing up to the end mark.
  void read(uint8_t *pixels, size_t rowBytes) {
    std::vector<png_bytep> rows(png_get_image_height(png, info));
    for (size_t y = 0; y < rows.size(); ++y) rows[y] = pixels + y * rowBytes;
    png_bytep *first = rows.data();
    run([&] {
      png_read_update_info(png, info);
      if (png_get_rowbytes(png, info) != rowBytes) png_error(png, "rows of an unexpected length");
      png_read_image(png, first);
      png_read_end(png, nullptr);
    });
  }

  /// Makes libpng deliver grey or red green blue of 8 bits, without alpha.
  void normalise8() {
    run([&] {
      png_set_palette_to_rgb(png);
      png_set_expand_gray_1_2_4_to_8(png);
      png_set_strip_alpha(png);
    });
  }

  /// Makes libpng deliver 16-bit codes in the order of this machine's bytes.
  void normalise16() {
    run([&] { png_set_swap(png); });
  }

private:
  Reader(Bytes file, std::nullptr_t) : file(file) {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &failure, pngFail, pngIgnore);
    info = png ? png_create_info_struct(png) : nullptr;
    if (info) return;
    png_destroy_read_struct(&png, nullptr, nullptr);
    throw std::bad_alloc();
  }

  void readInfo() {
    run([&] {
      png_set_user_limits(png, IMAGE_SIDE_LIMIT, IMAGE_SIDE_LIMIT);
      // Text, profiles and transparency are not part of a measurement, and could fill the memory.
      png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
      png_set_read_fn(png, this, pull);
      png_read_info(png, info);
    });
    requireSize(png_get_image_width(png, info), png_get_image_height(png, info));
  }

  template <typename Body> void run(Body body) {
    if (!pngAttempt(png, body)) throw CodecError(failure.message);
  }

  static void pull(png_structp png, png_bytep bytes, size_t count) {
    auto *reader = static_cast<Reader *>(png_get_io_ptr(png));
    if (count > reader->file.size - reader->position) png_error(png, "the file ends too early");
    std::memcpy(bytes, reader->file.data + reader->position, count);
    reader->position += count;
  }

  Bytes file;
  size_t position = 0;
  ImageBridgeError failure{};
  png_structp png = nullptr;
  png_infop info = nullptr;
};

/// Luma of ITU-R BT.601 in 14-bit fixed point, as OpenCV and JPEG have it.
void lumaFromRgb(const std::vector<uint8_t> &rgb, uint8_t *gray) {
  for (size_t i = 0; i < rgb.size() / 3; ++i)
    gray[i] = uint8_t((rgb[3 * i] * 4899 + rgb[3 * i + 1] * 9617 + rgb[3 * i + 2] * 1868 + 8192) >> 14);
}

void rgbFromGray(const std::vector<uint8_t> &gray, uint8_t *rgb) {
  for (size_t i = 0; i < gray.size(); ++i) rgb[3 * i] = rgb[3 * i + 1] = rgb[3 * i + 2] = gray[i];
}

}  // namespace

ImageBridgeHeader pngHeader(Bytes file) { return Reader(file).header(); }

void decodePng8(Bytes file, int channels, uint8_t *pixels, size_t count) {
  Reader reader(file);
  const ImageBridgeHeader header = reader.header();
  requireCount(header, channels, count);
  if (header.bits > 8) throw CodecError("a PNG of 16 bits; expected 8");
  reader.normalise8();
  const int own = header.channels >= 3 ? 3 : 1;
  if (own == channels) return reader.read(pixels, size_t(header.width) * channels);
  std::vector<uint8_t> samples(size_t(header.width) * header.height * own);
  reader.read(samples.data(), size_t(header.width) * own);
  own == 3 ? lumaFromRgb(samples, pixels) : rgbFromGray(samples, pixels);
}

void decodePng16(Bytes file, uint16_t *pixels, size_t count) {
  Reader reader(file);
  const ImageBridgeHeader header = reader.header();
  requireCount(header, 1, count);
  if (header.bits != 16 || header.channels != 1) throw CodecError("not a grey PNG of 16 bits");
  reader.normalise16();
  reader.read(reinterpret_cast<uint8_t *>(pixels), size_t(header.width) * 2);
}

}  // namespace calvaria
