#include "Residuals.hpp"

#include <cmath>

namespace calvaria {

Pose Pose::retracted(const Eigen::Matrix<double, 6, 1> &step) const {
  const Eigen::Vector3d w = step.head<3>();
  const double angle = w.norm();
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
  if (angle > 0) turn = Eigen::AngleAxisd(angle, w / angle).toRotationMatrix();
  return {turn * rotation, turn * translation + step.tail<3>()};
}

Huber::Huber(double squared, double knee) {
  const double r = std::sqrt(squared);
  loss = r <= knee ? squared : 2 * knee * r - knee * knee;
  weight = r <= knee ? 1 : knee / r;
}

namespace {

Eigen::Matrix3d skew(const Eigen::Vector3d &v) {
  Eigen::Matrix3d m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

}  // namespace

CornerResidual::CornerResidual(const Pose &pose, const Eigen::Vector3d &point, const SolverCamera &camera,
                               const SolverSighting &sighting, int corner, const SharedVector &shared,
                               const SolverOptions &options) {
  const Eigen::Vector3d p = pose * point;
  const double scale = std::exp(shared(0));
  const double z = p.z(), fx = camera.fx * scale, fy = camera.fy * scale;
  const double u = fx * p.x() / z, v = fy * p.y() / z;
  const Eigen::Map<const Eigen::Matrix<double, SOLVER_DEPTH_TERMS, 1>> terms(sighting.depth_term[corner]);
  const double corrected = sighting.depth_m[corner] + terms.dot(shared.tail<SOLVER_DEPTH_TERMS>());
  const double byPixel = 1 / sighting.pixel_sigma_px, byDepth = 1 / sighting.depth_sigma_m[corner];

  value << (u + camera.cx - sighting.pixel[2 * corner]) * byPixel,
      (v + camera.cy - sighting.pixel[2 * corner + 1]) * byPixel, (z - corrected) * byDepth;
  Eigen::Matrix3d byCameraPoint;
  byCameraPoint << fx / z * byPixel, 0, -u / z * byPixel, 0, fy / z * byPixel, -v / z * byPixel, 0, 0, byDepth;
  byPoint = byCameraPoint * pose.rotation;
  byPose.leftCols<3>() = -byCameraPoint * skew(p);
  byPose.rightCols<3>() = byCameraPoint;
  byShared.setZero();
  byShared(0, 0) = u * byPixel;
  byShared(1, 0) = v * byPixel;
  byShared.block<1, SOLVER_DEPTH_TERMS>(2, 1) = -byDepth * terms.transpose();

  const Huber image(value.head<2>().squaredNorm(), options.huber), depth(value.z() * value.z(), options.huber);
  weight << image.weight, image.weight, depth.weight;
  cost = image.loss + depth.loss;
}

}  // namespace calvaria
