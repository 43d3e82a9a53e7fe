#include "Identification.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>

namespace calvaria {

/// The pixels a side of a cell in the view from the front.
constexpr int cellSide = 4;
/// The share of the cells that a dictionary could correct which are corrected.
constexpr double corrected = 0.6;

Identification::Identification(const cv::aruco::Dictionary &dictionary)
    : dictionary_(dictionary), cells_(dictionary.markerSize + 2), white_(cells_, cells_, CV_8UC1) {}

Reading Identification::identify(const cv::Mat &gray, const Candidate &candidate, Sighting &sighting) {
  std::vector<cv::Point2f> corners(candidate.corners.begin(), candidate.corners.end());
  if (!readCells(gray, corners) || !isPrint()) return Reading::nothing;
  return lookUp(corners, sighting) ? Reading::marker : Reading::print;
}

bool Identification::identifyBent(const cv::Mat &gray, const Candidate &candidate, Sighting &sighting) {
  const BentSquare &shape = candidate.shape;
  // Corners that are not finite are in no image, either.
  const cv::Rect2d image(0, 0, gray.cols - 1, gray.rows - 1);
  if (!std::all_of(shape.corners.begin(), shape.corners.end(), [&](const auto &at) { return image.contains(at); })) return false;
  readCells(gray, shape);
  return isPrint() && lookUp({shape.corners.begin(), shape.corners.end()}, sighting);
}

/// Whether the border is black, up to a share that OpenCV allows, and not all within.
bool Identification::isPrint() const {
  const int size = dictionary_.markerSize;
  if (whiteInBorder() > int(size * size * 0.35)) return false;
  // Most candidates that are not markers are plain black, and would be compared with each marker. In every dictionary
  // of OpenCV 4.6 each marker has more white cells than twice the number of cells that are corrected.
  return cv::countNonZero(inner()) > int(dictionary_.maxCorrectionBits * corrected);
}

bool Identification::lookUp(std::vector<cv::Point2f> corners, Sighting &sighting) const {
  int turns = 0;
  if (!dictionary_.identify(inner(), sighting.id, turns, corrected)) return false;
  std::rotate(corners.begin(), corners.begin() + (4 - turns), corners.end());
  sighting.corners = std::move(corners);
  return true;
}

/// Tells which cells are white; false where the view is too even to tell, which no marker is.
bool Identification::readCells(const cv::Mat &gray, const std::vector<cv::Point2f> &corners) {
  const int side = cells_ * cellSide;
  const float last = side - 1;
  const std::vector<cv::Point2f> square = {{0, 0}, {last, 0}, {last, last}, {0, last}};
  cv::warpPerspective(gray, view_, cv::getPerspectiveTransform(corners, square), {side, side}, cv::INTER_NEAREST);

  constexpr int half = cellSide / 2;
  cv::Scalar mean, deviation;
  cv::meanStdDev(view_(cv::Rect(half, half, side - 2 * half, side - 2 * half)), mean, deviation);
  if (deviation[0] < 5) return false;

  cv::threshold(view_, view_, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU);
  for (int y = 0; y < cells_; ++y)
    for (int x = 0; x < cells_; ++x) {
      int bright = 0;
      for (int v = 0; v < cellSide; ++v)
        for (int u = 0; u < cellSide; ++u) bright += view_.at<uint8_t>(y * cellSide + v, x * cellSide + u) != 0;
      white_.at<uint8_t>(y, x) = bright > cellSide * cellSide / 2;
    }
  return true;
}

/// The brightness between pixels; that of the nearest ones beyond the image.
static float brightness(const cv::Mat &gray, cv::Point2d at) {
  const double x = std::clamp(at.x, 0., gray.cols - 1.001), y = std::clamp(at.y, 0., gray.rows - 1.001);
  const int column = int(x), row = int(y);
  const double u = x - column, v = y - row;
  const uint8_t *const above = gray.ptr(row) + column, *const below = gray.ptr(row + 1) + column;
  return float((above[0] * (1 - u) + above[1] * u) * (1 - v) + (below[0] * (1 - u) + below[1] * u) * v);
}

/// Tells which cells are white by their middles, in a print that is bent.
void Identification::readCells(const cv::Mat &gray, const BentSquare &shape) {
  const BentSquare::Map map(shape);
  constexpr double off = 0.2;  // Assumed: within the middle half of a cell.
  cv::Mat levels(cells_, cells_, CV_8UC1);
  for (int y = 0; y < cells_; ++y)
    for (int x = 0; x < cells_; ++x) {
      float sum = 0;
      for (const double dy : {-off, off})
        for (const double dx : {-off, off})
          sum += brightness(gray, map((x + 0.5 + dx) / cells_, (y + 0.5 + dy) / cells_));
      levels.at<uint8_t>(y, x) = cv::saturate_cast<uint8_t>(sum / 4);
    }
  cv::threshold(levels, white_, 0, 1, cv::THRESH_BINARY | cv::THRESH_OTSU);
}

cv::Mat Identification::inner() const { return white_(cv::Rect(1, 1, cells_ - 2, cells_ - 2)); }

int Identification::whiteInBorder() const { return cv::countNonZero(white_) - cv::countNonZero(inner()); }

}  // namespace calvaria
