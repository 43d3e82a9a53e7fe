#include "Mask.hpp"

#include <algorithm>
#include <stdexcept>

namespace calvaria {

void Mask::place(const cv::Rect &part) {
  place_ = part;
  stride_ = part.width + block;
  bytes_.resize((part.height + 2) * stride_ + block);
  std::fill_n(bytes_.begin(), stride_ + block, 0);
  for (int y = 0; y < part.height; ++y) std::fill_n(row(y) + part.width, block, 0);
  std::fill_n(row(part.height), stride_, 0);
}

void DarkPixels::find(const cv::Mat &gray, const cv::Rect &part, int window, Mask &mask) {
  mask.place(part);
  switch (window) {
    case 3: return find<3>(gray, mask);
    case 13: return find<13>(gray, mask);
    case 23: return find<23>(gray, mask);
    default: throw std::invalid_argument("the window of the threshold is 3, 13 or 23 pixels");
  }
}

// The loops over a row stand apart so that they are compiled twice where AVX2 is not on every processor: the same plain
// loops, twice as many columns at a time.
#if defined(__x86_64__) && !defined(__AVX2__)
#define CALVARIA_WIDE __attribute__((target("avx2")))
#endif

/// Moves the sums of a window's rows on by one row.
[[gnu::always_inline]] static inline void moveSums(const uint8_t *in, const uint8_t *out, int columns, uint16_t *sums) {
  for (int k = 0; k < columns; ++k) sums[k] += in[k] - out[k];
}

/// A pixel is dark where the rounded mean is at least 7 above it: where sum / area ≥ gray + 7 - 1/2. The area is odd,
/// so no sum lies on that edge, and OpenCV's boxFilter rounds each sum to the nearest mean. What fits into 16 bits stays
/// there: twice as many columns in a register.
template <int window>
[[gnu::always_inline]] static inline void compare(const uint16_t *sums, const uint8_t *gray, int width, uint16_t *fours,
                                                  uint8_t *dark) {
  constexpr int area = window * window, above = 7 * area - area / 2;
  if constexpr (window > 3)
    for (int x = 0; x < width + window - 4; ++x) fours[x] = sums[x] + sums[x + 1] + sums[x + 2] + sums[x + 3];
  for (int x = 0; x < width; ++x) {
    const uint16_t *const one = sums + x, *const four = fours + x;
    if constexpr (window == 3) {
      const uint16_t sum = one[0] + one[1] + one[2], least = area * gray[x] + above;
      dark[x] = sum >= least;
    } else if constexpr (window == 13) {
      const uint16_t sum = four[0] + four[4] + four[8] + one[12], least = area * gray[x] + above;
      dark[x] = sum >= least;
    } else {
      static_assert(window == 23);
      const uint16_t a = four[0] + four[4], b = four[8] + four[12], c = four[16] + one[20] + one[21] + one[22];
      dark[x] = a + b + c >= area * gray[x] + above;
    }
  }
}

#ifdef CALVARIA_WIDE
CALVARIA_WIDE static void moveSumsWide(const uint8_t *in, const uint8_t *out, int columns, uint16_t *sums) {
  moveSums(in, out, columns, sums);
}
template <int window>
CALVARIA_WIDE static void compareWide(const uint16_t *sums, const uint8_t *gray, int width, uint16_t *fours,
                                      uint8_t *dark) {
  compare<window>(sums, gray, width, fours, dark);
}
#else
static void moveSumsWide(const uint8_t *, const uint8_t *, int, uint16_t *) {}
template <int window> static void compareWide(const uint16_t *, const uint8_t *, int, uint16_t *, uint8_t *) {}
#endif

bool DarkPixels::canBeWide() {
#ifdef CALVARIA_WIDE
  static const bool can = __builtin_cpu_supports("avx2");
  return can;
#else
  return false;
#endif
}

template <int window> void DarkPixels::find(const cv::Mat &gray, Mask &mask) {
  const cv::Rect part = mask.part();
  sumRows<window>(gray, part);
  for (int y = 0; y < part.height; ++y) {
    if (y > 0) nextRow<window>(gray, part, part.y + y);
    const uint8_t *const pixels = gray.ptr(part.y + y) + part.x;
    if (isWide_) compareWide<window>(sums_.data(), pixels, part.width, fours_.data(), mask.row(y));
    else compare<window>(sums_.data(), pixels, part.width, fours_.data(), mask.row(y));
  }
}

/// Where the columns of the image that the windows of a part see begin and end.
static cv::Range columnsSeen(const cv::Mat &gray, const cv::Rect &part, int half) {
  return {std::max(part.x - half, 0), std::min(part.x + part.width + half, gray.cols)};
}

static const uint8_t *nearestRow(const cv::Mat &gray, int y) { return gray.ptr(std::clamp(y, 0, gray.rows - 1)); }

/// The sums for the first row of the part.
template <int window> void DarkPixels::sumRows(const cv::Mat &gray, const cv::Rect &part) {
  constexpr int half = window / 2;
  const size_t count = part.width + 2 * half;
  sums_.assign(count + window, 0);
  fours_.resize(count + window);
  const auto columns = columnsSeen(gray, part, half);
  uint16_t *const sums = sums_.data() + (columns.start - (part.x - half));
  for (int y = part.y - half; y <= part.y + half; ++y) {
    const uint8_t *const row = nearestRow(gray, y) + columns.start;
    for (int k = 0; k < columns.size(); ++k) sums[k] += row[k];
  }
  repeatEnds<window>(gray.cols, part);
}

/// Moves the sums down to row y of the image.
template <int window> void DarkPixels::nextRow(const cv::Mat &gray, const cv::Rect &part, int y) {
  constexpr int half = window / 2;
  const auto columns = columnsSeen(gray, part, half);
  uint16_t *const sums = sums_.data() + (columns.start - (part.x - half));
  const uint8_t *const in = nearestRow(gray, y + half) + columns.start;
  const uint8_t *const out = nearestRow(gray, y - half - 1) + columns.start;
  if (isWide_) moveSumsWide(in, out, columns.size(), sums);
  else moveSums(in, out, columns.size(), sums);
  repeatEnds<window>(gray.cols, part);
}

/// Gives the columns beyond the image the sums of its outermost ones.
template <int window> void DarkPixels::repeatEnds(int columns, const cv::Rect &part) {
  constexpr int half = window / 2;
  const int before = half - part.x, behind = part.x + part.width + half - columns;
  if (before > 0) std::fill_n(sums_.begin(), before, sums_[before]);
  const int end = part.width + 2 * half;
  if (behind > 0) std::fill_n(sums_.begin() + (end - behind), behind, sums_[end - behind - 1]);
}

}  // namespace calvaria
