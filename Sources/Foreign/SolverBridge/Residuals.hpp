#pragma once
#include "SolverBridge.h"

#include <Eigen/Dense>

namespace calvaria {

using Matrix36 = Eigen::Matrix<double, 3, 6>;
/// The focal length, the lens and the depth terms, in this order.
constexpr int sharedCount = 1 + SOLVER_LENS_TERMS + SOLVER_DEPTH_TERMS;
using Matrix3Shared = Eigen::Matrix<double, 3, sharedCount>;
using SharedMatrix = Eigen::Matrix<double, sharedCount, sharedCount>;
using SharedVector = Eigen::Matrix<double, sharedCount, 1>;

/// A frame's camera from map; changes apply on the left: rotation vector, then translation.
struct Pose {
  Eigen::Matrix3d rotation;
  Eigen::Vector3d translation;

  Eigen::Vector3d operator*(const Eigen::Vector3d &point) const { return rotation * point + translation; }
  Pose retracted(const Eigen::Matrix<double, 6, 1> &step) const;
};

/// The three whitened residuals of one corner in one frame (x, y in pixels, depth) with their derivatives and the
/// robust weights.
struct CornerResidual {
  Eigen::Vector3d value;
  Matrix36 byPose;
  Eigen::Matrix3d byPoint;
  Matrix3Shared byShared;
  Eigen::Vector3d weight;
  double cost;

  CornerResidual(const Pose &pose, const Eigen::Vector3d &point, const SolverCamera &camera,
                 const SolverSighting &sighting, int corner, const SharedVector &shared,
                 const SolverOptions &options);
};

/// Huber's loss of a squared residual, and the weight of its quadratic.
struct Huber {
  double loss, weight;
  Huber(double squared, double knee);
};

}  // namespace calvaria
