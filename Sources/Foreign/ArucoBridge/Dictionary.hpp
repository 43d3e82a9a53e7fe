#pragma once
#include <opencv2/core.hpp>

// OpenCV 4.7 moved the dictionaries of ArUco from the contributed module `aruco` to `objdetect`, as values in place of
// pointers.
#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 7)
#define CALVARIA_ARUCO_IN_OBJDETECT 1
#include <opencv2/objdetect/aruco_detector.hpp>
#else
#define CALVARIA_ARUCO_IN_OBJDETECT 0
#include <opencv2/aruco.hpp>
#endif

namespace calvaria {

/// OpenCV's predefined dictionary of that name; throws std::invalid_argument for an unknown one.
cv::aruco::Dictionary dictionary(const char *name);

}  // namespace calvaria
