import Geometry

/// A flap of the cloth across a marker.
struct CapFlap: Sendable {
  let marker: PrintedMarker
  let slope: Double
}

extension CapFlap {
  /// How much farther out the surface lies towards a unit direction, in metres: from the marker's vertical midline it
  /// rises to the print's right edge and falls off again over a marker's size beyond.
  func rise(_ u: Vector3) -> Double {
    let pose = marker.pose
    let facing = u.dot(pose.rotation.c2)
    guard facing > 0.5 else { return 0 }
    let reach = pose.translation.dot(pose.rotation.c2) / facing
    let offset = u * reach - pose.translation
    let (x, y) = (offset.dot(pose.rotation.c0), offset.dot(pose.rotation.c1))
    let half = marker.size / 2
    let tent = x < half ? max(0, x) : max(0, half - (x - half) / 2)
    return slope * tent * smoothstep((2.2 * half - abs(y)) / (0.8 * half))
  }
}
