#pragma once
#include "Borders.hpp"

#include <array>

namespace calvaria {

/// A square print as a camera sees it on a round head: a quadrilateral whose sides are bent.
struct BentSquare {
  /// Where neighbouring sides meet, in pixels.
  std::array<cv::Point2d, 4> corners;
  /// How far the middle of each side lies off the line between its corners, the one from the first to the second corner
  /// first.
  std::array<cv::Point2d, 4> bulges;

  /// Fits a parabola to the pixels between each two corners of a border, which are pixels of it in its order. A polygon
  /// of these corners cuts a bent side by up to 3 % of the border's length, which is a whole cell.
  BentSquare(const Border &border, const std::array<cv::Point, 4> &corners);

  /// The cosine of the angle at which a flat square from far off looks like it: c / (1 + c²) is half the product of its
  /// diagonals, as vectors, over half the sum of their squares.
  double foreshortening() const;

  /// Goes round the other way, from the same corner.
  void reverse();

  /// The place in the image of a place in the print, from 0 to 1 along its sides.
  class Map {
   public:
    explicit Map(const BentSquare &square);
    cv::Point2d operator()(double u, double v) const;

   private:
    const BentSquare &square_;
    cv::Matx33d flat_;
  };
};

}  // namespace calvaria
