import Geometry
import Platform

/// A camera that looks at a sheet: a pinhole with square pixels and radial distortion of the first order, r (1 + k r²)
/// (Brown 1966).
///
/// The sheet's frame: x right and y down on the paper, z into it, the origin in its middle; lengths in units of a printed
/// millimetre across the paper.
struct SheetView {
  /// The focal length in pixels, and k.
  var focal: Double, distortion: Double
  /// The principal point in pixels.
  let centre: Vector2
  /// The camera's view of the sheet.
  var cameraFromSheet: RigidTransform

  /// The pixel at which a point of the sheet is seen; nil behind the camera.
  func pixel(of point: Vector3) -> Vector2? {
    let p = cameraFromSheet * point
    guard p.z > 1e-6 else { return nil }
    let flat = Vector2(p.x, p.y) / p.z
    return centre + flat * (focal * (1 + distortion * flat.dot(flat)))
  }

  /// The place on the sheet's plane that a pixel shows; nil where its ray misses it.
  func place(of pixel: Vector2) -> Vector2? {
    let seen = (pixel - centre) / focal
    var flat = seen
    for _ in 0..<20 { flat = seen / max(1 + distortion * flat.dot(flat), 0.2) }
    let sheetFromCamera = cameraFromSheet.inverse
    let ray = sheetFromCamera.rotation * Vector3(flat.x, flat.y, 1)
    guard ray.z > 1e-6 else { return nil }
    let point = sheetFromCamera.translation - ray * (sheetFromCamera.translation.z / ray.z)
    return [point.x, point.y]
  }
}
