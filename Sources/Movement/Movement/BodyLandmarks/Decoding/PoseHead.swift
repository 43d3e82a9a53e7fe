internal import Geometry

/// What a pose model's outputs are, told from their shapes.
enum PoseHead: Equatable {
  /// A map of each point: 1 × 17 × height × width.
  case heatMaps(width: Int, height: Int)
  /// Two rows of each point: 1 × 17 × columns and 1 × 17 × rows, and which output is which. SimCC (Li et al. 2022), as RTMPose
  /// has it.
  case rows(across: Int, down: Int, columns: Int, rows: Int)

  /// COCO's points.
  static let points = 17

  /// The head of outputs of these shapes; nil for anything else.
  ///
  /// - Parameter size: the model's input.
  init?(_ shapes: [[Int]], size: (width: Int, height: Int)) {
    if shapes.count == 1, shapes[0].count == 4, shapes[0][0] == 1, shapes[0][1] == Self.points, shapes[0][2] >= 3,
      shapes[0][3] >= 3
    {
      self = .heatMaps(width: shapes[0][3], height: shapes[0][2])
      return
    }
    guard shapes.count == 2, shapes.allSatisfy({ $0.count == 3 && $0[0] == 1 && $0[1] == Self.points && $0[2] >= 3 })
    else { return nil }
    // Both axes have as many cells a pixel. Across comes first, unless the input's shape says that it does not.
    for (across, down) in [(0, 1), (1, 0)] where shapes[across][2] * size.height == shapes[down][2] * size.width {
      self = .rows(across: across, down: down, columns: shapes[across][2], rows: shapes[down][2])
      return
    }
    return nil
  }
}

/// A point as a head tells it, in cells, and how sure it is; nil where it has no number.
struct DecodedPoint: Equatable {
  let place: Vector2
  let score: Double
}
