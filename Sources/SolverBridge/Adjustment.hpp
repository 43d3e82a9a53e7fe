#pragma once
#include "Residuals.hpp"

#include <vector>

namespace calvaria {

/// The unknowns of a bundle adjustment.
struct State {
  std::vector<Pose> poses;
  std::vector<Eigen::Vector3d> points;  ///< Four a marker.
  SharedVector shared;
};

/// Normal equations with the poses eliminated: markers' corners first, then the shared unknowns.
struct ReducedEquations {
  Eigen::MatrixXd matrix;
  Eigen::VectorXd right;
};

/// What one frame adds to the normal equations.
struct FrameBlock {
  Eigen::Matrix<double, 6, 6> poseMatrix;
  Eigen::Matrix<double, 6, 1> poseRight;
  std::vector<int> columns;      ///< Where the frame's unknowns stand in the reduced equations.
  Eigen::MatrixXd coupling;      ///< 6 × columns.
  Eigen::MatrixXd matrix;        ///< columns × columns.
  Eigen::VectorXd right;
};

/// A bundle adjustment in which poses are many and markers few: the poses are eliminated.
class Adjustment {
 public:
  Adjustment(const SolverProblem &problem, const SolverOptions &options);

  /// Iterates until the cost settles.
  SolverSummary solve();
  /// Writes the state, and its standard deviations where they are wanted, back into the problem.
  void store() const;

 private:
  double cost(const State &state) const;
  FrameBlock linearize(int frame) const;
  std::vector<FrameBlock> linearize() const;
  void addPriors(ReducedEquations &equations) const;
  /// Adds what a frame says when its pose is free.
  void eliminatePose(const FrameBlock &block, double damping, ReducedEquations &equations) const;
  ReducedEquations reduce(const std::vector<FrameBlock> &blocks, double damping) const;
  /// The step of corners and shared unknowns.
  Eigen::VectorXd step(const std::vector<FrameBlock> &blocks, double damping) const;
  State stepped(const std::vector<FrameBlock> &blocks, const Eigen::VectorXd &step, double damping) const;
  void storeSigmas() const;
  int sharedColumn() const { return 3 * static_cast<int>(state_.points.size()); }

  const SolverProblem &problem_;
  const SolverOptions &options_;
  State state_;
  std::vector<std::vector<int>> sightingsOfFrame_;
};

}  // namespace calvaria
