/// The inner loop of fusion: the cells of a view, added to the voxels of a block.
struct ViewCells {
  let planes: UnsafePointer<SIMD4<Float>>
  let weights, reaches: UnsafePointer<Float>
  let colors: UnsafePointer<UInt32>?
  /// Voxels deeper than this are out of reach of every cell that the block covers.
  let deepest: Float

  /// Adds the cells onto which a block's voxels project.
  ///
  /// Voxels beside the image project onto its outermost ring of cells, which carries no information.
  func update(_ block: UnsafeMutablePointer<Float>, _ corner: SIMD3<Float>, _ view: ViewGeometry) {
    let ramp = SIMD4<Float>(0, 1, 2, 3)
    let (alongX, alongY, alongZ) = (ramp * view.stepX.x, ramp * view.stepX.y, ramp * view.stepX.z)
    let half = view.stepX * 4
    for row in 0..<64 {
      let start = corner + view.stepY * Float(row & 7) + view.stepZ * Float(row >> 3)
      let middle = start + half
      let (first, second) = (min(start.z, middle.z), min(middle.z, middle.z + half.z))
      if first <= deepest {
        update(block + row * 8, start.x + alongX, start.y + alongY, start.z + alongZ, nearest: first, view)
      }
      if second <= deepest {
        update(block + (row * 8 + 4), middle.x + alongX, middle.y + alongY, middle.z + alongZ, nearest: second, view)
      }
    }
  }

  /// Updates four voxels, as many as fill a register of every 64-bit machine. None of them is nearer than `nearest`.
  @inline(__always)
  private func update(
    _ at: UnsafeMutablePointer<Float>, _ x: SIMD4<Float>, _ y: SIMD4<Float>, _ z: SIMD4<Float>, nearest: Float,
    _ view: ViewGeometry
  ) {
    let inverse = 1 / z
    let cell =
      (view.fy * y * inverse + view.cy).cell(upTo: view.lastRow) &* view.columns
      &+ (view.fx * x * inverse + view.cx).cell(upTo: view.lastColumn)
    let (i, j, k, l) = (Int(cell.x), Int(cell.y), Int(cell.z), Int(cell.w))
    // Nearly half of all voxels lie beyond the reach of their cells and need no planes.
    if nearest > greatest(greatest(reaches[i], reaches[j]), greatest(reaches[k], reaches[l])) { return }
    let weight = SIMD4(weights[i], weights[j], weights[k], weights[l])
    let (a, b, c, d) = (planes[i], planes[j], planes[k], planes[l])
    let across = SIMD4(a.x, b.x, c.x, d.x) * x + SIMD4(a.y, b.y, c.y, d.y) * y + SIMD4(a.z, b.z, c.z, d.z) * z
    let metres = across - SIMD4(a.w, b.w, c.w, d.w)
    let w = weight.magnitude.kept(where: metres .>= -view.truncation)
    if w == .zero { return }
    let distance = metres * view.inverseTruncation
    let cut = distance.replacing(with: 1, where: distance .> 1)
    (at + VoxelBlock.distance).add(w * cut)
    (at + VoxelBlock.weight).add(w)
    (at + VoxelBlock.square).add(w * cut * cut)
    // cos θ from the voxel's own ray; the steep planes of cells that mark empty space give more than 1.
    let squaredCosine = across * across / (x * x + y * y + z * z)
    let sight = w * squaredCosine.replacing(with: 1, where: squaredCosine .> 1)
    (at + VoxelBlock.sight).add(sight)
    guard let colors else { return }
    let painted = sight.kept(where: metres.magnitude .< view.colorBand)
    if painted != .zero { paint(at, cell, painted, colors) }
  }

  /// Adds the cells' colours to voxels with the weights that are not zero.
  @inline(never)
  private func paint(
    _ voxels: UnsafeMutablePointer<Float>, _ cell: SIMD4<UInt32>, _ weight: SIMD4<Float>,
    _ colors: UnsafePointer<UInt32>
  ) {
    for lane in 0..<4 {
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

/// The greater of two numbers, none of them NaN, in one instruction.
@inline(__always)
private func greatest(_ a: Float, _ b: Float) -> Float { a > b ? a : b }

extension UnsafeMutablePointer<Float> {
  /// Adds four numbers to those from here on.
  @inline(__always)
  fileprivate func add(_ numbers: SIMD4<Float>) {
    let sum = UnsafeRawPointer(self).loadUnaligned(as: SIMD4<Float>.self) + numbers
    UnsafeMutableRawPointer(self).storeBytes(of: sum, as: SIMD4<Float>.self)
  }
}
