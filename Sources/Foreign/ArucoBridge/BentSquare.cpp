#include "BentSquare.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace calvaria {

namespace {

/// One side: its distance from the line between two corners, off = a + b t + c t², with t from 0 to 1 along that line.
struct Side {
  cv::Point2d from, along, across;
  cv::Vec3d off;

  Side(const cv::Point *pixels, int count, int first, int length, cv::Point2d from, cv::Point2d to)
      : from(from), along(to - from), across(-along.y, along.x) {
    constexpr double rim = 0.1;  // Assumed: the corners are rounded off.
    const double squared = along.dot(along);
    cv::Matx33d normal = cv::Matx33d::zeros();
    cv::Vec3d right;
    for (int k = 0; k <= length; ++k) {
      const cv::Point2d pixel = cv::Point2d(pixels[(first + k) % count]) - from;
      const double t = pixel.dot(along) / squared;
      if (t < rim || t > 1 - rim) continue;
      const cv::Vec3d row(1, t, t * t);
      normal += row * row.t();
      right += row * (pixel.dot(across) / squared);
    }
    bool isSolved = false;
    const auto inverse = normal.inv(cv::DECOMP_CHOLESKY, &isSolved);
    if (isSolved) off = inverse * right;
  }

  cv::Point2d at(double t) const { return from + t * along + (off[0] + t * (off[1] + t * off[2])) * across; }
  cv::Point2d slope(double t) const { return along + (off[1] + 2 * t * off[2]) * across; }
};

/// Where the end of one side meets the beginning of the next: two lines, since the parabolas hardly bend in between.
cv::Point2d meeting(const Side &side, const Side &next) {
  const cv::Point2d a = side.at(1), b = next.at(0), along = side.slope(1), onward = next.slope(0);
  const double turn = along.cross(onward);
  return a + (b - a).cross(onward) / turn * along;
}

}  // namespace

BentSquare::BentSquare(const Border &border, const std::array<cv::Point, 4> &outer) {
  const cv::Point *const pixels = border.pixels;
  std::array<int, 4> places;
  for (int k = 0; k < 4; ++k) places[k] = int(std::find(pixels, pixels + border.count, outer[k]) - pixels);
  const auto side = [&](int k) {
    const int next = (k + 1) % 4, length = (places[next] - places[k] + border.count) % border.count;
    return Side(pixels, border.count, places[k], length, outer[k], outer[next]);
  };
  const std::array<Side, 4> sides = {side(0), side(1), side(2), side(3)};
  for (int k = 0; k < 4; ++k) corners[k] = meeting(sides[(k + 3) % 4], sides[k]);
  for (int k = 0; k < 4; ++k) {
    const cv::Point2d along = corners[(k + 1) % 4] - corners[k], bulge = sides[k].at(0.5) - corners[k] - along / 2;
    bulges[k] = bulge - bulge.dot(along) / along.dot(along) * along;
  }
}

double BentSquare::foreshortening() const {
  const cv::Point2d one = corners[2] - corners[0], other = corners[3] - corners[1];
  const double q = std::abs(one.cross(other)) / (one.dot(one) + other.dot(other));
  return 2 * q / (1 + std::sqrt(std::max(0., 1 - 4 * q * q)));
}

void BentSquare::reverse() {
  std::swap(corners[1], corners[3]);
  std::reverse(bulges.begin(), bulges.end());
}

BentSquare::Map::Map(const BentSquare &square) : square_(square) {
  const cv::Point2f from[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  cv::Point2f to[4];
  std::copy(square.corners.begin(), square.corners.end(), to);
  flat_ = cv::getPerspectiveTransform(from, to);
}

cv::Point2d BentSquare::Map::operator()(double u, double v) const {
  const cv::Vec3d p = flat_ * cv::Vec3d(u, v, 1);
  const auto &bulge = square_.bulges;
  return cv::Point2d(p[0], p[1]) / p[2] + 4 * u * (1 - u) * ((1 - v) * bulge[0] + v * bulge[2]) +
         4 * v * (1 - v) * ((1 - u) * bulge[3] + u * bulge[1]);
}

}  // namespace calvaria
