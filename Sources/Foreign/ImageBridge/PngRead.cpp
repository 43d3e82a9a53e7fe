#include "Png.hpp"

#include <cstddef>
#include <cstring>
#include <vector>

namespace calvaria {
namespace {

/// What libpng may take memory for.
void limit(png_structp png) {
  png_set_user_limits(png, IMAGE_SIDE_LIMIT, IMAGE_SIDE_LIMIT);
  // Text, profiles and transparency are not part of a measurement, and could fill the memory.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
}

/// Reads a header.
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
      limit(png);
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

/// Decodes pixels with libpng's push reader, which stops at the first byte of image data too many. The other one inflates
/// all of it: a megabyte of PNG may hold a gigabyte behind its last row.
class Decoder {
public:
  Decoder(uint8_t *pixels, size_t rowBytes, void (*normalise)(png_structp))
      : pixels(pixels), rowBytes(rowBytes), normalise(normalise) {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &failure, pngFail, refuseExtra);
    info = png ? png_create_info_struct(png) : nullptr;
    if (info) return;
    png_destroy_read_struct(&png, nullptr, nullptr);
    throw std::bad_alloc();
  }
  ~Decoder() { png_destroy_read_struct(&png, &info, nullptr); }
  Decoder(const Decoder &) = delete;
  Decoder &operator=(const Decoder &) = delete;

  /// Throws on anything missing up to the end mark.
  void read(Bytes file) {
    auto body = [&] {
      limit(png);
      png_set_progressive_read_fn(png, this, begin, takeRow, end);
      png_process_data(png, info, const_cast<png_bytep>(file.data), file.size);
    };
    if (!pngAttempt(png, body)) throw CodecError(failure.message);
    if (!isWhole) throw CodecError("the file ends too early");
    if (!isComplete) throw CodecError("the image data are damaged");
  }

private:
  static Decoder &of(png_structp png) { return *static_cast<Decoder *>(png_get_progressive_ptr(png)); }

  static void refuseExtra(png_structp png, png_const_charp message) {
    if (std::strncmp(message, "Extra compressed data", 21) == 0)
      pngFail(png, "more image data than its pixels take");
  }

  static void begin(png_structp png, png_infop info) {
    Decoder &decoder = of(png);
    decoder.normalise(png);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != decoder.rowBytes) png_error(png, "rows of an unexpected length");
    const png_uint_32 width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    decoder.lastRow = height - 1;
    for (int pass = 0; passes > 1 && pass < passes; ++pass) {
      const png_uint_32 rows = PNG_PASS_ROWS(height, pass);
      if (rows == 0 || PNG_PASS_COLS(width, pass) == 0) continue;
      decoder.lastPass = pass;
      decoder.lastRow = PNG_ROW_FROM_PASS_ROW(rows - 1, pass);
    }
  }

  static void takeRow(png_structp png, png_bytep row, png_uint_32 y, int pass) {
    if (!row) return;
    Decoder &decoder = of(png);
    decoder.isComplete = decoder.isComplete || (pass == decoder.lastPass && y >= decoder.lastRow);
    png_progressive_combine_row(png, decoder.pixels + y * decoder.rowBytes, row);
  }

  static void end(png_structp png, png_infop) { of(png).isWhole = true; }

  uint8_t *pixels;
  size_t rowBytes;
  void (*normalise)(png_structp);
  /// Where the data of an image end: interlaced ones have seven passes.
  int lastPass = 0;
  png_uint_32 lastRow = 0;
  bool isComplete = false, isWhole = false;
  ImageBridgeError failure{};
  png_structp png = nullptr;
  png_infop info = nullptr;
};

/// Makes libpng deliver grey or red green blue of 8 bits, without alpha.
void normalise8(png_structp png) {
  png_set_palette_to_rgb(png);
  png_set_expand_gray_1_2_4_to_8(png);
  png_set_strip_alpha(png);
}

/// Makes libpng deliver 16-bit codes in the order of this machine's bytes.
void normalise16(png_structp png) { png_set_swap(png); }

}  // namespace

ImageBridgeHeader pngHeader(Bytes file) { return Reader(file).header(); }

void decodePng8(Bytes file, int channels, uint8_t *pixels, size_t count) {
  const ImageBridgeHeader header = pngHeader(file);
  requireCount(header, channels, count);
  if (header.bits > 8) throw CodecError("a PNG of 16 bits; expected 8");
  const int own = header.channels >= 3 ? 3 : 1;
  const size_t size = size_t(header.width) * header.height, rowBytes = size_t(header.width) * own;
  if (own == channels) return Decoder(pixels, rowBytes, normalise8).read(file);
  std::vector<uint8_t> samples(size * own);
  Decoder(samples.data(), rowBytes, normalise8).read(file);
  own == 3 ? lumaFromRgb(samples.data(), size, pixels) : rgbFromGray(samples.data(), size, pixels);
}

void decodePng16(Bytes file, uint16_t *pixels, size_t count) {
  const ImageBridgeHeader header = pngHeader(file);
  requireCount(header, 1, count);
  if (header.bits != 16 || header.channels != 1) throw CodecError("not a grey PNG of 16 bits");
  Decoder(reinterpret_cast<uint8_t *>(pixels), size_t(header.width) * 2, normalise16).read(file);
}

}  // namespace calvaria
