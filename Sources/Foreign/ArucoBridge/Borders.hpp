#pragma once
#include "Mask.hpp"

#include <vector>

namespace calvaria {

/// The pixels of a border in the order in which they were followed.
struct Border {
  const cv::Point *pixels;
  int count;
};

/// The borders between the dark and the bright pixels of a mask, after S. Suzuki and K. Abe, "Topological structural
/// analysis of digitized binary images by border following" (1985): those that OpenCV's findContours lists, from the
/// top down, with all their pixels. A dark pixel is joined to its eight neighbours.
class Borders {
 public:
  /// Starts over with a mask whose pixels are not marked yet. Borders of fewer than `shortest` and of more than
  /// `longest` pixels are passed over, and so are those that touch a side where the part ends within the image of that
  /// size.
  Borders(Mask &mask, cv::Size image, int shortest, int longest, std::vector<cv::Point> &pixels);

  /// Whether there is another border.
  bool next(Border &border);

 private:
  bool nextStart();
  int follow();
  bool isCut(int count) const;

  Mask &mask_;
  cv::Size image_;
  int shortest_, longest_;
  std::vector<cv::Point> &pixels_;
  int x_ = 0, y_ = 0;   ///< Where the search for a start goes on.
  uint8_t *row_;
  uint8_t *start_ = nullptr;
  bool inner_ = false;  ///< Whether the border at the start encloses bright pixels.
};

}  // namespace calvaria
