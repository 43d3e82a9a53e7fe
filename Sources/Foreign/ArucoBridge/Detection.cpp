#include "Candidates.hpp"
#include "Guard.hpp"
#include "Identification.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

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

/// Prints that slant by more than 60°, which OpenCV hardly reads either, are left: blur moves their corners, and with
/// them the focal length (Docs/methods/markers.md).
bool isSteep(const calvaria::Candidate &candidate) { return candidate.shape.foreshortening() < 0.5; }

/// The markers among the candidates. Where OpenCV would read few, or fewer than it leaves, those are read once more as
/// bent prints: more markers add little to a pose that has many, and cost as much.
std::vector<calvaria::Sighting> identified(const std::vector<calvaria::Candidate> &candidates, const cv::Mat &image,
                                           const cv::aruco::Dictionary &dictionary) {
  constexpr size_t few = 5;  // Assumed: two more than a pose needs.
  calvaria::Identification identification(dictionary);
  calvaria::Sighting found;
  std::vector<calvaria::Sighting> sightings;
  std::vector<const calvaria::Candidate *> unread;
  for (const auto &candidate : candidates) {
    const auto reading = identification.identify(image, candidate, found);
    if (reading == calvaria::Reading::marker) sightings.push_back(found);
    else if (reading == calvaria::Reading::print && !isSteep(candidate)) unread.push_back(&candidate);
  }
  if (sightings.size() >= few && sightings.size() >= unread.size()) return sightings;
  // What OpenCV reads stands: two of one id would leave none.
  const auto isRead = [&](int id) {
    return std::any_of(sightings.begin(), sightings.end(), [&](const auto &sighting) { return sighting.id == id; });
  };
  for (const auto *candidate : unread)
    if (identification.identifyBent(image, *candidate, found) && !isRead(found.id)) sightings.push_back(found);
  return sightings;
}

/// Frames run in parallel instead. OpenCV's setting is global and not safe to change while another thread works.
void useOneThread() {
  static const bool once = (cv::setNumThreads(1), true);
  static_cast<void>(once);
}

}  // namespace

int aruco_detect(const char *name, const uint8_t *gray, int32_t width, int32_t height, ArucoBox box,
                 ArucoMarker *markers, int32_t capacity, int32_t *count, ArucoError *error) {
  return calvaria::guarded(error, [&] {
    useOneThread();
    thread_local calvaria::CandidateSearch search;
    const cv::Mat image(height, width, CV_8UC1, const_cast<uint8_t *>(gray));
    const auto dictionary = calvaria::dictionary(name);
    const auto sightings = identified(search.find(image, {box.x, box.y, box.width, box.height}), image, dictionary);
    *count = int32_t(sightings.size());
    for (int32_t place = 0; place < std::min(*count, capacity); ++place) {
      auto corners = sightings[place].corners;
      refine(image, corners, dictionary.markerSize);
      markers[place].id = sightings[place].id;
      for (int k = 0; k < 4; ++k) {
        markers[place].corners[2 * k] = corners[k].x;
        markers[place].corners[2 * k + 1] = corners[k].y;
      }
    }
  });
}

int aruco_dark_pixels(const uint8_t *gray, int32_t width, int32_t height, ArucoBox box, int32_t window,
                      int32_t is_wide, uint8_t *dark, ArucoError *error) {
  return calvaria::guarded(error, [&] {
    if (is_wide && !calvaria::DarkPixels::canBeWide()) throw std::invalid_argument("this processor has no AVX2");
    const cv::Mat image(height, width, CV_8UC1, const_cast<uint8_t *>(gray));
    calvaria::Mask mask;
    calvaria::DarkPixels(is_wide != 0).find(image, {box.x, box.y, box.width, box.height}, window, mask);
    for (int32_t y = 0; y < box.height; ++y) std::copy_n(mask.row(y), box.width, dark + ptrdiff_t(y) * box.width);
  });
}
