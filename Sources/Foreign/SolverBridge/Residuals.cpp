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

/// Where a lens shows what a pinhole sees at a place of the plane at depth 1, with its derivatives.
struct LensImage {
  Eigen::Vector2d place;
  Eigen::Matrix2d byPlace;
  Eigen::Matrix<double, 2, SOLVER_LENS_TERMS> byLens;

  LensImage(const Eigen::Vector2d &ideal, const SolverCamera &camera, const SharedVector &shared) {
    const Eigen::Vector2d centre(camera.centre[0], camera.centre[1]), d = ideal - centre;
    const double x = d.x(), y = d.y(), s = d.squaredNorm();
    double magnification = 0, slope = 0;  // of r (1 + k1 r² + …), both less 1
    for (int k = SOLVER_RADIAL_TERMS - 1; k >= 0; --k) {
      const double coefficient = camera.radial[k] + (k < SOLVER_LENS_TERMS ? shared(1 + k) : 0);
      magnification = (magnification + coefficient) * s;
      slope = (slope + (2 * k + 3) * coefficient) * s;
    }
    const double growth = s > 0 ? (slope - magnification) / s : 2 * (camera.radial[0] + shared(1));
    const double p = camera.tangential[0], q = camera.tangential[1];
    place = centre + d * (1 + magnification) +
            Eigen::Vector2d(2 * p * x * y + q * (s + 2 * x * x), p * (s + 2 * y * y) + 2 * q * x * y);
    const double mixed = growth * x * y + 2 * p * x + 2 * q * y;
    byPlace << 1 + magnification + growth * x * x + 2 * p * y + 6 * q * x, mixed, mixed,
        1 + magnification + growth * y * y + 6 * p * y + 2 * q * x;
    double power = s;
    for (int k = 0; k < SOLVER_LENS_TERMS; ++k, power *= s) byLens.col(k) = d * power;
  }
};

/// Whether a camera is a pinhole whose lens is no unknown.
bool isPinhole(const SolverCamera &camera, const SharedVector &shared, const SolverOptions &options) {
  if (camera.has_lens) return false;
  for (int k = 0; k < SOLVER_LENS_TERMS; ++k)
    if (shared(1 + k) != 0 || options.prior_sigma.lens[k] > 0) return false;
  return true;
}

}  // namespace

CornerResidual::CornerResidual(const Pose &pose, const Eigen::Vector3d &point, const SolverCamera &camera,
                               const SolverSighting &sighting, int corner, const SharedVector &shared,
                               const SolverOptions &options) {
  const Eigen::Vector3d p = pose * point;
  const double scale = std::exp(shared(0));
  const double z = p.z(), fx = camera.fx * scale, fy = camera.fy * scale;
  double u = fx * p.x() / z, v = fy * p.y() / z;
  const Eigen::Map<const Eigen::Matrix<double, SOLVER_DEPTH_TERMS, 1>> terms(sighting.depth_term[corner]);
  const double corrected = sighting.depth_m[corner] + terms.dot(shared.tail<SOLVER_DEPTH_TERMS>());
  const double byPixel = 1 / sighting.pixel_sigma_px, byDepth = 1 / sighting.depth_sigma_m[corner];

  value << (u + camera.cx - sighting.pixel[2 * corner]) * byPixel,
      (v + camera.cy - sighting.pixel[2 * corner + 1]) * byPixel, (z - corrected) * byDepth;
  Eigen::Matrix3d byCameraPoint;
  byCameraPoint << fx / z * byPixel, 0, -u / z * byPixel, 0, fy / z * byPixel, -v / z * byPixel, 0, 0, byDepth;
  byShared.setZero();
  if (!isPinhole(camera, shared, options)) {
    const LensImage image({p.x() / z, p.y() / z}, camera, shared);
    const Eigen::Vector2d focal(fx, fy);
    u = fx * image.place.x(), v = fy * image.place.y();
    value.x() = (u + camera.cx - sighting.pixel[2 * corner]) * byPixel;
    value.y() = (v + camera.cy - sighting.pixel[2 * corner + 1]) * byPixel;
    Eigen::Matrix<double, 2, 3> idealByPoint;
    idealByPoint << 1 / z, 0, -p.x() / (z * z), 0, 1 / z, -p.y() / (z * z);
    const Eigen::Vector2d scaled = focal * byPixel;
    byCameraPoint.topRows<2>() = scaled.asDiagonal() * (image.byPlace * idealByPoint);
    byShared.block<2, SOLVER_LENS_TERMS>(0, 1) = scaled.asDiagonal() * image.byLens;
  }
  byPoint = byCameraPoint * pose.rotation;
  byPose.leftCols<3>() = -byCameraPoint * skew(p);
  byPose.rightCols<3>() = byCameraPoint;
  byShared(0, 0) = u * byPixel;
  byShared(1, 0) = v * byPixel;
  byShared.block<1, SOLVER_DEPTH_TERMS>(2, 1 + SOLVER_LENS_TERMS) = -byDepth * terms.transpose();

  const Huber image(value.head<2>().squaredNorm(), options.huber), depth(value.z() * value.z(), options.huber);
  weight << image.weight, image.weight, depth.weight;
  cost = image.loss + depth.loss;
}

}  // namespace calvaria
