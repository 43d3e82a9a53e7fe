#include "Dictionary.hpp"
#include "Guard.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace {

using Corners = std::vector<cv::Point2f>;

double meanSide(const Corners &corners) {
  double sum = 0;
  for (int i = 0; i < 4; ++i) sum += cv::norm(corners[i] - corners[(i + 1) % 4]);
  return sum / 4;
}

/// Moves each corner to the saddle of the gradient. The window follows the marker's size: OpenCV's fixed one reaches
/// into the bits of a small marker and drags its corners away.
void refine(const cv::Mat &gray, Corners &corners, int cells) {
  const double cell = meanSide(corners) / (cells + 2);
  const int half = std::clamp(static_cast<int>(std::lround(0.8 * cell)), 2, 12);
  const Corners found = corners;
  cv::cornerSubPix(gray, corners, {half, half}, {-1, -1},
                   {cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 30, 0.01});
  for (int i = 0; i < 4; ++i)
    if (cv::norm(corners[i] - found[i]) > half) corners[i] = found[i];
}

/// The dictionary with a plain black square before its markers. OpenCV compares each candidate with one code after the other until one
/// fits, and most candidates that are not markers are plain black. It takes no sighting from a marker: in every dictionary
/// of OpenCV 4.6 each marker has more white cells than twice the number of cells that are corrected.
cv::aruco::Dictionary ledByBlack(const cv::aruco::Dictionary &dictionary) {
  const cv::Mat &markers = dictionary.bytesList;
  cv::Mat codes;
  cv::vconcat(cv::Mat::zeros(1, markers.cols, markers.type()), markers, codes);
  return cv::aruco::Dictionary(codes, dictionary.markerSize, dictionary.maxCorrectionBits);
}

/// What OpenCV detects, with unrefined corners. Each call makes its own parameters, because OpenCV 4.6 changes them.
void detect(const cv::Mat &image, const cv::aruco::Dictionary &dictionary, std::vector<Corners> &corners,
            std::vector<int> &ids) {
#if CALVARIA_ARUCO_IN_OBJDETECT
  cv::aruco::DetectorParameters parameters;
  parameters.cornerRefinementMethod = cv::aruco::CORNER_REFINE_NONE;
  cv::aruco::ArucoDetector(dictionary, parameters).detectMarkers(image, corners, ids);
#else
  const auto parameters = cv::aruco::DetectorParameters::create();
  parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_NONE;
  cv::aruco::detectMarkers(image, cv::makePtr<cv::aruco::Dictionary>(dictionary), corners, ids, parameters);
#endif
}

/// Frames run in parallel instead. OpenCV's setting is global and not safe to change while another thread works.
void useOneThread() {
  static const bool once = (cv::setNumThreads(1), true);
  static_cast<void>(once);
}

}  // namespace

int aruco_detect(const char *name, const uint8_t *gray, int32_t width, int32_t height, ArucoMarker *markers,
                 int32_t capacity, int32_t *count, ArucoError *error) {
  return calvaria::guarded(error, [&] {
    useOneThread();
    const cv::Mat image(height, width, CV_8UC1, const_cast<uint8_t *>(gray));
    const auto dictionary = ledByBlack(calvaria::dictionary(name));
    std::vector<Corners> found;
    std::vector<int> ids;
    detect(image, dictionary, found, ids);

    *count = 0;
    for (size_t i = 0; i < ids.size(); ++i) {
      if (ids[i] == 0) continue;  // plain black
      const int32_t place = (*count)++;
      if (place >= capacity) continue;
      refine(image, found[i], dictionary.markerSize);
      markers[place].id = ids[i] - 1;
      for (int k = 0; k < 4; ++k) {
        markers[place].corners[2 * k] = found[i][k].x;
        markers[place].corners[2 * k + 1] = found[i][k].y;
      }
    }
  });
}
