import Images

extension CellBand {
  /// Depths in metres that are taken for measurements.
  private static let depths: (Float, Float) = (0.05, 10)

  /// Takes the depth of the band that begins at row `top` of the view's cells, and as much around it as the crop has.
  func read(_ image: DepthImage, _ crop: ImageCrop, top: Int) {
    let lines = layout.binning * height + 2
    let firstLine = layout.binning * (top - layout.margin) - 1
    let left = layout.binning * layout.margin
    let (nearest, farthest) = (Lanes(repeating: Self.depths.0), Lanes(repeating: Self.depths.1))
    let nothing = Lanes(repeating: .nan)
    image.pixels.withUnsafeBufferPointer { source in
      for line in 0..<lines {
        let to = depth + line * pixelStride
        for x in Swift.stride(from: 0, to: pixelStride, by: 8) { to.set(x, nothing) }
        let y = firstLine + line
        guard y >= 0, y < crop.height else { continue }
        let from = UnsafeMutablePointer(mutating: source.baseAddress! + (y + crop.y) * image.width + crop.x)
        var x = 0
        while x + 8 <= crop.width {
          let z = from.lanes(x)
          to.set(left + x, nothing.replacing(with: z, where: (z .> nearest) .& (z .< farthest)))
          x += 8
        }
        while x < crop.width {
          to[left + x] = from[x] > Self.depths.0 && from[x] < Self.depths.1 ? from[x] : .nan
          x += 1
        }
      }
    }
  }

  /// Sums up the pixels of each cell, whose rows begin at the view's row `top`, and looks for steps in depth.
  func gather(_ correction: CellCorrection, top: Int) {
    let limit = Lanes(repeating: Self.edgeStep)
    for row in 0..<height {
      let line = depth + (layout.binning * row + 1) * pixelStride
      let correction = correction.row(top + row - layout.margin)
      for x in Swift.stride(from: 0, to: stride, by: 8) {
        let (at, offsets) = (row * stride + x, correction.offsets(x - layout.margin))
        if layout.binning == 1 {
          put(at, PixelLanes(line.lanes(x)), correction, offsets)
          step.set(at, Lanes(repeating: 1).kept(where: steps(line + x, limit)))
        } else {
          let (upper, lower) = (line + 2 * x, line + pixelStride + 2 * x)
          let quads = PixelQuads(upper, lower)
          put(at, quads.all, correction, offsets)
          across.set(at, quads.across)
          down.set(at, quads.down)
          step.set(at, Lanes(repeating: 1).kept(where: quadSteps(upper, lower, limit)))
        }
      }
    }
  }

  @inline(__always)
  private func put(_ at: Int, _ cell: PixelLanes, _ correction: CellCorrection.Row, _ offsets: Lanes) {
    let z = correction.corrected(cell.count / cell.inverse, offsets)
    inverse.set(at, (cell.count / z).kept(where: cell.count .> 0))
    count.set(at, cell.count)
    near.set(at, correction.corrected(cell.near, offsets))
  }
}
