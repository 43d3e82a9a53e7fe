#pragma once
#include "BentSquare.hpp"
#include "Mask.hpp"
#include "Outline.hpp"

#include <array>
#include <vector>

namespace calvaria {

/// A quadrilateral that may be a marker: its corners clockwise, how many pixels its border has, and
/// its shape as those show it.
struct Candidate {
  std::array<cv::Point, 4> corners;
  int length;
  BentSquare shape;
};

/// The search for quadrilaterals of OpenCV 4.6's detectMarkers with its default parameters: the same ones in the same
/// order, whatever version of OpenCV is linked. It keeps its buffers for the next image; a thread needs its own.
class CandidateSearch {
 public:
  /// The candidates whose borders lie in a part of a grey image, as far as they are those of the whole image.
  const std::vector<Candidate> &find(const cv::Mat &gray, const cv::Rect &part);

 private:
  void findDark(const cv::Mat &gray, const cv::Rect &part, int window);
  void keepLargest();

  Mask mask_;
  DarkPixels darkPixels_;
  std::vector<cv::Point> border_;
  Outline outline_;
  std::vector<Candidate> all_, kept_;
};

}  // namespace calvaria
