/// What a view can say about a block as a whole.
enum BlockSight {
  /// All of it lies well in front of what is seen.
  case empty
  /// Its voxels have to be looked at.
  case mixed
  /// All of it is behind what is seen, or out of sight.
  case hidden
}

extension DepthView {
  /// Adds this view to the voxels of a block whose first voxel lies at `corner` (camera frame).
  func update(_ block: UnsafeMutablePointer<Float>, _ corner: SIMD3<Float>, _ view: ViewGeometry) -> BlockSight {
    let (sight, deepest) = sight(corner, view)
    guard sight == .mixed else { return sight }
    planes.withUnsafeBufferPointer { planes in
      weights.withUnsafeBufferPointer { weights in
        reaches.withUnsafeBufferPointer { reaches in
          colors.withUnsafeBufferPointer { colors in
            // An empty array has an address too.
            let cells = ViewCells(
              planes: planes.baseAddress!, weights: weights.baseAddress!, reaches: reaches.baseAddress!,
              colors: colors.isEmpty ? nil : colors.baseAddress, deepest: deepest)
            cells.update(block, corner, view)
          }
        }
      }
    }
    return .mixed
  }

  /// Compares a block's range of depth with that of the tiles that it covers, and says how deep this view reaches there; no
  /// voxel is passed over that it could change.
  func sight(_ corner: SIMD3<Float>, _ view: ViewGeometry) -> (BlockSight, deepest: Float) {
    let z = corner.z + view.cornersZ
    let (nearest, farthest) = (z.least, z.greatest)
    guard nearest > 0.02 else { return (.hidden, 0) }
    let inverse = 1 / z
    let u = view.fx * (corner.x + view.cornersX) * inverse + view.cx
    let v = view.fy * (corner.y + view.cornersY) * inverse + view.cy
    let (left, right, top, bottom) = (u.least, u.greatest, v.least, v.greatest)
    guard right >= 0, bottom >= 0, left <= view.lastColumn, top <= view.lastRow else { return (.hidden, 0) }
    let (near, far) = tiles.range(
      columns: max(0, left)...min(right, view.lastColumn), rows: max(0, top)...min(bottom, view.lastRow))
    if nearest > far { return (.hidden, far) }
    let isWhole = left >= 1 && top >= 1 && right <= view.lastColumn - 1 && bottom <= view.lastRow - 1
    return (isWhole && farthest < near - view.clearance ? .empty : .mixed, far)
  }
}
