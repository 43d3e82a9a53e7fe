import Geometry
import Images

/// Counts in how many frames depth showed the head in each direction from its middle.
struct SurfaceTally: Sendable {
  private var frames = [UInt16](repeating: 0, count: DirectionGrid.count)

  /// Every so manieth pixel of a VGA image is looked at, each way.
  private static let step = 8
  /// A point of the head lies within these distances of its middle, metres; what is nearer is no surface, what is
  /// farther is a shoulder or the room.
  private static let shell = 0.035...0.115
  /// The surface must face the camera at least so much (cosine), taken as a sphere.
  private static let facing = 0.3

  /// Takes in a frame's depth.
  mutating func add(_ depth: DepthImage, camera: PinholeCamera, mapFromCamera: RigidTransform, middle: Vector3) {
    let step = max(2, Self.step * depth.width / 640)
    let eye = (mapFromCamera.translation - middle).normalized
    var seen = [Bool](repeating: false, count: frames.count)
    for y in stride(from: step / 2, to: depth.height, by: step) {
      for x in stride(from: step / 2, to: depth.width, by: step) {
        let z = Double(depth.pixels[y * depth.width + x])
        guard z > 0 else { continue }
        let out = mapFromCamera * (camera.ray([Double(x), Double(y)]) * z) - middle
        let distance = out.length
        guard Self.shell.contains(distance), out.dot(eye) > Self.facing * distance else { continue }
        seen[DirectionGrid.cell(out / distance)] = true
      }
    }
    for cell in frames.indices where seen[cell] { frames[cell] = min(frames[cell] + 1, .max - 1) }
  }

  /// The share of each part that was seen in at least `fewest` frames.
  func shares(_ headFromMap: Matrix3, fewest: Int) -> [HeadPart: Double] {
    var counts: [HeadPart: (seen: Double, all: Double)] = [:]
    for (direction, count) in zip(DirectionGrid.directions, frames) {
      let inHead = headFromMap * direction
      for part in HeadPart.allCases where part.contains(inHead) {
        counts[part, default: (0, 0)].all += 1
        if count >= fewest { counts[part]!.seen += 1 }
      }
    }
    return counts.mapValues { $0.seen / $0.all }
  }
}
