#pragma once
#include "Borders.hpp"

#include <array>
#include <vector>

namespace calvaria {

/// Draws borders as polygons: those that OpenCV 4.6's approxPolyDP draws, as far as they have four corners. It keeps
/// its buffers for the next border.
class Outline {
 public:
  /// Whether a border is a quadrilateral up to a distance from its sides, and its corners in the border's order.
  bool isQuadrilateral(const Border &border, double distance, std::array<cv::Point, 4> &corners);

 private:
  struct Stretch {
    int first, last;
  };

  int farthest(int from) const;
  bool split(int first, int last);
  void dropStraight();

  /// With more corners dropStraight leaves five: it drops none of two neighbours.
  static constexpr size_t most = 9;

  int count_ = 0;
  double squaredDistance_ = 0;
  std::vector<cv::Point> ring_;  ///< The border, twice in a row.
  std::vector<cv::Point> corners_;
  std::vector<Stretch> stretches_;
};

}  // namespace calvaria
