#include "Adjustment.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace calvaria {

namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;

}  // namespace

SharedVector sharedVector(const SolverCalibration &calibration) {
  SharedVector shared;
  shared << calibration.log_focal_scale, Eigen::Map<const Eigen::Matrix<double, SOLVER_LENS_TERMS, 1>>(calibration.lens),
      Eigen::Map<const Eigen::Matrix<double, SOLVER_DEPTH_TERMS, 1>>(calibration.depth);
  return shared;
}

Adjustment::Adjustment(const Problem &problem, const SolverOptions &options)
    : problem_(problem), options_(options), sightingsOfFrame_(problem.frames) {
  for (int f = 0; f < problem.frames; ++f) {
    const double *p = problem.poses + 12 * f;
    state_.poses.push_back({Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(p),
                            Eigen::Map<const Eigen::Vector3d>(p + 9)});
  }
  for (int k = 0; k < 4 * problem.markers; ++k)
    state_.points.emplace_back(Eigen::Map<const Eigen::Vector3d>(problem.corners + 3 * k));
  given_ = state_.points;
  state_.shared = sharedVector(*problem.calibration);
  for (int s = 0; s < problem.sightings; ++s) {
    const auto &sighting = problem.sighting[s];
    if (sighting.frame < 0 || sighting.frame >= problem.frames || sighting.marker < 0 ||
        sighting.marker >= problem.markers)
      throw std::out_of_range("a sighting names a frame or marker that does not exist");
    sightingsOfFrame_[sighting.frame].push_back(s);
  }
}

CornerResidual Adjustment::residual(const State &state, int index, int corner) const {
  const auto &sighting = problem_.sighting[index];
  return {state.poses[sighting.frame], state.points[4 * sighting.marker + corner], problem_.cameras[sighting.frame],
          sighting, corner, state.shared, options_};
}

Eigen::VectorXd Adjustment::step(const std::vector<FrameBlock> &blocks, double damping) {
  if (options_.poses_only) return Eigen::VectorXd::Zero(sharedColumn() + sharedCount);
  auto &equations = reduce(blocks, damping);
  return InPlaceLLT(equations.matrix).solve(equations.right);
}

State Adjustment::stepped(const std::vector<FrameBlock> &blocks, const Eigen::VectorXd &step, double damping) const {
  State next = state_;
  for (size_t k = 0; k < next.points.size(); ++k) next.points[k] += step.segment<3>(3 * k);
  next.shared += step.tail<sharedCount>();
  for (size_t f = 0; f < blocks.size(); ++f) {
    Vector6 right = blocks[f].poseRight - blocks[f].coupling * step.tail<sharedCount>();
    for (const auto &sighting : blocks[f].sightings) right -= sighting.coupling * step.segment<12>(sighting.column);
    next.poses[f] = next.poses[f].retracted(blocks[f].damped(damping).ldlt().solve(right));
  }
  return next;
}

std::pair<double, double> Adjustment::prior(int unknown) const {
  const double sigma = sharedVector(options_.prior_sigma)(unknown);
  if (sigma == 0) return {0, 0};
  return {1 / (sigma * sigma), sharedVector(options_.prior_mean)(unknown)};
}

double Adjustment::cost(const State &state) const {
  double sum = 0;
  for (int s = 0; s < problem_.sightings; ++s)
    for (int corner = 0; corner < 4; ++corner) sum += residual(state, s, corner).cost;
  for (int marker = 0; marker < problem_.markers; ++marker)
    for (int k = 0; k < 4; ++k) {
      const double side = (state.points[4 * marker + k] - state.points[4 * marker + (k + 1) % 4]).norm();
      sum += std::pow((side - options_.marker_side_m) / problem_.side_sigma_m[4 * marker + k], 2);
    }
  if (cornerInformation() > 0)
    for (size_t k = 0; k < given_.size(); ++k)
      sum += cornerInformation() * (state.points[k] - given_[k]).squaredNorm();
  for (int k = 0; k < sharedCount; ++k) {
    const auto [information, mean] = prior(k);
    sum += information * std::pow(state.shared(k) - mean, 2);
  }
  return sum;
}

SolverSummary Adjustment::solve() {
  SolverSummary summary{};
  double damping = 1e-6, current = cost(state_);
  for (; summary.iterations < options_.iterations; ++summary.iterations) {
    const auto blocks = linearize();
    bool improved = false;
    double gain = 0;
    while (!improved && damping < 1e6) {
      const State next = stepped(blocks, step(blocks, damping), damping);
      const double cost = this->cost(next);
      improved = std::isfinite(cost) && cost <= current;
      damping = improved ? std::max(damping / 10, 1e-12) : damping * 10;
      if (improved) {
        gain = current - cost;
        state_ = next;
        current = cost;
      }
    }
    if (!improved || gain < options_.tolerance * current) break;
  }
  summary.cost = current;

  double image = 0, depth = 0;
  for (int s = 0; s < problem_.sightings; ++s) {
    const auto &sighting = problem_.sighting[s];
    for (int corner = 0; corner < 4; ++corner) {
      const CornerResidual r = residual(state_, s, corner);
      image += r.value.head<2>().squaredNorm() * sighting.pixel_sigma_px * sighting.pixel_sigma_px;
      depth += std::pow(r.value.z() * sighting.depth_sigma_m[corner], 2);
    }
  }
  const double count = std::max(1, 4 * problem_.sightings);
  summary.reprojection_rms_px = std::sqrt(image / count);
  summary.depth_rms_m = std::sqrt(depth / count);
  return summary;
}

}  // namespace calvaria
