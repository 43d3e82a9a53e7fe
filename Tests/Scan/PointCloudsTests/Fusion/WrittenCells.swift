@testable import PointClouds

/// What is written of cells and their tiles, and what was there before.
struct WrittenCells {
  var planes: [SIMD4<Float>]
  var weights, reaches, nearest, farthest: [Float]

  /// Room that is filled with sevens, but for the tiles' bounds.
  init(cells: Int, nearest: [Float], farthest: [Float]) {
    planes = Array(repeating: SIMD4(repeating: 7), count: cells)
    (weights, reaches) = (Array(repeating: 7, count: cells), Array(repeating: 7, count: cells))
    (self.nearest, self.farthest) = (nearest, farthest)
  }

  mutating func write(_ body: (CellOutput) -> Void) {
    planes.withUnsafeMutableBufferPointer { planes in
      weights.withUnsafeMutableBufferPointer { weights in
        reaches.withUnsafeMutableBufferPointer { reaches in
          nearest.withUnsafeMutableBufferPointer { nearest in
            farthest.withUnsafeMutableBufferPointer { farthest in
              body(
                CellOutput(
                  planes: planes.baseAddress!, weights: weights.baseAddress!, reaches: reaches.baseAddress!,
                  nearest: nearest.baseAddress!, farthest: farthest.baseAddress!))
            }
          }
        }
      }
    }
  }
}
