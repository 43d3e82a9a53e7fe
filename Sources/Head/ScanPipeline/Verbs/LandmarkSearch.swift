import Analysis
import Diagnostics
internal import Files
import Geometry
import Images
public import Landmarks
public import Platform
import PointClouds
import Reconstruction
import Recordings
import Reports

/// The landmarks of a mesh or a scan: those that the program finds, and those that were given.
public struct LandmarkSearch: Sendable {
  /// What the surface's shape tells.
  public let found: AutomaticLandmarks
  /// What is used: picked before cap before automatic, landmark by landmark.
  public let used: HeadLandmarks
  /// What is odd about a mesh file, and what of it was left out or cut because it is damaged.
  public let remarks: [Finding]
  /// What was found as a landmark file, its source `automatic`; without the landmarks that may not be used.
  public let file: LandmarkFile

  /// Looks at a mesh file (PLY, STL, OBJ, glTF).
  ///
  /// - Parameter unit: the file's unit, or nil to guess it.
  /// - Throws: a `UserFacingError`.
  public static func search(
    meshFile: URL, unit: LengthUnit? = nil, options: AutomaticLandmarkOptions = AutomaticLandmarkOptions()
  ) throws -> LandmarkSearch {
    let file = try HeadMeshFile.read(meshFile, unit: unit)
    let surface = try file.surface(called: meshFile.path)
    let found = AutomaticLandmarks.find(on: surface, options: options)
    return LandmarkSearch(
      found: found, used: found.landmarks,
      remarks: file.remarks + [surface.partsFinding, surface.damage.finding].compactMap(\.self),
      file: points(of: found.landmarks))
  }

  /// Looks at a reconstructed scan; positions are in the frame of its `mesh.ply`.
  public static func search(_ scan: Scan) throws -> LandmarkSearch {
    let options = scan.options.stages.reconstruction
    let found =
      try scan.landmarks.found
      ?? AutomaticLandmarks.find(
        on: try HeadSurface(scan.mesh),
        up: scan.tracking.map.up(),
        options: options.landmarks.automatic)
    return LandmarkSearch(
      found: found.transformed(by: scan.outputFromScan),
      used: scan.measures.landmarks.transformed(by: scan.outputFromScan), remarks: [],
      file: try clicks(on: found.landmarks, scan))
  }

  /// True when the landmarks carry a head frame.
  public var isComplete: Bool { used.areSufficient }
}

extension LandmarkSearch {
  /// The landmarks as points of a mesh.
  static func points(of landmarks: HeadLandmarks) -> LandmarkFile {
    let used = landmarks.estimates.filter { $0.value.rejection == nil }
    var file = LandmarkFile(
      name: "", entries: used.mapValues { .point($0.position, standardDeviation: $0.standardDeviation) })
    file.source = .automatic
    return file
  }

  /// The number of frames with a click on each landmark. Assumed.
  private static let clicks = 4
  /// The number of frames, evenly spread, that are looked at. Chosen for speed.
  private static let frames = 60
  /// A frame whose depth lies farther from a landmark than this does not show it, metres. Assumed.
  private static let reach = 0.004
  /// The distance that clicks keep from the image's border, pixels. Assumed.
  private static let border = 4.0

  /// The landmarks as clicks in frames that show them, spread over the scan.
  static func clicks(on landmarks: HeadLandmarks, _ scan: Scan) throws -> LandmarkFile {
    let posed = scan.recording.frames.indices.filter { scan.tracking.scanFromCamera[$0] != nil }
    let step = max(1, posed.count / frames)
    var seen: [Landmark: [LandmarkClick]] = [:]
    for index in stride(from: 0, to: posed.count, by: step).map({ posed[$0] }) {
      let frame = scan.recording.frames[index]
      let depth = RegisteredDepth(try scan.recording.depth(frame), frame.cameras)
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
  private static func pixel(of point: Vector3, in frame: RecordedFrame, _ depth: RegisteredDepth, _ scan: Scan)
    -> Vector2?
  {
    guard let seen = scan.recording.clickView(frame.index, scan.tracking)?.projection(of: point) else { return nil }
    let pixel = Vector2((seen.pixel.x * 10).rounded() / 10, (seen.pixel.y * 10).rounded() / 10)
    let margin = Vector2(border, border)
    guard frame.camera.contains(pixel - margin), frame.camera.contains(pixel + margin),
      let measured = ReportedClick.depth(at: pixel, in: depth),
      abs(measured - seen.depth) < reach
    else { return nil }
    return pixel
  }

  /// So many of the clicks as are written, evenly spread.
  static func spread(_ all: [LandmarkClick]) -> [LandmarkClick] {
    guard all.count > clicks else { return all }
    return (0..<clicks).map { all[(2 * $0 + 1) * all.count / (2 * clicks)] }
  }
}

extension LandmarkSearch {
  /// The landmarks as a table for a terminal.
  public func table(_ language: Language = .english) -> String {
    var table = TextTable(rightAligned: [1, 2, 3, 4, 5])
    table.addRow(language("landmarks.columns").split(separator: ";").map(String.init))
    for (landmark, estimate) in used.estimates.sorted(by: { $0.key < $1.key }) {
      let score =
        estimate.source == .automatic ? found.scores[landmark].map { language.number($0, digits: 2) } ?? "–" : ""
      if estimate.evidence == 0 {
        table.add(landmark.title(language), "–", "–", "–", "–", score, estimate.rejection?.text(language) ?? "")
        continue
      }
      let p = (0..<3).map { language.number(estimate.position[$0] * 1000, digits: 1) }
      let deviation = language.number(estimate.standardDeviation * 1000, digits: 1)
      let note = estimate.rejection.map {
        language("landmarks.not_used", ["reason": .text($0.text(language))])
      }
      table.add(
        landmark.title(language), p[0], p[1], p[2], deviation, score,
        language("source." + estimate.source.rawValue) + (note ?? ""))
    }
    return table.text
  }

  /// The landmarks that were found as JSON.
  public func json() throws -> Data {
    try Document(
      landmarks: entries(used), automatic: entries(found.landmarks),
      findings: used.faults + remarks + used.sourceFindings,
      features: found.features.map {
        [
          "nasal_root_depth": rounded($0.rootDepth * 1000, 2), "ear_height_left": rounded($0.earHeightLeft * 1000, 2),
          "ear_height_right": rounded($0.earHeightRight * 1000, 2),
          "ear_protrusion_left": rounded($0.protrusionLeft * 1000, 2),
          "ear_protrusion_right": rounded($0.protrusionRight * 1000, 2),
        ]
      }
    ).machineJSON()
  }

  private func entries(_ landmarks: HeadLandmarks) -> [String: Entry] {
    landmarks.estimates.reduce(into: [:]) { all, item in
      let (landmark, estimate) = (item.key, item.value)
      let p = estimate.position * 1000
      all[landmark.rawValue] = Entry(
        mm: estimate.evidence > 0 ? [rounded(p.x, 3), rounded(p.y, 3), rounded(p.z, 3)] : nil,
        sdMm: estimate.evidence > 0 ? rounded(estimate.standardDeviation * 1000, 3) : nil,
        evidence: estimate.evidence, source: estimate.source.rawValue,
        score: estimate.source == .automatic ? found.scores[landmark].map { rounded($0, 3) } : nil,
        reason: estimate.rejection?.text(), code: estimate.rejection?.code.rawValue)
    }
  }

  private struct Document: Encodable {
    var schema = "calvaria/landmarks/1"
    var landmarks, automatic: [String: Entry]
    var findings: [Finding]
    /// Millimetres.
    var features: [String: Double]?

    enum CodingKeys: String, CodingKey {
      case schema, landmarks, automatic, findings
      case features = "features_mm"
    }
  }

  private struct Entry: Encodable {
    var mm: [Double]?
    var sdMm: Double?
    var evidence: Int
    var source: String
    var score: Double?
    var reason, code: String?
  }
}
