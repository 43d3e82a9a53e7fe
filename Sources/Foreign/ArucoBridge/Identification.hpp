#pragma once
#include "Candidates.hpp"
#include "Dictionary.hpp"

#include <vector>

namespace calvaria {

/// A marker that was found: its corners clockwise in the print from its top left.
struct Sighting {
  int id;
  std::vector<cv::Point2f> corners;
};

/// Identifies candidates as OpenCV 4.6's detectMarkers does with its default parameters.
class Identification {
 public:
  explicit Identification(const cv::aruco::Dictionary &dictionary);

  /// Whether the candidate in the grey image is a marker of the dictionary.
  bool identify(const cv::Mat &gray, const Candidate &candidate, Sighting &sighting);

 private:
  bool readCells(const cv::Mat &gray, const std::vector<cv::Point2f> &corners);
  int whiteInBorder() const;

  const cv::aruco::Dictionary &dictionary_;
  const int cells_;  ///< A side, the border's included.
  cv::Mat view_;     ///< The candidate from the front.
  cv::Mat white_;    ///< 1 for each white cell.
};

}  // namespace calvaria
