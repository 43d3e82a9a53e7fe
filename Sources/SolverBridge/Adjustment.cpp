#include "Adjustment.hpp"
#include "Parallel.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace calvaria {

namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;

/// The first frame is held by a prior far stronger than any measurement.
constexpr double gaugeWeight = 1e12;

/// Into how many sums the frames are shared out. It is the same on every machine, so that threads change no bit.
constexpr int parts = 4;

Matrix6 damped(const FrameBlock &block, double damping) {
  Matrix6 matrix = block.poseMatrix;
  matrix.diagonal() *= 1 + damping;
  return matrix;
}

SharedVector vector(const SolverCalibration &calibration) {
  SharedVector shared;
  shared << calibration.log_focal_scale, Eigen::Map<const Eigen::Matrix<double, SOLVER_DEPTH_TERMS, 1>>(calibration.depth);
  return shared;
}

SolverCalibration calibration(const SharedVector &shared) {
  SolverCalibration calibration;
  calibration.log_focal_scale = shared(0);
  Eigen::Map<Eigen::Matrix<double, SOLVER_DEPTH_TERMS, 1>>{calibration.depth} = shared.tail<SOLVER_DEPTH_TERMS>();
  return calibration;
}

}  // namespace

Adjustment::Adjustment(const SolverProblem &problem, const SolverOptions &options)
    : problem_(problem), options_(options), sightingsOfFrame_(problem.frames) {
  for (int f = 0; f < problem.frames; ++f) {
    const double *p = problem.poses + 12 * f;
    state_.poses.push_back({Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(p),
                            Eigen::Map<const Eigen::Vector3d>(p + 9)});
  }
  for (int k = 0; k < 4 * problem.markers; ++k)
    state_.points.emplace_back(Eigen::Map<const Eigen::Vector3d>(problem.corners + 3 * k));
  state_.shared = vector(*problem.calibration);
  for (int s = 0; s < problem.sightings; ++s) {
    const auto &sighting = problem.sighting[s];
    if (sighting.frame < 0 || sighting.frame >= problem.frames || sighting.marker < 0 ||
        sighting.marker >= problem.markers)
      throw std::out_of_range("a sighting names a frame or marker that does not exist");
    sightingsOfFrame_[sighting.frame].push_back(s);
  }
}

FrameBlock Adjustment::linearize(int frame) const {
  const auto &sightings = sightingsOfFrame_[frame];
  const int local = 12 * static_cast<int>(sightings.size()), size = local + sharedCount;
  FrameBlock block{Matrix6::Zero(), Vector6::Zero(), {}, Eigen::MatrixXd::Zero(6, size),
                   Eigen::MatrixXd::Zero(size, size), Eigen::VectorXd::Zero(size)};
  if (frame == 0 && !options_.poses_only) block.poseMatrix.diagonal().setConstant(gaugeWeight);
  for (const int s : sightings)
    for (int k = 0; k < 12; ++k) block.columns.push_back(12 * problem_.sighting[s].marker + k);
  for (int k = 0; k < sharedCount; ++k) block.columns.push_back(sharedColumn() + k);

  for (size_t i = 0; i < sightings.size(); ++i) {
    const auto &sighting = problem_.sighting[sightings[i]];
    for (int corner = 0; corner < 4; ++corner) {
      const CornerResidual r(state_.poses[frame], state_.points[4 * sighting.marker + corner],
                             problem_.cameras[frame], sighting, corner, state_.shared, options_);
      const int column = 12 * static_cast<int>(i) + 3 * corner;
      const Eigen::Matrix<double, 6, 3> weightedPose = r.byPose.transpose() * r.weight.asDiagonal();
      const Eigen::Matrix3d weightedPoint = r.byPoint.transpose() * r.weight.asDiagonal();
      const Eigen::Matrix<double, sharedCount, 3> weightedShared = r.byShared.transpose() * r.weight.asDiagonal();
      block.poseMatrix += weightedPose * r.byPose;
      block.poseRight -= weightedPose * r.value;
      block.coupling.middleCols<3>(column) += weightedPose * r.byPoint;
      block.coupling.rightCols<sharedCount>() += weightedPose * r.byShared;
      block.matrix.block<3, 3>(column, column) += weightedPoint * r.byPoint;
      block.matrix.block<3, sharedCount>(column, local) += weightedPoint * r.byShared;
      block.matrix.block<sharedCount, 3>(local, column) += weightedShared * r.byPoint;
      block.matrix.bottomRightCorner<sharedCount, sharedCount>() += weightedShared * r.byShared;
      block.right.segment<3>(column) -= weightedPoint * r.value;
      block.right.tail<sharedCount>() -= weightedShared * r.value;
    }
  }
  return block;
}

void Adjustment::addPriors(ReducedEquations &equations) const {
  const double weight = 1 / (options_.marker_side_sigma_m * options_.marker_side_sigma_m);
  for (int marker = 0; marker < problem_.markers; ++marker)
    for (int k = 0; k < 4; ++k) {
      const int a = 4 * marker + k, b = 4 * marker + (k + 1) % 4;
      const Eigen::Vector3d edge = state_.points[a] - state_.points[b];
      const Eigen::Vector3d along = edge.normalized();
      const Eigen::Matrix3d outer = weight * along * along.transpose();
      const Eigen::Vector3d pull = weight * (edge.norm() - options_.marker_side_m) * along;
      equations.matrix.block<3, 3>(3 * a, 3 * a) += outer;
      equations.matrix.block<3, 3>(3 * b, 3 * b) += outer;
      equations.matrix.block<3, 3>(3 * a, 3 * b) -= outer;
      equations.matrix.block<3, 3>(3 * b, 3 * a) -= outer;
      equations.right.segment<3>(3 * a) -= pull;
      equations.right.segment<3>(3 * b) += pull;
    }
  // A corner that no frame of the problem sees is held within a metre, so that the equations stay regular.
  equations.matrix.diagonal().head(sharedColumn()).array() += 1.0;
  const SharedVector sigma = vector(options_.prior_sigma);
  for (int k = 0; k < sharedCount; ++k) {
    const int column = sharedColumn() + k;
    if (sigma(k) > 0) {
      equations.matrix(column, column) += 1 / (sigma(k) * sigma(k));
      equations.right(column) -= state_.shared(k) / (sigma(k) * sigma(k));
    } else {
      equations.matrix.row(column).setZero();
      equations.matrix.col(column).setZero();
      equations.matrix(column, column) = 1;
      equations.right(column) = 0;
    }
  }
}

std::vector<FrameBlock> Adjustment::linearize() const {
  std::vector<FrameBlock> blocks(problem_.frames);
  forEach(problem_.frames, options_.threads, [&](int frame) { blocks[frame] = linearize(frame); });
  return blocks;
}

void Adjustment::eliminatePose(const FrameBlock &block, double damping, ReducedEquations &equations) const {
  const Eigen::LLT<Matrix6> pose(damped(block, damping));
  const Eigen::Matrix<double, 6, Eigen::Dynamic> solved = pose.solve(block.coupling);
  const Eigen::MatrixXd matrix = block.matrix - block.coupling.transpose() * solved;
  const Eigen::VectorXd right = block.right - solved.transpose() * block.poseRight;
  for (size_t i = 0; i < block.columns.size(); ++i) {
    equations.right(block.columns[i]) += right(i);
    for (size_t j = 0; j < block.columns.size(); ++j)
      equations.matrix(block.columns[j], block.columns[i]) += matrix(j, i);
  }
}

ReducedEquations Adjustment::reduce(const std::vector<FrameBlock> &blocks, double damping) const {
  const int size = sharedColumn() + sharedCount, count = static_cast<int>(blocks.size());
  const int shares = std::min(parts, count);
  std::vector<ReducedEquations> sums(shares);
  forEach(shares, options_.threads, [&](int part) {
    sums[part] = {Eigen::MatrixXd::Zero(size, size), Eigen::VectorXd::Zero(size)};
    for (int f = part * count / shares; f < (part + 1) * count / shares; ++f)
      eliminatePose(blocks[f], damping, sums[part]);
  });
  ReducedEquations equations = std::move(sums[0]);
  for (size_t part = 1; part < sums.size(); ++part) {
    equations.matrix += sums[part].matrix;
    equations.right += sums[part].right;
  }
  addPriors(equations);
  equations.matrix.diagonal() *= 1 + damping;
  return equations;
}

Eigen::VectorXd Adjustment::step(const std::vector<FrameBlock> &blocks, double damping) const {
  if (options_.poses_only) return Eigen::VectorXd::Zero(sharedColumn() + sharedCount);
  const auto equations = reduce(blocks, damping);
  return Eigen::LLT<Eigen::MatrixXd>(equations.matrix).solve(equations.right);
}

State Adjustment::stepped(const std::vector<FrameBlock> &blocks, const Eigen::VectorXd &step, double damping) const {
  State next = state_;
  for (size_t k = 0; k < next.points.size(); ++k) next.points[k] += step.segment<3>(3 * k);
  next.shared += step.tail<sharedCount>();
  for (size_t f = 0; f < blocks.size(); ++f) {
    Eigen::VectorXd local(blocks[f].columns.size());
    for (int i = 0; i < local.size(); ++i) local(i) = step(blocks[f].columns[i]);
    next.poses[f] = next.poses[f].retracted(
        Eigen::LDLT<Matrix6>(damped(blocks[f], damping)).solve(blocks[f].poseRight - blocks[f].coupling * local));
  }
  return next;
}

double Adjustment::cost(const State &state) const {
  double sum = 0;
  for (int s = 0; s < problem_.sightings; ++s) {
    const auto &sighting = problem_.sighting[s];
    for (int corner = 0; corner < 4; ++corner)
      sum += CornerResidual(state.poses[sighting.frame], state.points[4 * sighting.marker + corner],
                            problem_.cameras[sighting.frame], sighting, corner, state.shared, options_)
                 .cost;
  }
  for (int marker = 0; marker < problem_.markers; ++marker)
    for (int k = 0; k < 4; ++k) {
      const double side = (state.points[4 * marker + k] - state.points[4 * marker + (k + 1) % 4]).norm();
      sum += std::pow((side - options_.marker_side_m) / options_.marker_side_sigma_m, 2);
    }
  const SharedVector sigma = vector(options_.prior_sigma);
  for (int k = 0; k < sharedCount; ++k)
    if (sigma(k) > 0) sum += std::pow(state.shared(k) / sigma(k), 2);
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
      const CornerResidual r(state_.poses[sighting.frame], state_.points[4 * sighting.marker + corner],
                             problem_.cameras[sighting.frame], sighting, corner, state_.shared, options_);
      image += r.value.head<2>().squaredNorm() * sighting.pixel_sigma_px * sighting.pixel_sigma_px;
      depth += std::pow(r.value.z() * sighting.depth_sigma_m[corner], 2);
    }
  }
  const double count = std::max(1, 4 * problem_.sightings);
  summary.reprojection_rms_px = std::sqrt(image / count);
  summary.depth_rms_m = std::sqrt(depth / count);
  return summary;
}

void Adjustment::store() const {
  for (int f = 0; f < problem_.frames; ++f) {
    double *p = problem_.poses + 12 * f;
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>{p} = state_.poses[f].rotation;
    Eigen::Map<Eigen::Vector3d>{p + 9} = state_.poses[f].translation;
  }
  if (options_.poses_only) return;
  for (size_t k = 0; k < state_.points.size(); ++k)
    Eigen::Map<Eigen::Vector3d>{problem_.corners + 3 * k} = state_.points[k];
  *problem_.calibration = calibration(state_.shared);
  if (options_.sigmas) storeSigmas();
}

void Adjustment::storeSigmas() const {
  const auto equations = reduce(linearize(), 0);
  const Eigen::LLT<Eigen::MatrixXd> factors(equations.matrix);
  if (factors.info() != Eigen::Success) throw std::runtime_error("the normal equations are singular");
  // The covariance is L⁻ᵀ L⁻¹, of which only the diagonal is wanted.
  const auto size = equations.right.size();
  const Eigen::MatrixXd root = factors.matrixL().solve(Eigen::MatrixXd::Identity(size, size));
  const Eigen::VectorXd variance = root.colwise().squaredNorm();
  for (size_t k = 0; k < state_.points.size(); ++k)
    problem_.corner_sigma_m[k] = std::sqrt(variance.segment<3>(3 * k).sum() / 3);
  SharedVector sigma = variance.tail<sharedCount>().cwiseSqrt();
  const SharedVector prior = vector(options_.prior_sigma);
  *problem_.calibration_sigma = calibration((prior.array() > 0).select(sigma, 0));
}

}  // namespace calvaria
