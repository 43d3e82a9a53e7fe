#pragma once
#include <opencv2/core.hpp>

#include <cstdint>
#include <vector>

namespace calvaria {

/// Which pixels of a part of an image are dark. The marks of border following are kept in the same bytes.
class Mask {
 public:
  /// The bits of a pixel.
  enum : uint8_t {
    dark = 1,
    followed = 2,  ///< On a border that was followed.
    closed = 4,    ///< And that border has the bright pixel to its right.
  };

  /// Takes the place of a part of an image. What the margin holds is bright; the rest is for the caller to write.
  void place(const cv::Rect &part);

  const cv::Rect &part() const { return place_; }
  ptrdiff_t stride() const { return stride_; }

  /// The first pixel of a row of the part. A block of pixels before it, and one behind the last, can be read.
  uint8_t *row(int y) { return bytes_.data() + (y + 1) * stride_ + block; }

  static constexpr int block = 32;

 private:
  cv::Rect place_;
  ptrdiff_t stride_ = 0;
  std::vector<uint8_t> bytes_;
};

/// Marks what is darker by 7 than the mean of the window × window pixels around it: the adaptive threshold of OpenCV's
/// detector, which repeats the image's outermost pixels. The window may be 3, 13 or 23; it sees beyond the part.
class DarkPixels {
 public:
  explicit DarkPixels(bool isWide = canBeWide()) : isWide_(isWide) {}

  void find(const cv::Mat &gray, const cv::Rect &part, int window, Mask &mask);

  /// Whether this processor has AVX2 and the loops were compiled for it, too: the same pixels, sooner.
  static bool canBeWide();

 private:
  template <int window> void find(const cv::Mat &gray, Mask &mask);
  template <int window> void sumRows(const cv::Mat &gray, const cv::Rect &part);
  template <int window> void nextRow(const cv::Mat &gray, const cv::Rect &part, int y);
  template <int window> void repeatEnds(int columns, const cv::Rect &part);

  bool isWide_;
  std::vector<uint16_t> sums_;   ///< Of the window's rows, from half a window left of the part on.
  std::vector<uint16_t> fours_;  ///< The same over four columns from each on.
};

}  // namespace calvaria
