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

/// The standard deviation of the map's size, g' C g of its gradient g: corners p that move by d change the size of the map
/// by the sum of d (p - m) over the sum of (p - m)^2, m their mean, which no rotation and no shift of the map changes.
double Adjustment::sizeSigma(const InPlaceLLT &factors) const {
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  for (const auto &point : state_.points) mean += point / static_cast<double>(state_.points.size());
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(factors.rows());
  for (size_t k = 0; k < state_.points.size(); ++k) gradient.segment<3>(3 * k) = state_.points[k] - mean;
  gradient /= gradient.squaredNorm();
  const Eigen::VectorXd column = factors.solve(gradient);
  return std::sqrt(std::max(0.0, gradient.dot(column)));
}

void Adjustment::storeSigmas(SolverSummary &summary) {
  auto &equations = reduce(linearize(), 0);
  const InPlaceLLT factors(equations.matrix);
  if (factors.info() != Eigen::Success) throw std::runtime_error("the normal equations are singular");
  if (options_.prior_sigma.lens[0] > 0) storeLens(factors, summary);
  if (options_.sigmas == 2) return;
  summary.size_sigma = sizeSigma(factors);
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
  for (size_t k = 0; k < state_.points.size(); ++k)
    problem_.corner_sigma_m[k] = std::sqrt(variance.segment<3>(3 * k).sum() / 3);
  SharedVector sigma = variance.tail<sharedCount>().cwiseSqrt();
  const SharedVector prior = sharedVector(options_.prior_sigma);
  *problem_.calibration_sigma = calibration((prior.array() > 0).select(sigma, 0));
}

}  // namespace calvaria
