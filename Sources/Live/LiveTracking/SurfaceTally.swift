import Feedback
import Geometry
import Images
import Platform

/// Counts in how many frames depth showed the head in each direction from its middle.
struct SurfaceTally: Sendable {
  private var frames = [UInt16](repeating: 0, count: DirectionGrid.count)

  /// The step between the pixels of a VGA image that are sampled, in both directions.
  private static let step = 8

  /// Takes in a frame's depth: the points that lie as far from the head's middle as its surface does (what is nearer is no
  /// surface, what is farther a shoulder or the room) and that face the camera, the head taken as a sphere.
  mutating func add(
    _ depth: DepthImage, camera: Camera, mapFromCamera: RigidTransform, middle: Vector3,
    _ rules: FeedbackRules.Coverage
  ) {
    let step = max(2, Self.step * depth.width / 640)
    let eye = (mapFromCamera.translation - middle).normalized
    var seen = [Bool](repeating: false, count: frames.count)
    for y in stride(from: step / 2, to: depth.height, by: step) {
      for x in stride(from: step / 2, to: depth.width, by: step) {
        let z = Double(depth.pixels[y * depth.width + x])
        guard z > 0 else { continue }
        let out = mapFromCamera * (camera.ray([Double(x), Double(y)]) * z) - middle
        let distance = out.length
        guard distance >= rules.nearest, distance <= rules.farthest, out.dot(eye) > rules.leastCosine * distance else {
          continue
        }
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

  /// Whether each direction of the head was seen in at least `fewest` frames, in the grid's bands.
  func seen(_ headFromMap: Matrix3, fewest: Int) -> [[Bool]] {
    let mapFromHead = headFromMap.transpose
    return DirectionGrid.banded(
      DirectionGrid.directions.map { frames[DirectionGrid.cell(mapFromHead * $0)] >= fewest })
  }
}

/// A grid of directions in cells of about 10°, for counting.
enum DirectionGrid {
  private static let bands = 18
  /// The number of cells in each band of elevation.
  private static let columns = (0..<bands).map { max(1, Int((36 * cos(elevation($0))).rounded())) }
  private static let starts = columns.reduce(into: [0]) { $0.append($0.last! + $1) }

  /// The number of cells.
  static let count = starts[bands]

  /// The values of all cells by bands, from the lowest up; in each from -180° on, about the z axis from x to y.
  static func banded<Value>(_ values: [Value]) -> [[Value]] {
    (0..<bands).map { Array(values[starts[$0]..<starts[$0 + 1]]) }
  }

  /// The middle of each cell, unit vectors.
  static let directions: [Vector3] = (0..<bands).flatMap { band in
    (0..<columns[band]).map { column in
      let azimuth = 2 * .pi * (Double(column) + 0.5) / Double(columns[band]) - .pi
      let up = elevation(band)
      return Vector3(cos(azimuth) * cos(up), sin(azimuth) * cos(up), sin(up))
    }
  }

  /// The cell of a unit vector.
  static func cell(_ d: Vector3) -> Int {
    let up = asin(max(-1, min(1, d.z))) / .pi + 0.5
    let band = min(bands - 1, Int(up * Double(bands)))
    let around = atan2(d.y, d.x) / (2 * .pi) + 0.5
    return starts[band] + min(columns[band] - 1, Int(around * Double(columns[band])))
  }

  private static func elevation(_ band: Int) -> Double { ((Double(band) + 0.5) / Double(bands) - 0.5) * .pi }
}
