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
    const auto dictionary = calvaria::dictionary(name);
    // detectMarkers of OpenCV 4.6 changes the parameters that it is given, so each call has its own.
    const auto parameters = cv::aruco::DetectorParameters::create();
    parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_NONE;
    std::vector<Corners> found;
    std::vector<int> ids;
    cv::aruco::detectMarkers(image, dictionary, found, ids, parameters);

    *count = static_cast<int32_t>(ids.size());
    for (int i = 0; i < std::min(*count, capacity); ++i) {
      refine(image, found[i], dictionary->markerSize);
      markers[i].id = ids[i];
      for (int k = 0; k < 4; ++k) {
        markers[i].corners[2 * k] = found[i][k].x;
        markers[i].corners[2 * k + 1] = found[i][k].y;
      }
    }
  });
}
