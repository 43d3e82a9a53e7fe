#include "Identification.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>

namespace calvaria {

/// The pixels a side of a cell in the view from the front.
constexpr int cellSide = 4;

Identification::Identification(const cv::aruco::Dictionary &dictionary)
    : dictionary_(dictionary), cells_(dictionary.markerSize + 2), white_(cells_, cells_, CV_8UC1) {}

bool Identification::identify(const cv::Mat &gray, const Candidate &candidate, Sighting &sighting) {
  std::vector<cv::Point2f> corners(candidate.corners.begin(), candidate.corners.end());
  if (!readCells(gray, corners)) return false;
  const int size = dictionary_.markerSize;
  if (whiteInBorder() > int(size * size * 0.35)) return false;

  const cv::Mat inner = white_(cv::Rect(1, 1, size, size));
  // Most candidates that are not markers are plain black, and would be compared with each marker. In every dictionary
  // of OpenCV 4.6 each marker has more white cells than twice the number of cells that are corrected.
  constexpr double corrected = 0.6;
  if (cv::countNonZero(inner) <= int(dictionary_.maxCorrectionBits * corrected)) return false;
  int turns = 0;
  if (!dictionary_.identify(inner, sighting.id, turns, corrected)) return false;
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

int Identification::whiteInBorder() const {
  const cv::Mat inner = white_(cv::Rect(1, 1, cells_ - 2, cells_ - 2));
  return cv::countNonZero(white_) - cv::countNonZero(inner);
}

}  // namespace calvaria
