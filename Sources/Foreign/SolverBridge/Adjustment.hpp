#pragma once
#include "Residuals.hpp"

#include <utility>
#include <vector>

namespace calvaria {

/// Cholesky factors that take the matrix's place.
using InPlaceLLT = Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>>;

/// Shared unknowns in their order.
SharedVector sharedVector(const SolverCalibration &calibration);

/// What is adjusted, in place: see solver_adjust.
struct Problem {
  int frames, markers, sightings;
  const SolverCamera *cameras;
  const SolverSighting *sighting;
  double *poses, *corners;
  const double *side_sigma_m;
  SolverCalibration *calibration;
  double *corner_sigma_m, *corner_per_lens_m;
  SolverCalibration *calibration_sigma;
};

/// The unknowns of a bundle adjustment.
struct State {
  std::vector<Pose> poses;
  std::vector<Eigen::Vector3d> points;  ///< Four a marker.
  SharedVector shared;
};

/// Normal equations with the poses eliminated: markers' corners first, then the shared unknowns. Of the matrix only the
/// lower triangle counts.
struct ReducedEquations {
  Eigen::MatrixXd matrix;
  Eigen::VectorXd right;
};

/// What one sighting adds to the normal equations of its corners' twelve coordinates: corners are coupled only through the
/// pose and the shared unknowns.
struct SightingBlock {
  int column;  ///< Where the coordinates stand in the reduced equations.
  Eigen::Matrix3d corner[4];
  Eigen::Matrix<double, 6, 12> coupling;  ///< With the pose.
  Eigen::Matrix<double, sharedCount, 12> shared;
  Eigen::Matrix<double, 12, 1> right;
};

/// What one frame adds to the normal equations.
struct FrameBlock {
  Eigen::Matrix<double, 6, 6> poseMatrix = Eigen::Matrix<double, 6, 6>::Zero();
  Eigen::Matrix<double, 6, 1> poseRight = Eigen::Matrix<double, 6, 1>::Zero();
  /// Of the pose with the shared unknowns.
  Eigen::Matrix<double, 6, sharedCount> coupling = Eigen::Matrix<double, 6, sharedCount>::Zero();
  Eigen::Matrix<double, sharedCount, sharedCount> shared = Eigen::Matrix<double, sharedCount, sharedCount>::Zero();
  SharedVector sharedRight = SharedVector::Zero();
  std::vector<SightingBlock> sightings;  ///< Empty where only poses are free.

  /// The equations of the pose, damped.
  Eigen::Matrix<double, 6, 6> damped(double damping) const;
};

/// A bundle adjustment in which poses are many and markers few: the poses are eliminated.
class Adjustment {
 public:
  Adjustment(const Problem &problem, const SolverOptions &options);

  /// Iterates until the cost settles.
  SolverSummary solve();
  /// Writes the state, and its standard deviations where they are wanted, back into the problem and the summary.
  void store(SolverSummary &summary);

 private:
  CornerResidual residual(const State &state, int sighting, int corner) const;
  double cost(const State &state) const;
  FrameBlock linearize(int frame) const;
  std::vector<FrameBlock> linearize() const;
  void addPriors(ReducedEquations &equations) const;
  /// Adds a frame's equations when its pose is free.
  void eliminatePose(const FrameBlock &block, double damping, ReducedEquations &equations) const;
  /// The equations of corners and shared unknowns; valid until the next call.
  ReducedEquations &reduce(const std::vector<FrameBlock> &blocks, double damping);
  /// The step of corners and shared unknowns.
  Eigen::VectorXd step(const std::vector<FrameBlock> &blocks, double damping);
  State stepped(const std::vector<FrameBlock> &blocks, const Eigen::VectorXd &step, double damping) const;
  void storeSigmas(SolverSummary &summary);
  /// The inverse variance of the prior on a coordinate of a corner; 0 without one.
  double cornerInformation() const {
    return options_.corner_sigma_m > 0 ? 1 / (options_.corner_sigma_m * options_.corner_sigma_m) : 0;
  }
  /// The inverse variance of a shared unknown's prior, and its mean.
  std::pair<double, double> prior(int unknown) const;
  void storeFocal(const InPlaceLLT &factors, const std::vector<FrameBlock> &blocks, SolverSummary &summary) const;
  void storeLens(const InPlaceLLT &factors, SolverSummary &summary);
  Eigen::VectorXd focalRest(const InPlaceLLT &factors) const;
  double sizeSigma(const InPlaceLLT &factors, const Eigen::VectorXd &focal) const;
  int sharedColumn() const { return 3 * static_cast<int>(state_.points.size()); }

  const Problem &problem_;
  const SolverOptions &options_;
  State state_;
  std::vector<Eigen::Vector3d> given_;  ///< Where the corners were in the beginning.
  std::vector<std::vector<int>> sightingsOfFrame_;
  std::vector<ReducedEquations> sums_;  ///< One for each share of the frames; kept to reuse their memory.
};

}  // namespace calvaria
