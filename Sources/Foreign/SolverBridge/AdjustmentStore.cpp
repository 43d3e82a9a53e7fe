// What the adjustment found, written back into the problem, with standard deviations.

#include "Adjustment.hpp"
#include "Parallel.hpp"

#include <algorithm>
#include <stdexcept>

namespace calvaria {

namespace {

/// The number of columns of an inverse that are computed at a time.
constexpr int columnsAtATime = 64;

SolverCalibration calibration(const SharedVector &shared) {
  SolverCalibration calibration;
  calibration.log_focal_scale = shared(0);
  Eigen::Map<Eigen::Matrix<double, SOLVER_LENS_TERMS, 1>>{calibration.lens} = shared.segment<SOLVER_LENS_TERMS>(1);
  Eigen::Map<Eigen::Matrix<double, SOLVER_DEPTH_TERMS, 1>>{calibration.depth} = shared.tail<SOLVER_DEPTH_TERMS>();
  return calibration;
}

}  // namespace

void Adjustment::store(SolverSummary &summary) {
  for (int f = 0; f < problem_.frames; ++f) {
    double *p = problem_.poses + 12 * f;
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>{p} = state_.poses[f].rotation;
    Eigen::Map<Eigen::Vector3d>{p + 9} = state_.poses[f].translation;
  }
  if (options_.poses_only) return;
  for (size_t k = 0; k < state_.points.size(); ++k)
    Eigen::Map<Eigen::Vector3d>{problem_.corners + 3 * k} = state_.points[k];
  *problem_.calibration = calibration(state_.shared);
  if (options_.sigmas) storeSigmas(summary);
}

/// The variance of the focal length, and what errors add to it that the sightings of one marker share (its print, its place
/// in the light, how it is seen): the sum of the squared pulls of markers (Liang & Zeger 1986) less that of single sightings.
/// A residual r pulls by g' C J' W r, with g the focal length's column: C g of the poses follows from the eliminated equations.
void Adjustment::storeFocal(const InPlaceLLT &factors, const std::vector<FrameBlock> &blocks,
                            SolverSummary &summary) const {
  const Eigen::VectorXd column = factors.solve(Eigen::VectorXd::Unit(factors.rows(), sharedColumn()));
  const SharedVector shared = column.tail<sharedCount>();
  Eigen::VectorXd pulls = Eigen::VectorXd::Zero(problem_.markers);
  double single = 0, frames = 0;
  for (size_t f = 0; f < blocks.size(); ++f) {
    Eigen::Matrix<double, 6, 1> right = blocks[f].coupling * shared;
    for (const auto &sighting : blocks[f].sightings) right += sighting.coupling * column.segment<12>(sighting.column);
    const Eigen::Matrix<double, 6, 1> pose = -blocks[f].poseMatrix.ldlt().solve(right);
    double ofFrame = 0;
    for (const int index : sightingsOfFrame_[f]) {
      const int marker = problem_.sighting[index].marker;
      double pull = 0;
      for (int corner = 0; corner < 4; ++corner) {
        const CornerResidual r = residual(state_, index, corner);
        const Eigen::Vector3d change =
            r.byPose * pose + r.byPoint * column.segment<3>(12 * marker + 3 * corner) + r.byShared * shared;
        pull += change.dot(r.weight.cwiseProduct(r.value));
      }
      pulls(marker) += pull;
      single += pull * pull;
      ofFrame += pull;
    }
    frames += ofFrame * ofFrame;
  }
  summary.focal_variance = shared(0);
  summary.focal_shared_variance = std::max(0.0, pulls.squaredNorm() - single);
  summary.focal_frame_variance = std::max(0.0, frames - single);
}

/// The covariance of the lens's coefficients, and what follows them: where coefficients are held, the best values of all
/// else are off by C_xl C_ll⁻¹ for each unit by which the held ones are.
void Adjustment::storeLens(const InPlaceLLT &factors, SolverSummary &summary) {
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, SOLVER_LENS_TERMS>;
  using LensMatrix = Eigen::Matrix<double, SOLVER_LENS_TERMS, SOLVER_LENS_TERMS>;
  const Eigen::Index size = factors.rows(), shared = size - sharedCount, lens = shared + 1;
  Columns covariance = Columns::Zero(size, SOLVER_LENS_TERMS);
  covariance.middleRows<SOLVER_LENS_TERMS>(lens).setIdentity();
  factors.solveInPlace(covariance);
  const LensMatrix own = covariance.middleRows<SOLVER_LENS_TERMS>(lens);
  summary.lens_covariance[0] = own(0, 0);
  summary.lens_covariance[1] = own(0, 1);
  summary.lens_covariance[2] = own(1, 1);
  const Columns slopes = covariance * own.inverse();
  Eigen::Map<Eigen::Matrix<double, 1, SOLVER_LENS_TERMS>>{summary.focal_per_lens} = slopes.row(shared);
  Eigen::Map<Columns>{problem_.corner_per_lens_m, shared, SOLVER_LENS_TERMS} = slopes.topRows(shared);
}

/// What a focal length that is known to focal_sigma only adds to the covariance C, as the vector of which it is the outer
/// product: all else follows it by c / c_ff, with c its column of C and c_ff its variance.
Eigen::VectorXd Adjustment::focalRest(const InPlaceLLT &factors) const {
  Eigen::VectorXd column = Eigen::VectorXd::Zero(factors.rows());
  if (options_.focal_sigma == 0 || options_.prior_sigma.log_focal_scale == 0) return column;
  column(sharedColumn()) = 1;
  factors.solveInPlace(column);
  const double variance = column(sharedColumn());
  return column * (std::sqrt(std::max(0.0, std::pow(options_.focal_sigma, 2) - variance)) / variance);
}

/// The standard deviation of the map's size, g' C g of its gradient g: corners p that move by d change the size of the map
/// by the sum of d (p - m) over the sum of (p - m)^2, m their mean, which no rotation and no shift of the map changes.
double Adjustment::sizeSigma(const InPlaceLLT &factors, const Eigen::VectorXd &focal) const {
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  for (const auto &point : state_.points) mean += point / static_cast<double>(state_.points.size());
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(factors.rows());
  for (size_t k = 0; k < state_.points.size(); ++k) gradient.segment<3>(3 * k) = state_.points[k] - mean;
  gradient /= gradient.squaredNorm();
  const Eigen::VectorXd column = factors.solve(gradient);
  return std::sqrt(std::max(0.0, gradient.dot(column) + std::pow(gradient.dot(focal), 2)));
}

void Adjustment::storeSigmas(SolverSummary &summary) {
  const auto blocks = linearize();
  auto &equations = reduce(blocks, 0);
  const InPlaceLLT factors(equations.matrix);
  if (factors.info() != Eigen::Success) throw std::runtime_error("the normal equations are singular");
  if (options_.sigmas == 2) {
    if (options_.prior_sigma.log_focal_scale > 0) storeFocal(factors, blocks, summary);
    if (options_.prior_sigma.lens[0] > 0) storeLens(factors, summary);
    return;
  }
  const Eigen::VectorXd focal = focalRest(factors);
  summary.size_sigma = sizeSigma(factors, focal);
  // The covariance is L⁻ᵀ L⁻¹, of which only the diagonal is needed. A column of L⁻¹ is zero down to the diagonal, so each
  // group of columns takes the part of L below its first.
  const int size = static_cast<int>(equations.right.size());
  const auto &lower = factors.matrixLLT();
  Eigen::VectorXd variance(size);
  forEach((size + columnsAtATime - 1) / columnsAtATime, options_.threads, [&](int group) {
    const int first = group * columnsAtATime, rest = size - first, columns = std::min(columnsAtATime, rest);
    Eigen::MatrixXd root = Eigen::MatrixXd::Identity(rest, columns);
    lower.bottomRightCorner(rest, rest).triangularView<Eigen::Lower>().solveInPlace(root);
    variance.segment(first, columns) = root.colwise().squaredNorm();
  });
  variance += focal.cwiseAbs2();
  for (size_t k = 0; k < state_.points.size(); ++k)
    problem_.corner_sigma_m[k] = std::sqrt(variance.segment<3>(3 * k).sum() / 3);
  SharedVector sigma = variance.tail<sharedCount>().cwiseSqrt();
  const SharedVector prior = sharedVector(options_.prior_sigma);
  *problem_.calibration_sigma = calibration((prior.array() > 0).select(sigma, 0));
}

}  // namespace calvaria
