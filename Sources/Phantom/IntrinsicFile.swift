import Geometry

/// The content of `intrinsic.json`: as Open3D writes it where one pinhole gives both images, else a section for each camera;
/// see Docs/formats/recordings.md.
struct IntrinsicFile: Encodable {
  private let both, color, depth: Section?

  /// A camera.
  private struct Section: Encodable {
    let width, height: Int
    let intrinsicMatrix: [Double]
    let distortion, toColor: [Double]?

    enum CodingKeys: String, CodingKey {
      case width, height, distortion
      case intrinsicMatrix = "intrinsic_matrix"
      case toColor = "to_color"
    }

    init(_ camera: Camera, toColor: RigidTransform? = nil) {
      (width, height, intrinsicMatrix) = (camera.width, camera.height, camera.columnMajor)
      distortion = camera.lens?.coefficients
      self.toColor = toColor?.rowMajor
    }
  }

  private enum CodingKeys: String, CodingKey {
    case color, depth
  }

  init(_ cameras: CameraPair) {
    if cameras.areOne && cameras.color.lens == nil {
      (both, color, depth) = (Section(cameras.color), nil, nil)
    } else {
      let isApart = cameras.colorFromDepth != .identity
      (both, color) = (nil, Section(cameras.color))
      depth = Section(cameras.depth, toColor: isApart ? cameras.colorFromDepth : nil)
    }
  }

  func encode(to encoder: any Encoder) throws {
    if let both { return try both.encode(to: encoder) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(color, forKey: .color)
    try container.encodeIfPresent(depth, forKey: .depth)
  }
}

extension Lens {
  /// k₁, k₂, p₁, p₂, k₃, as OpenCV orders them.
  var coefficients: [Double] { [radial[0], radial[1], tangential.x, tangential.y, radial[2]] }
}

extension RigidTransform {
  /// The 4 × 4 matrix by row, metres.
  var rowMajor: [Double] {
    let (a, b, c) = rotation.rows
    return [
      a.x, a.y, a.z, translation.x, b.x, b.y, b.z, translation.y, c.x, c.y, c.z, translation.z, 0, 0, 0, 1,
    ]
  }
}
