#include "Codecs.hpp"

#include <OpenEXR/openexr.h>
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace calvaria {
namespace {

/// A file in memory as OpenEXR's callbacks want it, and the first message of an error.
struct Source {
  Bytes file;
  std::string failure;
};

Source &sourceOf(exr_const_context_t context) {
  void *source = nullptr;
  exr_get_user_data(context, &source);
  return *static_cast<Source *>(source);
}

int64_t readBytes(exr_const_context_t, void *user, void *to, uint64_t count, uint64_t offset,
                  exr_stream_error_func_ptr_t) {
  const Bytes file = static_cast<Source *>(user)->file;
  if (offset >= file.size) return 0;
  const uint64_t n = std::min<uint64_t>(count, file.size - offset);
  std::memcpy(to, file.data + offset, n);
  return int64_t(n);
}

int64_t sizeOf(exr_const_context_t, void *user) { return int64_t(static_cast<Source *>(user)->file.size); }

void keepError(exr_const_context_t context, exr_result_t, const char *message) {
  if (!context) return;
  Source &source = sourceOf(context);
  if (source.failure.empty()) source.failure = message;
}

/// An EXR opened for reading; its header has been read.
class File {
public:
  explicit File(Source &source) : source(source) {
    exr_context_initializer_t settings = EXR_DEFAULT_CONTEXT_INITIALIZER;
    settings.error_handler_fn = keepError;
    settings.user_data = &source;
    settings.read_fn = readBytes;
    settings.size_fn = sizeOf;
    settings.max_image_width = settings.max_image_height = IMAGE_SIDE_LIMIT;
    settings.max_tile_width = settings.max_tile_height = IMAGE_SIDE_LIMIT;
    settings.flags = EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
    require(exr_start_read(&context, "memory", &settings));
  }
  ~File() { exr_finish(&context); }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  void require(exr_result_t result) const {
    if (result == EXR_ERR_SUCCESS) return;
    throw CodecError(source.failure.empty() ? exr_get_error_code_as_string(result) : source.failure);
  }

  exr_context_t context = nullptr;

private:
  Source &source;
};

/// The name of a channel without its layers, in lower case.
std::string plainName(const exr_attr_chlist_entry_t &channel) {
  std::string name(channel.name.str, size_t(channel.name.length));
  name.erase(0, name.rfind('.') + 1);
  for (char &letter : name)
    if (letter >= 'A' && letter <= 'Z') letter = char(letter - 'A' + 'a');
  return name;
}

/// The channels that hold depth: one, or red, green and blue, which must then be equal. None where that can't be told.
std::vector<int> depthChannels(const exr_attr_chlist_t &channels) {
  std::vector<int> named, rest, colours;
  for (int i = 0; i < channels.num_channels; ++i) {
    const std::string name = plainName(channels.entries[i]);
    if (name == "z" || name == "depth") named.push_back(i);
    if (name != "a") rest.push_back(i);
    if (name == "r" || name == "g" || name == "b") colours.push_back(i);
  }
  if (named.size() == 1) return named;
  if (rest.size() == 1) return rest;
  return rest.size() == 3 && colours.size() == 3 ? colours : std::vector<int>();
}

/// What is known of an image before any of it is read.
struct Layout {
  exr_attr_box2i_t window{};
  bool isTiled = false;
  std::vector<int> channels;
  ImageBridgeHeader header{};
};

Layout readLayout(const File &file) {
  int parts = 0;
  file.require(exr_get_count(file.context, &parts));
  if (parts != 1) throw CodecError("an EXR of several parts; expected one");
  exr_storage_t storage{};
  file.require(exr_get_storage(file.context, 0, &storage));
  if (storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED)
    throw CodecError("an EXR with several depths a pixel; expected one");
  Layout layout;
  layout.isTiled = storage == EXR_STORAGE_TILED;

  exr_attr_box2i_t display{};
  file.require(exr_get_data_window(file.context, 0, &layout.window));
  file.require(exr_get_display_window(file.context, 0, &display));
  const exr_attr_box2i_t &window = layout.window;
  const int64_t width = int64_t(window.max.x) - window.min.x + 1, height = int64_t(window.max.y) - window.min.y + 1;
  requireSize(uint64_t(std::max<int64_t>(width, 0)), uint64_t(std::max<int64_t>(height, 0)));
  // Else pixels would not be where the camera's intrinsics say.
  if (std::memcmp(&display, &window, sizeof window) != 0) throw CodecError("an EXR that is a part of a larger image");

  const exr_attr_chlist_t *channels = nullptr;
  file.require(exr_get_channels(file.context, 0, &channels));
  layout.channels = depthChannels(*channels);
  const exr_attr_chlist_entry_t *first = channels->entries + (layout.channels.empty() ? 0 : layout.channels[0]);
  for (int i = 0; i < channels->num_channels; ++i)
    if (channels->entries[i].x_sampling != 1 || channels->entries[i].y_sampling != 1)
      throw CodecError("an EXR with channels of several sizes");
  layout.header = {IMAGE_EXR, int32_t(width), int32_t(height),
                   layout.channels.empty() ? channels->num_channels : 1, first->pixel_type == EXR_PIXEL_HALF ? 16 : 32,
                   first->pixel_type != EXR_PIXEL_UINT};
  return layout;
}

/// Decodes an image chunk by chunk; a chunk is a tile, or some rows.
class Decoder {
public:
  Decoder(const File &file, const Layout &layout, float *pixels)
      : file(file), layout(layout), width(layout.header.width), pixels(pixels) {
    exr_compression_t compression{};
    file.require(exr_get_compression(file.context, 0, &compression));
    isPacked = compression != EXR_COMPRESSION_NONE;
    if (compression > EXR_COMPRESSION_PIZ) throw CodecError("an EXR with lossy compression; expected none, RLE, ZIP or PIZ");
    for (int channel : layout.channels) {
      const exr_attr_chlist_t *list = nullptr;
      file.require(exr_get_channels(file.context, 0, &list));
      if (list->entries[channel].pixel_type == EXR_PIXEL_UINT) throw CodecError("an EXR of whole numbers; expected floats");
    }
  }
  ~Decoder() {
    if (isReady) exr_decoding_destroy(file.context, &pipeline);
  }
  Decoder(const Decoder &) = delete;
  Decoder &operator=(const Decoder &) = delete;

  void decodeAll(size_t fileSize) {
    int32_t chunks = 0;
    uint64_t unpacked = 0;
    file.require(exr_get_chunk_count(file.context, 0, &chunks));
    file.require(exr_get_chunk_unpacked_size(file.context, 0, &unpacked));
    // The file lists the place of each chunk on 8 bytes.
    if (chunks < 1 || uint64_t(chunks) > fileSize / 8) throw CodecError("an EXR that is cut off");
    if (unpacked > uint64_t(IMAGE_PIXEL_LIMIT) * 4) throw CodecError("an EXR whose tiles or rows are too large");
    limit = fileSize;
    layout.isTiled ? decodeTiles() : decodeRows();
  }

private:
  void decodeRows() {
    int32_t rows = 0;
    file.require(exr_get_scanlines_per_chunk(file.context, 0, &rows));
    if (rows < 1) throw CodecError("rows of an unexpected number");
    for (int32_t top = 0; top < layout.header.height; top += rows) {
      exr_chunk_info_t chunk{};
      file.require(exr_read_scanline_chunk_info(file.context, 0, layout.window.min.y + top, &chunk));
      decode(chunk, 0, top, width, std::min(rows, layout.header.height - top));
    }
  }

  void decodeTiles() {
    int32_t tileWidth = 0, tileHeight = 0;
    file.require(exr_get_tile_sizes(file.context, 0, 0, 0, &tileWidth, &tileHeight));
    requireSize(uint64_t(std::max(tileWidth, 0)), uint64_t(std::max(tileHeight, 0)));
    for (int32_t top = 0; top < layout.header.height; top += tileHeight)
      for (int32_t left = 0; left < width; left += tileWidth) {
        exr_chunk_info_t chunk{};
        file.require(exr_read_tile_chunk_info(file.context, 0, left / tileWidth, top / tileHeight, 0, 0, &chunk));
        decode(chunk, left, top, std::min(tileWidth, width - left), std::min(tileHeight, layout.header.height - top));
      }
  }

  /// Decodes a chunk that must have a given place and size in the image.
  void decode(const exr_chunk_info_t &chunk, int32_t left, int32_t top, int32_t columns, int32_t rows) {
    const bool isSound = chunk.width == columns && chunk.height == rows && chunk.packed_size <= limit &&
                         chunk.unpacked_size <= uint64_t(IMAGE_PIXEL_LIMIT) * 4 &&
                         (isPacked ? chunk.packed_size <= chunk.unpacked_size : chunk.packed_size == chunk.unpacked_size);
    if (!isSound) throw CodecError("tiles or rows of an unexpected size");
    file.require(isReady ? exr_decoding_update(file.context, 0, &chunk, &pipeline)
                         : exr_decoding_initialize(file.context, 0, &chunk, &pipeline));
    const bool isFirst = !isReady;
    isReady = true;
    float *target = pixels + size_t(top) * width + left;
    const size_t others = layout.channels.size() - 1;
    copies.resize(others * columns * rows);
    set(0, target, width);
    for (size_t i = 0; i < others; ++i) set(i + 1, copies.data() + i * columns * rows, columns);
    if (isFirst) file.require(exr_decoding_choose_default_routines(file.context, 0, &pipeline));
    file.require(exr_decoding_run(file.context, 0, &pipeline));
    for (size_t i = 0; i < others * rows; ++i)
      if (std::memcmp(target + (i % rows) * width, copies.data() + i * columns, columns * sizeof(float)) != 0)
        throw CodecError("an EXR in colour; expected depth");
  }

  /// Where the values of a channel of depth go, as floats.
  void set(size_t index, float *target, int32_t lineLength) {
    exr_coding_channel_info_t &channel = pipeline.channels[layout.channels[index]];
    channel.decode_to_ptr = reinterpret_cast<uint8_t *>(target);
    channel.user_data_type = EXR_PIXEL_FLOAT;
    channel.user_bytes_per_element = sizeof(float);
    channel.user_pixel_stride = sizeof(float);
    channel.user_line_stride = lineLength * int32_t(sizeof(float));
  }

  const File &file;
  const Layout &layout;
  const int32_t width;
  float *const pixels;
  bool isPacked = false, isReady = false;
  size_t limit = 0;
  /// Green and blue of a chunk, which must be like red.
  std::vector<float> copies;
  exr_decode_pipeline_t pipeline{};
};

}  // namespace

ImageBridgeHeader exrHeader(Bytes bytes) {
  Source source{bytes, {}};
  const File file(source);
  return readLayout(file).header;
}

void decodeExr(Bytes bytes, float *pixels, size_t count) {
  Source source{bytes, {}};
  const File file(source);
  const Layout layout = readLayout(file);
  requireCount(layout.header, 1, count);
  if (layout.channels.empty()) throw CodecError("an EXR of several channels, none of them called Z or depth");
  Decoder(file, layout, pixels).decodeAll(bytes.size);
}

}  // namespace calvaria
