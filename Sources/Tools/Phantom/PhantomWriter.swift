import Diagnostics
public import Files
import Geometry
public import Platform
import PointClouds
import Recordings
public import Workers

extension OutputKind {
  /// A simulated recording.
  public static let phantom = OutputKind(
    .phrase("earlier_phantom"), mark: "truth_surface.ply", holding: "simulated by calvaria phantom",
    files: [
      "rgb.txt", "depth.txt", "intrinsic.json", "cap.yaml", "board.yaml", "landmarks.json", "truth.json",
      "truth_surface.ply",
      "truth_surface_after.ply", "truth_skin.ply",
    ], imageFolders: ["rgb": ".jpg", "depth": ".png"])
}

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
    let sights = recording.board == nil ? SimulatedClicks(recording: recording).sights(in: frame) : []
    return Written(headFromCamera: frame.headFromCamera, sights: sights)
  }

  private func writeDescription(_ folder: OutputFolder) throws {
    try folder.write([("rgb.txt", list("color images", "rgb", "jpg"))])
    try folder.write([("depth.txt", list("depth maps", "depth", "png"))])
    try folder.write([("intrinsic.json", try json(WrittenIntrinsics(recording.options.sensor.statedCameras)))])
    if let board = recording.board {
      try folder.write([("board.yaml", Data(board.cap.yaml.utf8))])
    } else if !recording.plan.hasNoCap {
      try folder.write([("cap.yaml", Data(recording.cap.yaml(torso: recording.patch?.description).utf8))])
    }
  }

  private func writeTruth(_ frames: [Written], _ folder: OutputFolder) throws {
    if let board = recording.board {
      let truth = BoardTruth(recording, poses: frames.map(\.headFromCamera))
      try folder.write([("truth.json", try json(truth))])
      let surface = Mesh(positions: board.outline, triangles: [[0, 3, 2], [0, 2, 1]])
      return try write(surface, as: "truth_surface.ply", frame: "board", folder)
    }
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
    try write(surface, as: name, frame: "head, RAS", folder)
  }

  private func write(_ surface: Mesh, as name: String, frame: String, _ folder: OutputFolder) throws {
    let comments = ["frame \(frame), mm", "simulated by calvaria phantom"]
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

/// An operator's clicks on landmarks in colour frames.
struct SimulatedClicks {
  /// A frame in which a landmark can be clicked.
  struct Sight: Sendable {
    let landmark: PhantomLandmark
    let pixel: Vector2
    let cosine: Double
  }

  /// A click.
  struct Click {
    let frame: Int
    let pixel: Vector2
  }

  let recording: PhantomRecording

  /// The landmarks that a frame shows: facing the camera, away from the border, with nothing in front.
  func sights(in frame: PhantomFrame) -> [Sight] {
    let camera = frame.cameras.color
    return PhantomLandmark.allCases.compactMap { landmark in
      let position = recording.head.position(of: landmark)
      let (pixel, seen) = frame.rows.sight(of: position, by: camera)
      guard pixel.x.isFinite, pixel.y.isFinite, abs(pixel.x) < 1e6, abs(pixel.y) < 1e6 else { return nil }
      let (x, y) = (Int(pixel.x.rounded()), Int(pixel.y.rounded()))
      let margin = Double(camera.width) / 32
      guard seen.z > 0, pixel.x > margin, pixel.y > margin, pixel.x < Double(camera.width) - margin,
        pixel.y < Double(camera.height) - margin, hasDepth(frame, at: position),
        abs(Double(frame.exactDepth[x, y]) - seen.z) < 0.002
      else { return nil }
      let cosine = facing(position, frame.headFromCamera)
      return cosine > 0.35 ? Sight(landmark: landmark, pixel: pixel, cosine: cosine) : nil
    }
  }

  /// Up to four clicks a landmark, in the frames that face it best, some frames apart.
  func clicks(_ sights: [[Sight]]) -> [PhantomLandmark: [Click]] {
    var generator = SeededGenerator(seed: recording.options.seed ^ 0x436C_6963_6B)
    var clicks: [PhantomLandmark: [Click]] = [:]
    for landmark in PhantomLandmark.allCases {
      for (frame, sight) in chosen(landmark, sights) {
        let noise = Vector2(generator.normal(), generator.normal()) * recording.options.clickNoise
        let pixel = ((sight.pixel + noise) * 10).rounded(.toNearestOrAwayFromZero) / 10
        clicks[landmark, default: []].append(Click(frame: frame, pixel: pixel))
      }
    }
    return clicks
  }

  private func chosen(_ landmark: PhantomLandmark, _ sights: [[Sight]]) -> [(Int, Sight)] {
    let candidates = sights.indices.flatMap { frame in
      sights[frame].filter { $0.landmark == landmark }.map { (frame, $0) }
    }
    let best = candidates.sorted { ($0.1.cosine, $1.0) > ($1.1.cosine, $0.0) }
    var taken: [(Int, Sight)] = []
    for candidate in best where taken.allSatisfy({ abs($0.0 - candidate.0) > sights.count / 40 }) {
      taken.append(candidate)
      if taken.count == 4 { break }
    }
    return taken
  }

  /// Whether the depth camera measured something where it shows a point of the head frame.
  private func hasDepth(_ frame: PhantomFrame, at position: Vector3) -> Bool {
    let (camera, colorFromDepth) = (frame.cameras.depth, frame.cameras.colorFromDepth)
    let pixel = camera.project((frame.headFromCamera * colorFromDepth).inverse * position)
    let (x, y) = (pixel.x.rounded(), pixel.y.rounded())
    guard x >= 0, y >= 0, x < Double(camera.width), y < Double(camera.height) else { return false }
    return frame.depthCodes[Int(y) * camera.width + Int(x)] > 0
  }

  private func facing(_ position: Vector3, _ headFromCamera: RigidTransform) -> Double {
    let toCamera = (headFromCamera.translation - position).normalized
    return recording.head.normal(toward: position.normalized).dot(toCamera)
  }
}
