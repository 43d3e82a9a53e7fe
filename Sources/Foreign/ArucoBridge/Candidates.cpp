#include "Candidates.hpp"

#include "Borders.hpp"

#include <algorithm>
#include <cstdlib>

namespace calvaria {

namespace {

using Corners = std::array<cv::Point, 4>;

int64_t cross(cv::Point a, cv::Point b) { return int64_t(a.x) * b.y - int64_t(a.y) * b.x; }
int64_t squared(cv::Point a) { return int64_t(a.x) * a.x + int64_t(a.y) * a.y; }

bool isConvex(const Corners &corners) {
  int left = 0, right = 0;
  for (int i = 0; i < 4; ++i) {
    const auto turn = cross(corners[(i + 1) % 4] - corners[i], corners[(i + 2) % 4] - corners[(i + 1) % 4]);
    left += turn < 0;
    right += turn > 0;
  }
  return left == 4 || right == 4;
}

bool hasShortSide(const Corners &corners, double least) {
  for (int i = 0; i < 4; ++i)
    if (squared(corners[i] - corners[(i + 1) % 4]) < least * least) return true;
  return false;
}

bool isNearEdge(const Corners &corners, cv::Size image) {
  constexpr int room = 3;
  const cv::Rect inner(room, room, image.width - 2 * room, image.height - 2 * room);
  return std::any_of(corners.begin(), corners.end(), [&](cv::Point corner) { return !inner.contains(corner); });
}

void turnClockwise(Candidate &candidate) {
  auto &corners = candidate.corners;
  if (cross(corners[1] - corners[0], corners[2] - corners[0]) >= 0) return;
  std::swap(corners[1], corners[3]);
  candidate.shape.reverse();
}

/// Twice the area.
int64_t doubleArea(const Corners &corners) {
  return std::abs(cross(corners[2] - corners[0], corners[3] - corners[1]));
}

/// Whether two candidates are of one print: with some corner of the first as its first one, their corners are closer
/// than a share of the shorter border, in the root mean square.
bool areClose(const Candidate &a, const Candidate &b) {
  const double least = std::min(a.length, b.length) * 0.05;
  const double limit = least * least;
  for (int first = 0; first < 4; ++first) {
    int64_t sum = 0;
    for (int i = 0; i < 4; ++i) sum += squared(a.corners[(i + first) % 4] - b.corners[i]);
    if (sum / 4. < limit) return true;
  }
  return false;
}

}  // namespace

const std::vector<Candidate> &CandidateSearch::find(const cv::Mat &gray, const cv::Rect &part) {
  CV_Assert(!part.empty() && (part & cv::Rect({}, gray.size())) == part);
  all_.clear();
  for (const int window : {3, 13, 23}) findDark(gray, part, window);
  keepLargest();
  return kept_;
}

/// Adds the quadrilaterals of one threshold, from the bottom up as OpenCV lists its contours.
void CandidateSearch::findDark(const cv::Mat &gray, const cv::Rect &part, int window) {
  const size_t before = all_.size();
  const int longerSide = std::max(gray.cols, gray.rows);
  darkPixels_.find(gray, part, window, mask_);
  Borders borders(mask_, gray.size(), int(0.03 * longerSide), 4 * longerSide, border_);
  for (Border border; borders.next(border);) {
    Corners corners;
    if (!outline_.isQuadrilateral(border, border.count * 0.03, corners)) continue;
    if (!isConvex(corners) || hasShortSide(corners, border.count * 0.05) || isNearEdge(corners, gray.size())) continue;
    Candidate candidate{corners, border.count, BentSquare(border, corners)};
    turnClockwise(candidate);
    all_.push_back(candidate);
  }
  std::reverse(all_.begin() + before, all_.end());
}

/// A print yields several candidates, from the thresholds and from both sides of its edge. Groups the close ones and
/// keeps the largest of each group, the last one of several. As in OpenCV, a candidate joins the first group that it is
/// found close to, groups are not united, and their order is that of the first candidates found to be in them.
void CandidateSearch::keepLargest() {
  std::vector<int> group(all_.size(), -1);
  kept_.clear();
  const auto join = [&](size_t candidate, int g) {
    group[candidate] = g;
    if (doubleArea(all_[candidate].corners) >= doubleArea(kept_[g].corners)) kept_[g] = all_[candidate];
  };
  for (size_t i = 0; i < all_.size(); ++i) {
    for (size_t j = i + 1; j < all_.size(); ++j) {
      if ((group[i] >= 0 && group[j] >= 0) || !areClose(all_[i], all_[j])) continue;
      if (group[i] < 0 && group[j] < 0) {
        group[i] = int(kept_.size());
        kept_.push_back(all_[i]);
      }
      if (group[j] < 0) join(j, group[i]);
      else join(i, group[j]);
    }
    if (group[i] < 0) {
      group[i] = int(kept_.size());
      kept_.push_back(all_[i]);
    }
  }
}

}  // namespace calvaria
