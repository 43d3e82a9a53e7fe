#include "Borders.hpp"

#include <algorithm>
#include <cstring>

namespace calvaria {

Borders::Borders(Mask &mask, cv::Size image, int shortest, int longest, std::vector<cv::Point> &pixels)
    : mask_(mask), image_(image), shortest_(shortest), longest_(longest), pixels_(pixels), row_(mask.row(0)) {
  pixels_.resize(longest + 1);
}

bool Borders::next(Border &border) {
  while (nextStart()) {
    const int count = follow();
    if (count < shortest_ || count > longest_ || isCut(count)) continue;
    border = {pixels_.data(), count};
    return true;
  }
  return false;
}

/// Whether a border starts in a block of pixels. An outer border starts at a dark pixel right of a bright one, where no
/// border was followed; an inner one at the dark pixel left of a bright one, where none was that has the bright pixel
/// to its right.
static bool hasStart(const uint8_t *pixels) {
  constexpr int words = Mask::block / 8;
  uint64_t here[words], left[words], starts = 0;
  std::memcpy(here, pixels, sizeof here);
  std::memcpy(left, pixels - 1, sizeof left);
  for (int k = 0; k < words; ++k)
    starts |= (here[k] & ~(here[k] >> 1) & ~left[k]) | (left[k] & ~(left[k] >> 2) & ~here[k]);
  return (starts & 0x0101010101010101) != 0;
}

/// Goes on to the next start of a border. Most blocks have none.
bool Borders::nextStart() {
  const int width = mask_.part().width, height = mask_.part().height;
  for (; y_ < height; x_ = 0, row_ = mask_.row(++y_)) {
    for (; x_ < width; x_ += Mask::block) {
      if (!hasStart(row_ + x_)) continue;
      for (uint8_t *pixel = row_ + x_;; ++pixel) {
        inner_ = !(*pixel & Mask::dark);
        if (inner_ ? (pixel[-1] & (Mask::dark | Mask::closed)) == Mask::dark
                   : !(*pixel & Mask::followed) && !(pixel[-1] & Mask::dark)) {
          x_ = int(pixel - row_);
          start_ = pixel - inner_;
          return true;
        }
      }
    }
  }
  return false;
}

/// The neighbours of a pixel, against the clock from the right one.
constexpr int across[8] = {1, 1, 0, -1, -1, -1, 0, 1}, down[8] = {0, -1, -1, -1, 0, 1, 1, 1};

/// A bit for each dark neighbour, and again eight bits higher. Reading them all at once costs less than asking one
/// after the other, since what comes next along a border is hard to predict.
static uint32_t darkAround(const uint8_t *pixel, ptrdiff_t stride) {
  const uint8_t *const above = pixel - stride, *const below = pixel + stride;
  const auto bit = [](uint8_t neighbour, int place) { return uint32_t(neighbour & Mask::dark) << place; };
  const uint32_t ring = bit(pixel[1], 0) | bit(above[1], 1) | bit(above[0], 2) | bit(above[-1], 3) |
                        bit(pixel[-1], 4) | bit(below[-1], 5) | bit(below[0], 6) | bit(below[1], 7);
  return ring | ring << 8;
}

/// Follows the border at the start, marks its pixels and tells how many there are. The pixels beyond the longest border
/// are not kept.
int Borders::follow() {
  static_assert(Mask::dark == 1);
  const ptrdiff_t stride = mask_.stride();
  ptrdiff_t step[8];
  for (int k = 0; k < 8; ++k) step[k] = across[k] + down[k] * stride;
  const cv::Point corner = mask_.part().tl();
  cv::Point at(corner.x + int(start_ - row_), corner.y + y_);
  pixels_[0] = at;

  const int bright = inner_ ? 0 : 4;
  int way = bright;
  do way = (way + 7) % 8;
  while (!start_[step[way]] && way != bright);
  if (way == bright) {
    *start_ |= Mask::followed | Mask::closed;
    return 1;
  }

  const uint8_t *const last = start_ + step[way];
  int count = 0;
  for (uint8_t *pixel = start_;;) {
    // The next dark neighbour after the one that the border came from.
    ++way;
    way += __builtin_ctz(darkAround(pixel, stride) >> way);
    // The search passed by the pixel to the right, and found it bright, where it went round.
    *pixel |= way > 8 ? Mask::followed | Mask::closed : Mask::followed;
    pixels_[std::min(count++, longest_)] = at;
    way %= 8;
    uint8_t *const ahead = pixel + step[way];
    if (ahead == start_ && pixel == last) return count;
    at.x += across[way];
    at.y += down[way];
    pixel = ahead;
    way = (way + 4) % 8;
  }
}

/// Whether the border touches a side of the part beyond which the image goes on, and the border with it, perhaps.
bool Borders::isCut(int count) const {
  const cv::Rect part = mask_.part();
  const int left = part.x > 0 ? part.x : -1, top = part.y > 0 ? part.y : -1;
  const int right = part.br().x < image_.width ? part.br().x - 1 : -1;
  const int bottom = part.br().y < image_.height ? part.br().y - 1 : -1;
  return std::any_of(pixels_.begin(), pixels_.begin() + count, [=](cv::Point p) {
    return p.x == left || p.x == right || p.y == top || p.y == bottom;
  });
}

}  // namespace calvaria
