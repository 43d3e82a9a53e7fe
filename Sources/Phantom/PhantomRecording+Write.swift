import Geometry
import PointClouds
import Recordings
public import Workers

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PhantomRecording {
  /// Writes the recording in TUM layout, with cap, simulated clicks and truth; see Docs/formats/truth.md.
  ///
  /// The folder appears under its name only when it is complete; after an error nothing is left of it. The bytes don't
  /// depend on the number of workers.
  ///
  /// - Parameters:
  ///   - url: the folder to make; its parent must exist.
  ///   - replacing: whether an earlier simulated recording, or an empty folder, of that name is replaced.
  ///   - progress: called after every frame, from any thread.
  public func write(
    to url: URL, replacing: Bool = false, workers: Workers, progress: @Sendable () -> Void = {}
  ) throws(PhantomError) {
    let folder = try PhantomFolder(url, replacing: replacing)
    do throws(PhantomError) {
      let frames = try workers.map(frameCount) { index throws(PhantomError) in
        defer { progress() }
        return try writeFrame(index, folder)
      }
      try writeDescription(folder)
      try writeTruth(frames, folder)
      try folder.finish()
    } catch {
      folder.discard()
      throw error
    }
  }

  private struct Written: Sendable {
    let headFromCamera: RigidTransform
    let sights: [SimulatedClicks.Sight]
  }

  private func writeFrame(_ index: Int, _ folder: PhantomFolder) throws(PhantomError) -> Written {
    let frame = frame(index)
    let sensor = options.sensor
    let (color, depth): (Data, Data)
    do throws(ImageError) {
      color = try ImageFile.jpeg(frame.color, quality: sensor.jpegQuality)
      depth = try ImageFile.png(
        depthCodes: frame.depthCodes, width: sensor.camera.width, height: sensor.camera.height)
    } catch {
      throw .cannotEncode(frame: index, reason: error.problem)
    }
    try folder.write(color, to: "rgb/\(stamp(index)).jpg")
    try folder.write(depth, to: "depth/\(stamp(index)).png")
    let sights = SimulatedClicks(recording: self).sights(in: frame)
    return Written(headFromCamera: frame.headFromCamera, sights: sights)
  }

  private func writeDescription(_ folder: PhantomFolder) throws(PhantomError) {
    try folder.write(list("color images", "rgb", "jpg"), to: "rgb.txt")
    try folder.write(list("depth maps", "depth", "png"), to: "depth.txt")
    try folder.write(try json(IntrinsicFile(options.sensor.statedCamera)), to: "intrinsic.json")
    if !plan.hasNoCap { try folder.write(Data(cap.yaml.utf8), to: "cap.yaml") }
  }

  private func writeTruth(_ frames: [Written], _ folder: PhantomFolder) throws(PhantomError) {
    let clicks = SimulatedClicks(recording: self).clicks(frames.map(\.sights))
    try folder.write(try json(ClickFile(clicks, stamp: stamp)), to: "landmarks.json")
    try folder.write(try json(TruthFile(self, poses: frames.map(\.headFromCamera))), to: "truth.json")
    try writeSurface(head, as: "truth_surface.ply", folder)
    let last = scene.change.head(head, in: scene.change.state(at: options.duration))
    if last.capTurn != nil || last.flap != nil { try writeSurface(last, as: "truth_surface_after.ply", folder) }
  }

  private func writeSurface(_ head: PhantomHead, as name: String, _ folder: PhantomFolder) throws(PhantomError) {
    var surface = head.mesh(subdivisions: options.truthSubdivisions)
    surface.normals = []
    let comments = ["frame head, RAS, mm", "simulated by calvaria phantom"]
    try folder.write(MeshFile.encode(surface, as: .ply, unit: .millimetres, comments: comments), to: name)
  }

  private func list(_ title: String, _ subfolder: String, _ ending: String) -> Data {
    let lines = (0..<frameCount).map { "\(stamp($0)) \(subfolder)/\(stamp($0)).\(ending)\n" }
    return Data(("# \(title)\n# timestamp filename\n" + lines.joined()).utf8)
  }

  /// A frame's time stamp: seconds with six decimals.
  private func stamp(_ index: Int) -> String {
    let time = microseconds(index)
    let fraction = String(time % 1_000_000)
    return "\(1_700_000_000 + time / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }

  private func json(_ value: some Encodable) throws(PhantomError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do { return try encoder.encode(value) + Data("\n".utf8) } catch {
      throw .cannotWrite(path: "JSON", reason: "\(error)")
    }
  }
}

/// The content of `intrinsic.json`, as Open3D writes it.
private struct IntrinsicFile: Encodable {
  let width, height: Int
  let intrinsicMatrix: [Double]

  enum CodingKeys: String, CodingKey {
    case width, height
    case intrinsicMatrix = "intrinsic_matrix"
  }

  init(_ camera: PinholeCamera) {
    (width, height, intrinsicMatrix) = (camera.width, camera.height, camera.columnMajor)
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
