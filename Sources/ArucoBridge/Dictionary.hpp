#pragma once
#include <opencv2/aruco.hpp>

namespace calvaria {

/// OpenCV's predefined dictionary of that name; throws std::invalid_argument for an unknown one.
cv::Ptr<cv::aruco::Dictionary> dictionary(const char *name);

}  // namespace calvaria
