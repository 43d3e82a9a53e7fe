import Geometry

/// Where a camera is while it reads each row of an image: `headFromCamera`, one pose for all rows, or one for each.
struct RowPoses: Sendable {
  private let poses: [RigidTransform]

  /// All rows are read at the same moment.
  init(_ pose: RigidTransform) { poses = [pose] }

  /// A pose for each row, from the top.
  init(rows: [RigidTransform]) { poses = rows }

  /// The pose at a row; rows outside of the image are read with its first or last.
  subscript(row: Int) -> RigidTransform { poses[min(max(row, 0), poses.count - 1)] }

  /// The pose in the middle of the image.
  var middle: RigidTransform { self[poses.count / 2] }

  /// Where a camera shows a point of the head frame: the row that is read when the point is on it.
  ///
  /// - Returns: the pixel, and the point in the camera's frame at that moment.
  func sight(of point: Vector3, by camera: Camera) -> (pixel: Vector2, inCamera: Vector3) {
    var inCamera = middle.inverse * point
    var pixel = camera.project(inCamera)
    guard poses.count > 1 else { return (pixel, inCamera) }
    for _ in 0..<4 where pixel.y.isFinite && inCamera.z > 0 {
      inCamera = self[Int(min(max(pixel.y, 0), Double(poses.count - 1)).rounded())].inverse * point
      pixel = camera.project(inCamera)
    }
    return (pixel, inCamera)
  }
}
