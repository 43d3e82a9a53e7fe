import Foundation
import Geometry
import Phantom
import Workers

/// A scan that goes wrong in known ways, with the times at which it does by its truth alone.
///
/// Half the head is never seen; the camera comes too close, a hand covers it, it is shaken, and it goes too far.
struct SteeredRecording {
  let url: URL
  private let truth: Truth
  /// Seconds since the first frame.
  let times: [Double]

  /// Made once for all tests: 7.7 s at thirty frames a second.
  static let script = Result {
    var options = PhantomOptions(preset: .half)
    (options.frames, options.duration, options.jitter, options.seed) = (232, 7.7, 0.5, 4)
    (options.sensor.raysPerPixel, options.truthSubdivisions) = (3, 3)
    options.faults = [
      PhantomFault(.close, at: 0.8, amount: 1.8), PhantomFault(.occlusion, at: 3.2, amount: 500),
      PhantomFault(.shake, at: 4.4, amount: 0.9), PhantomFault(.far, at: 5.8, amount: 1.6),
    ]
    atexit { try? FileManager.default.removeItem(at: SteeredRecording.place) }
    let workers = Workers(count: 2)
    try PhantomWriter(PhantomRecording(options, workers: workers)).write(to: place, workers: workers)
    return try SteeredRecording(place)
  }

  private static let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("calvaria-steered-\(ProcessInfo.processInfo.processIdentifier)")

  private struct Truth: Decodable {
    struct Marker: Decodable {
      let centre: [Double]
      let rotation: [[Double]]

      enum CodingKeys: String, CodingKey {
        case centre
        case rotation = "R"
      }
    }
    struct Fault: Decodable {
      let name: String
      let startS, endS: Double?
    }
    let headFromCamera: [[[Double]]]
    let markers: [String: Marker]
    let faults: [Fault]
    let intrinsicMatrix: [Double]
  }

  private init(_ url: URL) throws {
    self.url = url
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    truth = try decoder.decode(Truth.self, from: Data(contentsOf: url.appendingPathComponent("truth.json")))
    let list = try String(contentsOf: url.appendingPathComponent("rgb.txt"), encoding: .utf8)
    let stamps = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { Double($0.split(separator: " ")[0])! }
    times = stamps.map { $0 - stamps[0] }
  }

  /// When a fault begins and ends.
  func interval(_ fault: PhantomFault.Kind) -> ClosedRange<Double>? {
    truth.faults.first { $0.name == fault.rawValue }.map { $0.startS!...$0.endS! }
  }

  /// From the first to the last frame in which more than 30 % of the markers that face the camera within its image lie
  /// at such distances along its axis, in metres.
  func interval(distances: Range<Double>) -> ClosedRange<Double>? {
    let matching = times.indices.filter { frame in
      let known = self.distances(frame)
      return Double(known.count { distances.contains($0) }) > 0.3 * Double(known.count)
    }
    return matching.first.map { times[$0]...times[matching.last!] }
  }

  /// The distances of the markers that can be seen in a frame.
  private func distances(_ frame: Int) -> [Double] {
    let pose = truth.headFromCamera[frame]
    let column = { (k: Int) in Vector3(pose[0][k], pose[1][k], pose[2][k]) }
    let (x, y, z, eye) = (column(0), column(1), column(2), column(3))
    return truth.markers.values.compactMap { marker in
      let centre = Vector3(marker.centre[0], marker.centre[1], marker.centre[2])
      let normal = Vector3(marker.rotation[0][2], marker.rotation[1][2], marker.rotation[2][2])
      let toward = centre - eye
      let depth = toward.dot(z)
      let k = truth.intrinsicMatrix
      let pixel = Vector2(k[0] * toward.dot(x) / depth + k[6], k[4] * toward.dot(y) / depth + k[7])
      let isInView = depth > 0 && (20...620).contains(pixel.x) && (20...460).contains(pixel.y)
      return isInView && -toward.normalized.dot(normal) > 0.5 ? depth / 1000 : nil
    }
  }

  /// The ids that are on the cap.
  var ids: Set<Int> { Set(truth.markers.keys.compactMap { Int($0) }) }
}
