import Analysis
import Diagnostics
import Geometry
import Images
public import Landmarks
public import Platform
import PointClouds
import Reconstruction
import Recordings

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
      try scan.found
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
      let measured = ClickSighting.depth(at: pixel, in: depth),
      abs(measured - seen.depth) < reach
    else { return nil }
    return pixel
  }

  private static func spread(_ all: [LandmarkClick]) -> [LandmarkClick] {
    guard all.count > clicks else { return all }
    return (0..<clicks).map { all[(2 * $0 + 1) * all.count / (2 * clicks)] }
  }
}
