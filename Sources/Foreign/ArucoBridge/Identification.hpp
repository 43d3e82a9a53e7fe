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

/// What a candidate is: nothing printed, a print with a black border whose cells are not those of a marker, or a marker.
enum class Reading { nothing, print, marker };

/// Identifies candidates as OpenCV 4.6's detectMarkers does with its default parameters.
class Identification {
 public:
  explicit Identification(const cv::aruco::Dictionary &dictionary);

  /// Whether the candidate in the grey image is a marker of the dictionary, as OpenCV reads it.
  Reading identify(const cv::Mat &gray, const Candidate &candidate, Sighting &sighting);

  /// The same with the cells where they lie in a bent print, for a candidate that OpenCV can't read.
  bool identifyBent(const cv::Mat &gray, const Candidate &candidate, Sighting &sighting);

 private:
  bool readCells(const cv::Mat &gray, const std::vector<cv::Point2f> &corners);
  void readCells(const cv::Mat &gray, const BentSquare &shape);
  bool lookUp(std::vector<cv::Point2f> corners, Sighting &sighting) const;
  bool isPrint() const;
  cv::Mat inner() const;
  int whiteInBorder() const;

  const cv::aruco::Dictionary &dictionary_;
  const int cells_;  ///< A side, the border's included.
  cv::Mat view_;     ///< The candidate from the front.
  cv::Mat white_;    ///< 1 for each white cell.
};

}  // namespace calvaria
