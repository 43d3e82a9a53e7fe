#include "Outline.hpp"

#include <algorithm>
#include <cstdlib>

namespace calvaria {

/// Douglas and Peucker's way: from two pixels far from each other on, each stretch between two corners is split at the
/// pixel farthest from the line through them, until all are close to it.
bool Outline::isQuadrilateral(const Border &border, double distance, std::array<cv::Point, 4> &corners) {
  count_ = border.count;
  squaredDistance_ = distance * distance;
  ring_.resize(2 * count_);
  std::copy_n(border.pixels, count_, ring_.begin());
  std::copy_n(border.pixels, count_, ring_.begin() + count_);

  int first = 0, opposite = 0;
  for (int k = 0; k < 3; ++k) {
    first = opposite % count_;
    opposite = farthest(first);
  }
  const cv::Point2d across = ring_[opposite] - ring_[first];
  if (across.dot(across) <= squaredDistance_) return false;
  if (!split(first, opposite)) return false;
  dropStraight();
  if (corners_.size() != 4) return false;
  std::copy_n(corners_.begin(), 4, corners.begin());
  return true;
}

/// Of the pixels after one, the first that is farthest from it.
int Outline::farthest(int from) const {
  const cv::Point start = ring_[from];
  int64_t most = 0;
  int found = from;
  for (int k = from + 1; k < from + count_; ++k) {
    const int64_t x = ring_[k].x - start.x, y = ring_[k].y - start.y, squared = x * x + y * y;
    if (squared > most) {
      most = squared;
      found = k;
    }
  }
  return found;
}

/// Finds the corners from the first pixel by the opposite one back to it; false where there are too many.
bool Outline::split(int first, int opposite) {
  corners_.clear();
  stretches_ = {{opposite, first + count_}, {first, opposite}};
  while (!stretches_.empty()) {
    // Each stretch has one corner at least.
    if (corners_.size() + stretches_.size() > most) return false;
    const Stretch stretch = stretches_.back();
    stretches_.pop_back();
    const cv::Point start = ring_[stretch.first], side = ring_[stretch.last] - start;
    int64_t farthest = 0;
    int middle = stretch.first;
    for (int k = stretch.first + 1; k < stretch.last; ++k) {
      const cv::Point pixel = ring_[k] - start;
      const int64_t off = std::abs(int64_t(pixel.y) * side.x - int64_t(pixel.x) * side.y);
      if (off > farthest) {
        farthest = off;
        middle = k;
      }
    }
    if (double(farthest) * farthest <= squaredDistance_ * cv::Point2d(side).dot(side)) {
      corners_.push_back(start);
    } else {
      stretches_.push_back({middle, stretch.last});
      stretches_.push_back({stretch.first, middle});
    }
  }
  return true;
}

/// Drops corners that are close to the line through their neighbours, but not where that line is upright or level, and
/// not the next corner after a dropped one.
void Outline::dropStraight() {
  const size_t count = corners_.size();
  size_t left = count, read = 0, write = 0;
  // Corners are written over those that were read; the last step comes back to the first one as it then is.
  const auto next = [&] { return corners_[read++ % count]; };
  cv::Point before = corners_.back(), corner = next();
  for (size_t k = 0; k < count && left > 2; ++k) {
    const cv::Point after = next(), side = after - before, in = corner - before, out = after - corner;
    const double off = std::abs(int64_t(in.x) * side.y - int64_t(in.y) * side.x);
    const bool straight = off * off <= 0.5 * squaredDistance_ * cv::Point2d(side).dot(side) && side.x != 0 &&
                          side.y != 0 && int64_t(in.x) * out.x + int64_t(in.y) * out.y >= 0;
    if (straight) {
      --left;
      ++k;
      corners_[write++ % count] = before = after;
      corner = next();
    } else {
      corners_[write++ % count] = before = corner;
      corner = after;
    }
  }
  corners_.resize(left);
}

}  // namespace calvaria
