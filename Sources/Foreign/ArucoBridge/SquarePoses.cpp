#include "ArucoBridge.h"
#include "Guard.hpp"

#include <opencv2/calib3d.hpp>

#include <algorithm>

int aruco_square_poses(const double corners[8], double side, double fx, double fy, double cx, double cy,
                       ArucoPose poses[2], int32_t *count, ArucoError *error) {
  return calvaria::guarded(error, [&] {
    const double h = side / 2;
    const std::vector<cv::Point3d> object = {{-h, h, 0}, {h, h, 0}, {h, -h, 0}, {-h, -h, 0}};
    std::vector<cv::Point2d> image;
    for (int k = 0; k < 4; ++k) image.emplace_back(corners[2 * k], corners[2 * k + 1]);
    const cv::Matx33d camera(fx, 0, cx, 0, fy, cy, 0, 0, 1);
    std::vector<cv::Mat> rotations, translations;
    std::vector<double> reprojection;
    cv::solvePnPGeneric(object, image, camera, cv::noArray(), rotations, translations, false,
                        cv::SOLVEPNP_IPPE_SQUARE, cv::noArray(), cv::noArray(), reprojection);
    *count = std::min<int32_t>(2, static_cast<int32_t>(rotations.size()));
    for (int i = 0; i < *count; ++i) {
      cv::Matx33d rotation;
      cv::Rodrigues(rotations[i], rotation);
      std::copy_n(rotation.val, 9, poses[i].rotation);
      for (int k = 0; k < 3; ++k) poses[i].translation[k] = translations[i].at<double>(k);
      poses[i].reprojection_px = reprojection[i];
    }
  });
}
