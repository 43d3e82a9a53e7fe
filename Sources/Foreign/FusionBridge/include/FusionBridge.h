// C interface to the inner loop of fusion: the cells of a depth view, added to a block of 8³ voxels.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  float x, y, z;
} FusionVector;

/// A view's camera, and the grid of voxels in its frame; metres.
typedef struct {
  /// A step of one voxel along each axis of the grid.
  FusionVector step_x, step_y, step_z;
  float fx, fy, cx, cy;
  /// Cells in a row, and the last column and row of cells, below 2²².
  uint32_t columns;
  float last_column, last_row;
  float truncation, inverse_truncation;
  /// The distance from the surface below which a voxel takes the cell's colour.
  float color_band;
} FusionView;

/// The cells of a view; what each number means is said where they are made (DepthView).
typedef struct {
  /// A normal and an offset for each cell.
  const float *planes;
  const float *weights, *reaches;
  /// Null for a view without colours.
  const uint32_t *colors;
  /// Voxels deeper than this are out of reach of every cell that the block covers.
  float deepest;
} FusionCells;

/// Whether this processor has AVX2.
int fusion_can_be_wide(void);

/// Adds the cells onto which a block's voxels project, eight voxels at a time where `is_wide` and else four: the same
/// bytes. Voxels beside the image project onto its outermost ring of cells, which carries no information.
///
/// - Parameters:
///   - block: 512 numbers for each channel, x fastest: Σ w d in truncations, Σ w, Σ w d², Σ w cos²θ, the same of the
///     colours, and that times red, green and blue.
///   - corner: the first voxel, camera frame.
void fusion_update(float *block, FusionVector corner, const FusionCells *cells, const FusionView *view, int is_wide);

#ifdef __cplusplus
}
#endif
