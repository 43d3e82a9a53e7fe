import Analysis
import Diagnostics
import Geometry
import Images
internal import Inputs
import Landmarks
public import Platform
import Recordings

extension LandmarkSearch {
  /// So many frames get a click on each landmark, of so many that are looked at.
  private static let (clicks, frames) = (4, 60)
  /// A frame whose depth lies farther from a landmark than this, in metres, does not show it.
  private static let reach = 0.004

  /// The landmarks as points of a mesh.
  static func points(of landmarks: HeadLandmarks) -> LandmarkFile {
    let used = landmarks.estimates.filter { $0.value.rejection == nil }
    var file = LandmarkFile(
      name: "", entries: used.mapValues { .point($0.position, standardDeviation: $0.standardDeviation) })
    file.source = .automatic
    return file
  }

  /// The landmarks as clicks in frames that show them, spread over the scan.
  static func clicks(on landmarks: HeadLandmarks, _ scan: Scan) throws -> LandmarkFile {
    let posed = scan.recording.frames.indices.filter { scan.tracking.scanFromCamera[$0] != nil }
    let step = max(1, posed.count / frames)
    var seen: [Landmark: [LandmarkClick]] = [:]
    for index in stride(from: 0, to: posed.count, by: step).map({ posed[$0] }) {
      let frame = scan.recording.frames[index]
      let depth = try scan.recording.depth(frame)
      for (landmark, estimate) in landmarks.estimates where estimate.rejection == nil {
        guard let pixel = pixel(of: estimate.position, in: frame, depth, scan) else { continue }
        seen[landmark, default: []].append(LandmarkClick(frame: frame.name, pixel: pixel))
      }
    }
    var file = LandmarkFile(name: "", entries: seen.mapValues { .clicks(spread($0)) })
    file.source = .automatic
    return file
  }

  /// Where a frame shows a point of the scan frame; nil where it does not.
  private static func pixel(of point: Vector3, in frame: RecordedFrame, _ depth: DepthImage, _ scan: Scan) -> Vector2? {
    guard let seen = scan.recording.clickView(frame.index, scan.tracking)?.projection(of: point) else { return nil }
    let pixel = Vector2((seen.pixel.x * 10).rounded() / 10, (seen.pixel.y * 10).rounded() / 10)
    let margin = Vector2(4, 4)
    guard frame.camera.contains(pixel - margin), frame.camera.contains(pixel + margin),
      let measured = ClickSighting.depth(at: pixel, in: depth, scan.options.stages.reconstruction.landmarks.picked),
      abs(measured - seen.depth) < reach
    else { return nil }
    return pixel
  }

  private static func spread(_ all: [LandmarkClick]) -> [LandmarkClick] {
    guard all.count > clicks else { return all }
    return (0..<clicks).map { all[(2 * $0 + 1) * all.count / (2 * clicks)] }
  }
}

extension LandmarkFile {
  /// The file's bytes: `LANDMARKS.json`.
  public func json() throws -> Data {
    try Document(
      source: source.rawValue, landmarks: entries.reduce(into: [:]) { $0[$1.key.rawValue] = WrittenEntry($1.value) }
    )
    .machineJSON()
  }

  private struct Document: Encodable {
    let source: String
    let landmarks: [String: WrittenEntry]
  }

  private struct WrittenEntry: Encodable {
    let entry: LandmarkFile.Entry

    init(_ entry: LandmarkFile.Entry) { self.entry = entry }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch entry {
      case .clicks(let clicks):
        try container.encode(clicks.map { Click(frame: $0.frame, pixel: [$0.pixel.x, $0.pixel.y]) })
      case .point(let p, let deviation):
        let mm = [p.x, p.y, p.z].map { rounded($0 * 1000, 3) }
        try container.encode(Point(pointMm: mm, sdMm: deviation.map { rounded($0 * 1000, 3) }))
      case .vertex(let index, let deviation):
        try container.encode(Vertex(vertex: index, sdMm: deviation.map { rounded($0 * 1000, 3) }))
      }
    }
  }

  private struct Click: Encodable {
    let frame: String
    let pixel: [Double]
  }

  private struct Vertex: Encodable {
    let vertex: Int
    let sdMm: Double?
  }

  private struct Point: Encodable {
    let pointMm: [Double]
    let sdMm: Double?
  }
}
