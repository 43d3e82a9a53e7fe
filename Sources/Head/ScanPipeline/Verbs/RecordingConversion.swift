import Diagnostics
import Geometry
import Images
public import Files
import Landmarks
public import Platform
public import Recordings
public import Workers

extension OutputKind {
  /// A recording that was converted; an earlier one is never replaced.
  public static let recording = OutputKind(
    .phrase("earlier_phantom"), mark: "", holding: "", files: [], isReplaceable: false)
}

/// A recording written for other tools: the content of `calvaria convert`.
public struct RecordingConversion: Sendable {
  /// The layouts that are written.
  public enum Target: String, CaseIterable, Sendable {
    /// TUM RGB-D: lists of images, depth in 1/5000 m.
    case tum
    /// Open3D and Redwood: numbered images, depth in millimetres.
    case open3d

    /// The codes of a metre.
    var codesPerMetre: Float { self == .tum ? 5000 : 1000 }
    var colorFolder: String { self == .tum ? "rgb" : "color" }
    var intrinsicsFile: String { self == .tum ? "intrinsic.json" : "camera_intrinsic.json" }
  }

  /// What became of the depth.
  public struct Outcome: Sendable, Equatable {
    /// The frames that were written.
    public let frames: Int
    /// The greatest difference of a depth from what was recorded, metres; 0 where all are whole codes.
    public let largestError: Double
    /// Pixels whose depth is too far for a code of 16 bits, and is left out.
    public let tooFar: Int
    /// True where the intrinsics differ from frame to frame; those of the first are written.
    public let intrinsicsVary: Bool
    /// True where the intrinsics are those of two cameras, or have a lens, which other readers of the layout do not know.
    public let intrinsicsAreOwn: Bool
    /// The frames that a reader of the layout would not find together again, as it pairs images by their times.
    public let unpaired: Int
    /// The frames whose pose by the recorder was written.
    public let poses: Int
    /// True where the recorder knew where up is: neither layout can say it.
    public let losesUp: Bool
  }

  private let recording: Recording
  private let target: Target
  private let cap: URL?
  private let names: ConvertedNames

  /// Opens a recording.
  ///
  /// - Parameter cap: the cap file, or nil for the recording's own, if it has one.
  public init(_ url: URL, _ reading: RecordingReading, cap: URL?, to target: Target) throws {
    recording = try Recording.open(url, reading)
    self.target = target
    let own = RecordingCompanion.url("cap.yaml", of: recording.url, isShared: true)
    self.cap = cap ?? (FileManager.default.fileExists(atPath: own.path) ? own : nil)
    names = try ConvertedNames(recording, areNumbered: target == .open3d, folder: target.colorFolder)
  }

  /// How many frames there are.
  public var frameCount: Int { recording.frames.count }

  /// Writes all frames, the lists, the recorder's poses, the cap and the clicks.
  public func write(
    into folder: OutputFolder, workers: Workers, progress: @Sendable () -> Void = {}
  ) throws -> Outcome {
    for name in [target.colorFolder, "depth"] { try folder.makeFolder(name) }
    let frames = recording.frames
    let written = workers.map(frames.count, tool: { FrameDecoder(recording) }) { decoder, index in
      defer { progress() }
      return Result { try write(frames[index], &decoder, into: folder) }
    }
    let images = try written.map { try $0.get() }
    var files: [(name: String, content: Data)] = [
      (target.intrinsicsFile, try WrittenIntrinsics(frames[0].cameras).json())
    ]
    if target == .tum {
      let list = { (path: (Int) -> String, stamp: (Int) -> String) in
        Data("# timestamp filename\n".utf8)
          + Data(frames.indices.map { stamp($0) + " " + path($0) + "\n" }.joined().utf8)
      }
      files.append(("rgb.txt", list({ images[$0].color }, { names.color[$0] })))
      files.append(("depth.txt", list({ images[$0].depth }, { names.depth[$0] })))
    }
    let poses = frames.map { (stamp: names.times[$0.index], pose: $0.recordedPose) }
    if let content = PoseList.text(poses) { files.append((PoseList.name, content)) }
    if let cap { files.append(("cap.yaml", Data(try InputFile.bytes(cap.path, atMost: 1 << 20)))) }
    files += try landmarks()
    try folder.write(files)
    return Outcome(
      frames: frames.count, largestError: images.map(\.error).max() ?? 0,
      tooFar: images.reduce(0) { $0 + $1.tooFar }, intrinsicsVary: frames.contains { $0.cameras != frames[0].cameras },
      intrinsicsAreOwn: target == .open3d && frames[0].cameras != CameraPair(frames[0].camera.pinhole),
      unpaired: target == .tum ? recording.unpairedByTime : 0, poses: poses.count { $0.pose != nil },
      losesUp: recording.gravity != nil)
  }

  // MARK: Frames

  private struct Written {
    let color, depth: String
    let error: Double
    let tooFar: Int
  }

  private func write(
    _ frame: RecordedFrame, _ decoder: inout FrameDecoder, into folder: OutputFolder
  ) throws -> Written {
    let (content, ending) = try decoder.colorFile(frame)
    let color = "\(target.colorFolder)/\(names.color[frame.index]).\(ending)"
    var image = DepthImage(width: 0, height: 0, pixels: [])
    try decoder.depth(frame, into: &image)
    let depth = "depth/\(names.depth[frame.index]).png"
    if let stored = decoder.depthFile(frame, codesPerMetre: target.codesPerMetre) {
      try folder.write([(color, content), (depth, stored)])
      return Written(color: color, depth: depth, error: 0, tooFar: 0)
    }
    var codes = [UInt16](repeating: 0, count: image.pixels.count)
    var (error, tooFar) = (Float.zero, 0)
    for (k, metres) in image.pixels.enumerated() where metres > 0 {
      let code = (metres * target.codesPerMetre).rounded()
      // 65535 means no depth.
      guard code < 65535 else {
        tooFar += 1
        continue
      }
      codes[k] = UInt16(code)
      error = max(error, abs(code / target.codesPerMetre - metres))
    }
    let png = try ImageFile.png(depthCodes: codes, width: image.width, height: image.height)
    try folder.write([(color, content), (depth, png)])
    return Written(
      color: color, depth: depth, error: Double(error) < Self.whole ? 0 : Double(error), tooFar: tooFar)
  }

  /// A depth is that of a code where it is as near as floating-point numbers of some metres are, metres.
  private static let whole = 1e-6

  // MARK: Clicks

  /// The recording's landmark file with the names that its frames have now.
  private func landmarks() throws -> [(name: String, content: Data)] {
    let url = RecordingCompanion.url(LandmarkFile.usualName, of: recording.url)
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    var file = try LandmarkFile.read(url)
    var isSame = true
    file.entries = file.entries.mapValues { entry in
      guard case .clicks(let clicks) = entry else { return entry }
      return .clicks(
        clicks.compactMap { click in
          // The picture is not written, and its name may become another one's.
          if recording.isWithoutDepth(click.frame) {
            isSame = false
            return nil
          }
          guard let frame = recording.frame(named: click.frame) else { return click }
          let name = names.color[frame.index]
          isSame = isSame && name == click.frame
          return LandmarkClick(frame: name, pixel: click.pixel, isProposed: click.isProposed)
        })
    }
    let content = isSame ? Data(try InputFile.bytes(url.path, atMost: 1 << 20)) : try file.json()
    return [(LandmarkFile.usualName, content)]
  }
}
