public import Geometry
internal import Files
public import Platform

/// The content of a file of intrinsics for a pair of cameras: one camera where both are one, else a section for each.
public struct WrittenIntrinsics: Encodable, Sendable {
  private let cameras: CameraPair

  /// The file for a pair of cameras.
  public init(_ cameras: CameraPair) { self.cameras = cameras }

  /// The file's bytes, keys sorted; read again they give the same cameras.
  public func json() throws -> Data { try JSONText.encode(self) }

  private enum Keys: CodingKey { case color, depth }

  public func encode(to encoder: any Encoder) throws {
    guard !cameras.areOne else { return try Section(cameras.color).encode(to: encoder) }
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(Section(cameras.color), forKey: .color)
    try container.encode(Section(cameras.depth, pose: cameras.colorFromDepth), forKey: .depth)
  }

  /// One camera.
  private struct Section: Encodable {
    let camera: Camera
    let pose: RigidTransform

    init(_ camera: Camera, pose: RigidTransform = .identity) { (self.camera, self.pose) = (camera, pose) }

    private enum Keys: String, CodingKey {
      case width, height, distortion
      case matrix = "intrinsic_matrix"
      case pose = "to_color"
      case radial, tangential, center
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(camera.width, forKey: .width)
      try container.encode(camera.height, forKey: .height)
      try container.encode([camera.fx, 0, 0, 0, camera.fy, 0, camera.cx, camera.cy, 1], forKey: .matrix)
      if pose != .identity {
        let (r, t) = (pose.rotation, pose.translation)
        let rows = [
          r.c0.x, r.c1.x, r.c2.x, t.x, r.c0.y, r.c1.y, r.c2.y, t.y, r.c0.z, r.c1.z, r.c2.z, t.z, 0, 0, 0, 1,
        ]
        try container.encode(rows, forKey: .pose)
      }
      guard let lens = camera.lens else { return }
      let radial = (0..<8).map { lens.radial[$0] }
      let tangential = [lens.tangential.x, lens.tangential.y]
      // OpenCV's order where it can say all.
      if lens.centre == .zero, radial[3...].allSatisfy({ $0 == 0 }) {
        return try container.encode(radial[..<2] + tangential + [radial[2]], forKey: .distortion)
      }
      var own = container.nestedContainer(keyedBy: Keys.self, forKey: .distortion)
      try own.encode(radial, forKey: .radial)
      try own.encode(tangential, forKey: .tangential)
      let centre = [lens.centre.x * camera.fx + camera.cx + 0.5, lens.centre.y * camera.fy + camera.cy + 0.5]
      try own.encode(centre, forKey: .center)
    }
  }
}
