import Diagnostics
import Geometry
public import Files
public import Platform
import PointClouds
import Recordings
public import Workers

/// Writes a simulated recording as a folder in TUM layout, with cap, simulated clicks and truth.
public struct PhantomWriter: Sendable {
  private let recording: PhantomRecording

  /// A writer of a recording.
  public init(_ recording: PhantomRecording) { self.recording = recording }

  /// Makes the recording's folder; see ``write(into:workers:progress:)``.
  ///
  /// The folder appears under its name only when it is complete; after an error nothing is left of it.
  ///
  /// - Parameters:
  ///   - url: the folder to make.
  ///   - replacing: whether an earlier simulated recording, or an empty folder, of that name is replaced.
  /// - Throws: ``OutputError`` or ``PhantomError``.
  public func write(to url: URL, replacing: Bool = false, workers: Workers) throws {
    let folder = try OutputFolder(url, holding: .phantom, force: replacing)
    do {
      try write(into: folder, workers: workers)
      try folder.finish()
    } catch {
      folder.discard()
      throw error
    }
  }

  /// Writes the files; see Docs/formats/truth.md.
  ///
  /// The bytes don't depend on the number of workers.
  ///
  /// - Parameters:
  ///   - folder: a claimed folder; giving it its name is left to the caller.
  ///   - progress: called after every frame, from any thread.
  /// - Throws: ``OutputError`` or ``PhantomError``.
  public func write(
    into folder: OutputFolder, workers: Workers, progress: @Sendable () -> Void = {}
  ) throws {
    for name in ["rgb", "depth"] { try folder.makeFolder(name) }
    let frames = try workers.map(recording.frameCount) { index in
      defer { progress() }
      return try writeFrame(index, folder)
    }
    try writeDescription(folder)
    try writeTruth(frames, folder)
  }

  private struct Written: Sendable {
    let headFromCamera: RigidTransform
    let sights: [SimulatedClicks.Sight]
  }

  private func writeFrame(_ index: Int, _ folder: OutputFolder) throws -> Written {
    let frame = recording.frame(index)
    let sensor = recording.options.sensor
    let (color, depth): (Data, Data)
    do throws(ImageError) {
      color = try ImageFile.jpeg(frame.color, quality: sensor.jpegQuality)
      depth = try ImageFile.png(
        depthCodes: frame.depthCodes, width: frame.cameras.depth.width, height: frame.cameras.depth.height)
    } catch {
      throw PhantomError.cannotEncode(frame: index, reason: error.message.problem)
    }
    try folder.write([("rgb/\(stamp(index)).jpg", color)])
    try folder.write([("depth/\(stamp(index)).png", depth)])
    let sights = SimulatedClicks(recording: recording).sights(in: frame)
    return Written(headFromCamera: frame.headFromCamera, sights: sights)
  }

  private func writeDescription(_ folder: OutputFolder) throws {
    try folder.write([("rgb.txt", list("color images", "rgb", "jpg"))])
    try folder.write([("depth.txt", list("depth maps", "depth", "png"))])
    try folder.write([("intrinsic.json", try json(WrittenIntrinsics(recording.options.sensor.statedCameras)))])
    if !recording.plan.hasNoCap {
      try folder.write([("cap.yaml", Data(recording.cap.yaml(torso: recording.patch?.description).utf8))])
    }
  }

  private func writeTruth(_ frames: [Written], _ folder: OutputFolder) throws {
    let clicks = SimulatedClicks(recording: recording).clicks(frames.map(\.sights))
    try folder.write([("landmarks.json", try json(ClickFile(clicks, stamp: stamp)))])
    try folder.write([
      ("truth.json", try json(TruthFile(recording, poses: frames.map(\.headFromCamera), times: recording.times)))
    ])
    try writeSurface(recording.head, as: "truth_surface.ply", folder)
    if !recording.head.fit.isSnug { try writeSurface(recording.head.skin(), as: "truth_skin.ply", folder) }
    let change = recording.scene.change
    let last = change.head(recording.head, in: change.state(at: recording.options.duration))
    if last.capTurn != nil || last.flap != nil { try writeSurface(last, as: "truth_surface_after.ply", folder) }
  }

  private func writeSurface(_ head: PhantomHead, as name: String, _ folder: OutputFolder) throws {
    var surface = head.mesh(subdivisions: recording.options.truthSubdivisions)
    surface.normals = []
    let comments = ["frame head, RAS, mm", "simulated by calvaria phantom"]
    try folder.write([(name, MeshFile.encode(surface, as: .ply, unit: .millimetres, comments: comments))])
  }

  private func list(_ title: String, _ subfolder: String, _ ending: String) -> Data {
    let lines = (0..<recording.frameCount).map { "\(stamp($0)) \(subfolder)/\(stamp($0)).\(ending)\n" }
    return Data(("# \(title)\n# timestamp filename\n" + lines.joined()).utf8)
  }

  /// A frame's time stamp: seconds with six decimals.
  private func stamp(_ index: Int) -> String {
    let time = recording.microseconds(index)
    let fraction = String(time % 1_000_000)
    return "\(1_700_000_000 + time / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }

  private func json(_ value: some Encodable) throws -> Data {
    return try JSONText.encode(value, isOneLine: true)
  }
}

/// The content of `landmarks.json`.
private struct ClickFile: Encodable {
  let landmarks: [String: [Entry]]

  struct Entry: Encodable {
    let frame: String
    let pixel: [Double]
  }

  init(_ clicks: [PhantomLandmark: [SimulatedClicks.Click]], stamp: (Int) -> String) {
    var landmarks: [String: [Entry]] = [:]
    for (landmark, list) in clicks {
      landmarks[landmark.rawValue] = list.map { Entry(frame: stamp($0.frame), pixel: [$0.pixel.x, $0.pixel.y]) }
    }
    self.landmarks = landmarks
  }
}
