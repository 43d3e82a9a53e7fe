#include "Adjustment.hpp"
#include "Parallel.hpp"

#include <algorithm>

namespace calvaria {

namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// The first frame is held by a prior far stronger than any measurement.
constexpr double gaugeWeight = 1e12;

/// The number of partial sums over the frames: the same on every machine, so that the number of threads changes no bit.
constexpr int parts = 4;

}  // namespace

Matrix6 FrameBlock::damped(double damping) const {
  Matrix6 matrix = poseMatrix;
  matrix.diagonal() *= 1 + damping;
  return matrix;
}

// Products with so few columns on the left are made coefficient by coefficient (lazyProduct): Eigen takes those of more than
// eight rows for large ones, and copies them first.

FrameBlock Adjustment::linearize(int frame) const {
  const auto &sightings = sightingsOfFrame_[frame];
  FrameBlock block;
  if (frame == 0 && !options_.poses_only && cornerInformation() == 0) block.poseMatrix.diagonal().setConstant(gaugeWeight);
  if (!options_.poses_only) block.sightings.resize(sightings.size());
  for (size_t i = 0; i < sightings.size(); ++i) {
    const int index = sightings[i];
    if (!options_.poses_only) block.sightings[i].column = 12 * problem_.sighting[index].marker;
    for (int corner = 0; corner < 4; ++corner) {
      const CornerResidual r = residual(state_, index, corner);
      const Eigen::Matrix<double, 6, 3> weightedPose = r.byPose.transpose() * r.weight.asDiagonal();
      block.poseMatrix.noalias() += weightedPose * r.byPose;
      block.poseRight.noalias() -= weightedPose * r.value;
      if (options_.poses_only) continue;
      const Eigen::Matrix3d weightedPoint = r.byPoint.transpose() * r.weight.asDiagonal();
      const Eigen::Matrix<double, sharedCount, 3> weightedShared = r.byShared.transpose() * r.weight.asDiagonal();
      block.coupling += weightedPose.lazyProduct(r.byShared);
      block.shared += weightedShared.lazyProduct(r.byShared);
      block.sharedRight.noalias() -= weightedShared * r.value;
      SightingBlock &sighting = block.sightings[i];
      sighting.corner[corner].noalias() = weightedPoint * r.byPoint;
      sighting.coupling.middleCols<3>(3 * corner).noalias() = weightedPose * r.byPoint;
      sighting.shared.middleCols<3>(3 * corner) = weightedShared.lazyProduct(r.byPoint);
      sighting.right.segment<3>(3 * corner).noalias() = -weightedPoint * r.value;
    }
  }
  return block;
}

std::vector<FrameBlock> Adjustment::linearize() const {
  std::vector<FrameBlock> blocks(problem_.frames);
  forEach(problem_.frames, options_.threads, [&](int frame) { blocks[frame] = linearize(frame); });
  return blocks;
}

void Adjustment::addPriors(ReducedEquations &equations) const {
  for (int marker = 0; marker < problem_.markers; ++marker)
    for (int k = 0; k < 4; ++k) {
      const int a = 4 * marker + k, b = 4 * marker + (k + 1) % 4;
      const double weight = std::pow(problem_.side_sigma_m[a], -2);
      const Eigen::Vector3d edge = state_.points[a] - state_.points[b];
      const Eigen::Vector3d along = edge.normalized();
      const Eigen::Matrix3d outer = weight * along * along.transpose();
      const Eigen::Vector3d pull = weight * (edge.norm() - options_.marker_side_m) * along;
      equations.matrix.block<3, 3>(3 * a, 3 * a) += outer;
      equations.matrix.block<3, 3>(3 * b, 3 * b) += outer;
      equations.matrix.block<3, 3>(3 * std::max(a, b), 3 * std::min(a, b)) -= outer;
      equations.right.segment<3>(3 * a) -= pull;
      equations.right.segment<3>(3 * b) += pull;
    }
  if (const double information = cornerInformation(); information > 0) {
    equations.matrix.diagonal().head(sharedColumn()).array() += information;
    for (size_t k = 0; k < given_.size(); ++k)
      equations.right.segment<3>(3 * k) += information * (given_[k] - state_.points[k]);
  } else {
    // A corner that no frame of the problem sees is held within a metre, so that the equations stay regular.
    equations.matrix.diagonal().head(sharedColumn()).array() += 1.0;
  }
  const SharedVector sigma = sharedVector(options_.prior_sigma);
  for (int k = 0; k < sharedCount; ++k) {
    const int column = sharedColumn() + k;
    if (sigma(k) > 0) {
      const auto [information, mean] = prior(k);
      equations.matrix(column, column) += information;
      equations.right(column) += information * (mean - state_.shared(k));
    } else {
      equations.matrix.row(column).setZero();
      equations.matrix.col(column).setZero();
      equations.matrix(column, column) = 1;
      equations.right(column) = 0;
    }
  }
}

void Adjustment::eliminatePose(const FrameBlock &block, double damping, ReducedEquations &equations) const {
  // With A = L Lᵀ for the pose, Cᵀ A⁻¹ C = (L⁻¹C)ᵀ (L⁻¹C).
  const Eigen::LLT<Matrix6> pose(block.damped(damping));
  const auto lower = pose.matrixL();
  const Eigen::Matrix<double, 6, sharedCount> shared = lower.solve(block.coupling);
  const Eigen::Matrix<double, 6, 1> right = lower.solve(block.poseRight);
  std::vector<Eigen::Matrix<double, 6, 12>> seen;
  seen.reserve(block.sightings.size());
  for (const auto &sighting : block.sightings) seen.push_back(lower.solve(sighting.coupling));
  for (size_t i = 0; i < seen.size(); ++i) {
    const SightingBlock &sighting = block.sightings[i];
    const int row = sighting.column;
    for (size_t j = 0; j < seen.size(); ++j)
      if (const int column = block.sightings[j].column; column <= row)
        equations.matrix.block<12, 12>(row, column) -= seen[i].transpose().lazyProduct(seen[j]);
    for (int k = 0; k < 4; ++k) equations.matrix.block<3, 3>(row + 3 * k, row + 3 * k) += sighting.corner[k];
    equations.matrix.block<sharedCount, 12>(sharedColumn(), row) +=
        sighting.shared - shared.transpose().lazyProduct(seen[i]);
    equations.right.segment<12>(row) += sighting.right - seen[i].transpose() * right;
  }
  equations.matrix.bottomRightCorner<sharedCount, sharedCount>() +=
      block.shared - shared.transpose().lazyProduct(shared);
  equations.right.tail<sharedCount>() += block.sharedRight - shared.transpose() * right;
}

ReducedEquations &Adjustment::reduce(const std::vector<FrameBlock> &blocks, double damping) {
  const int size = sharedColumn() + sharedCount, count = static_cast<int>(blocks.size());
  const int shares = std::min(parts, count);
  sums_.resize(shares);
  forEach(shares, options_.threads, [&](int part) {
    sums_[part].matrix.setZero(size, size);
    sums_[part].right.setZero(size);
    for (int f = part * count / shares; f < (part + 1) * count / shares; ++f)
      eliminatePose(blocks[f], damping, sums_[part]);
  });
  ReducedEquations &equations = sums_[0];
  for (size_t part = 1; part < sums_.size(); ++part) {
    equations.matrix.triangularView<Eigen::Lower>() += sums_[part].matrix;
    equations.right += sums_[part].right;
  }
  addPriors(equations);
  equations.matrix.diagonal() *= 1 + damping;
  return equations;
}

}  // namespace calvaria
