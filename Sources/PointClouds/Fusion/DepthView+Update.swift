import Geometry

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
    let sight = sight(corner, view)
    guard sight == .mixed else { return sight }
    planes.withUnsafeBufferPointer { planes in
      weights.withUnsafeBufferPointer { weights in
        colors.withUnsafeBufferPointer { colors in
          let cells = ViewCells(
            planes: planes.baseAddress!, weights: weights.baseAddress!, colors: colors.baseAddress)
          cells.update(block, corner, view)
        }
      }
    }
    return .mixed
  }

  /// Compares a block's range of depth with that of the tiles that it covers; no voxel is passed over that it could change.
  func sight(_ corner: SIMD3<Float>, _ view: ViewGeometry) -> BlockSight {
    let z = corner.z + view.cornersZ
    let (nearest, farthest) = (z.min(), z.max())
    guard nearest > 0.02 else { return .hidden }
    let inverse = 1 / z
    let u = view.fx * (corner.x + view.cornersX) * inverse + view.cx
    let v = view.fy * (corner.y + view.cornersY) * inverse + view.cy
    let (left, right, top, bottom) = (u.min(), u.max(), v.min(), v.max())
    guard right >= 0, bottom >= 0, left <= view.lastColumn, top <= view.lastRow else { return .hidden }
    let (near, far) = tiles.range(
      columns: max(0, left)...min(right, view.lastColumn), rows: max(0, top)...min(bottom, view.lastRow))
    // A cell is as wide as it is, so a slanted one reaches a little deeper than its middle.
    if nearest > 1.01 * far + view.depthReach { return .hidden }
    let isWhole = left >= 1 && top >= 1 && right <= view.lastColumn - 1 && bottom <= view.lastRow - 1
    return isWhole && farthest < near - view.clearance ? .empty : .mixed
  }
}

extension DepthTiles {
  /// The nearest and the farthest depth in the tiles that cells lie in.
  func range(columns across: ClosedRange<Float>, rows: ClosedRange<Float>) -> (nearest: Float, farthest: Float) {
    let (first, last) = (Int(across.lowerBound) / Self.side, Int(across.upperBound + 0.5) / Self.side)
    var (near, far) = (Float.infinity, -Float.infinity)
    nearest.withUnsafeBufferPointer { nearest in
      farthest.withUnsafeBufferPointer { farthest in
        for row in (Int(rows.lowerBound) / Self.side)...(Int(rows.upperBound + 0.5) / Self.side) {
          for tile in (row * columns + first)...(row * columns + min(last, columns - 1)) where tile < nearest.count {
            near = min(near, nearest[tile])
            far = max(far, farthest[tile])
          }
        }
      }
    }
    return (near, far)
  }
}

/// The inner loop of fusion.
private struct ViewCells {
  let planes: UnsafePointer<SIMD4<Float>>
  let weights: UnsafePointer<Float>
  let colors: UnsafePointer<UInt32>?

  /// Adds the cells onto which a block's voxels project, eight voxels at a time.
  ///
  /// Voxels beside the image look at its outermost ring of cells, which says nothing.
  func update(_ block: UnsafeMutablePointer<Float>, _ corner: SIMD3<Float>, _ view: ViewGeometry) {
    let ramp = Lanes(0, 1, 2, 3, 4, 5, 6, 7)
    let (alongX, alongY, alongZ) = (ramp * view.stepX.x, ramp * view.stepX.y, ramp * view.stepX.z)
    let (lastColumn, lastRow) = (Lanes(repeating: view.lastColumn), Lanes(repeating: view.lastRow))
    for row in 0..<64 {
      let start = corner + view.stepY * Float(row & 7) + view.stepZ * Float(row >> 3)
      let (x, y, z) = (start.x + alongX, start.y + alongY, start.z + alongZ)
      let inverse = 1 / z
      let u = (view.fx * x * inverse + view.cx).clamped(above: .zero).clamped(below: lastColumn)
      let v = (view.fy * y * inverse + view.cy).clamped(above: .zero).clamped(below: lastRow)
      let cell = v.rounded &* view.columns &+ u.rounded
      let weight = weights(cell)
      if weight == .zero { continue }
      let (nx, ny, nz, offset) = planes(cell)
      let metres = nx * x + ny * y + nz * z - offset
      let w = weight.magnitude.kept(where: metres .>= -view.truncation)
      if w == .zero { continue }
      let d = (metres * view.inverseTruncation).clamped(below: Lanes(repeating: 1))
      let at = block + row * 8
      (at + VoxelBlock.distance).add(w * d)
      (at + VoxelBlock.weight).add(w)
      (at + VoxelBlock.square).add(w * d * d)
      guard let colors else { continue }
      let painted = w.kept(where: metres.magnitude .< view.colorBand)
      if painted != .zero { paint(at, cell, painted, colors) }
    }
  }

  /// The weights of eight cells.
  @inline(__always)
  private func weights(_ cell: SIMD8<UInt32>) -> Lanes {
    Lanes(
      weights[Int(cell[0])], weights[Int(cell[1])], weights[Int(cell[2])], weights[Int(cell[3])],
      weights[Int(cell[4])], weights[Int(cell[5])], weights[Int(cell[6])], weights[Int(cell[7])])
  }

  /// The planes of eight cells: normals and offsets.
  @inline(__always)
  private func planes(_ cell: SIMD8<UInt32>) -> (Lanes, Lanes, Lanes, Lanes) {
    let (a, b, c, d) = (
      planes[Int(cell[0])], planes[Int(cell[1])], planes[Int(cell[2])], planes[Int(cell[3])]
    )
    let (e, f, g, h) = (
      planes[Int(cell[4])], planes[Int(cell[5])], planes[Int(cell[6])], planes[Int(cell[7])]
    )
    return (
      Lanes(a.x, b.x, c.x, d.x, e.x, f.x, g.x, h.x), Lanes(a.y, b.y, c.y, d.y, e.y, f.y, g.y, h.y),
      Lanes(a.z, b.z, c.z, d.z, e.z, f.z, g.z, h.z), Lanes(a.w, b.w, c.w, d.w, e.w, f.w, g.w, h.w)
    )
  }

  /// Adds the cells' colours to voxels with the weights that are not zero.
  @inline(never)
  private func paint(
    _ voxels: UnsafeMutablePointer<Float>, _ cell: SIMD8<UInt32>, _ weight: Lanes, _ colors: UnsafePointer<UInt32>
  ) {
    for lane in 0..<8 {
      let (w, color) = (weight[lane], colors[Int(cell[lane])])
      guard w > 0, color & 1 != 0 else { continue }
      let voxel = voxels + lane
      voxel[VoxelBlock.colorWeight] += w
      voxel[VoxelBlock.color] += w * Float(color >> 8 & 255)
      voxel[VoxelBlock.color + 512] += w * Float(color >> 16 & 255)
      voxel[VoxelBlock.color + 1024] += w * Float(color >> 24)
    }
  }
}

extension UnsafeMutablePointer<Float> {
  /// Adds eight numbers to those from here on.
  @inline(__always)
  fileprivate func add(_ lanes: Lanes) { set(0, self.lanes(0) + lanes) }
}
