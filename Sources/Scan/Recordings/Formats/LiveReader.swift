internal import Diagnostics
internal import Files
import Geometry
import Platform

/// What `calvaria live` records: images as their source had them, and `frames.jsonl`. A last line that a killed run did not
/// finish is no frame.
struct LiveReader: RecordingReader {
  static let signature = FindingValue.phrase("live_files")
  let index: RecordingIndex
  /// The cameras that each line states; nil where they are those of the line before.
  private let cameras: [IntrinsicsFile?]

  static func recognises(_ place: RecordingPlace) -> Bool { place.folder.hasFile(FrameIndex.file) }

  init(_ place: RecordingPlace) throws(RecordingError) {
    let text = try place.folder.index(FrameIndex.file)
    let end = UInt8(ascii: "\n")
    let lines = text.lastIndex(of: end).map { text[...$0].split(separator: end) } ?? []
    guard let first = lines.first else { throw .noPairs(folder: place.path, closest: nil) }
    let header = try Self.decode(FrameIndex.Header.self, first, line: 1)
    guard header.schema == FrameIndex.Header.schema, header.codesPerMetre > 0, header.floatsPerMetre > 0 else {
      throw Self.strange(line: 1)
    }
    var (pairs, cameras) = ([ImagePair](), [IntrinsicsFile?]())
    for (number, line) in zip(2..., lines.dropFirst()) {
      let frame = try Self.decode(FrameLine<JSONValue>.self, line, line: number)
      pairs.append(try Self.pair(frame, line: number))
      cameras.append(
        try frame.cameras.map { content throws(RecordingError) in try IntrinsicsFile(content, file: FrameIndex.file) })
    }
    guard !pairs.isEmpty else { throw .noPairs(folder: place.path, closest: nil) }
    var streams = ImageStreams(color: pairs.map(\.color), depth: pairs.map(\.depth))
    try ImageStreams.requireOrder(streams.color, file: FrameIndex.file)
    try ImageStreams.requireSeconds(streams.depth, file: FrameIndex.file)
    streams.dropMissing(place.folder)
    guard streams.color.count == pairs.count, streams.depth.count == pairs.count, cameras[0] != nil else {
      throw Self.incomplete(pairs, place)
    }
    var index = RecordingIndex(pairs: pairs)
    (index.codesPerMetre, index.floatsPerMetre) = (header.codesPerMetre, header.floatsPerMetre)
    self.index = index
    self.cameras = cameras
  }

  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    var pairs: [CameraPair] = []
    for content in cameras {
      guard let content else {
        pairs.append(pairs[pairs.count - 1])
        continue
      }
      pairs.append(try Intrinsics.cameras(content, file: FrameIndex.file, sizes: sizes, findings: &findings))
    }
    return pairs
  }

  private static func pair(_ line: FrameLine<JSONValue>, line number: Int) throws(RecordingError) -> ImagePair {
    var pair = ImagePair(
      color: TimedImage(name: line.name, time: line.time, image: try line.color.stored(line: number)),
      depth: TimedImage(name: line.name, time: line.depthTime, image: try line.depth.stored(line: number)))
    pair.confidence = try line.confidence.map { image throws(RecordingError) in try image.stored(line: number) }
    if let pose = line.pose {
      guard let pose = RigidTransform(rows: pose) else { throw strange(line: number) }
      pair.recordedPose = pose
    }
    if let down = line.down {
      guard down.count == 3, abs(Vector3(down[0], down[1], down[2]).length - 1) < 0.01 else {
        throw strange(line: number)
      }
      pair.down = Vector3(down[0], down[1], down[2])
    }
    return pair
  }

  /// The error of a line that names files that are not there, or of a first one without cameras.
  private static func incomplete(_ pairs: [ImagePair], _ place: RecordingPlace) -> RecordingError {
    let images = pairs.flatMap { [$0.color.image, $0.depth.image] }
    guard let lost = images.first(where: { !place.folder.has($0) }) else { return strange(line: 2) }
    return .missing(
      path: lost.name, expected: .phrase("images_of_list", ["list": .text(FrameIndex.file)]), found: .phrase("none"))
  }

  private static func decode<Line: Decodable>(
    _ type: Line.Type, _ text: Data, line: Int
  ) throws(RecordingError) -> Line {
    do throws(JSONText.Fault) { return try JSONText.decode(type, from: Data(text)) } catch {
      throw .badIndex(file: FrameIndex.file, line: line, expected: .phrase("frame_line"), found: error.found)
    }
  }

  private static func strange(line: Int) -> RecordingError {
    .badIndex(file: FrameIndex.file, line: line, expected: .phrase("frame_line"), found: .phrase("something_else"))
  }
}

extension RigidTransform {
  /// Three rows of four numbers; nil where that is no pose.
  init?(rows m: [Double]) {
    guard m.count == 12, m.allSatisfy(\.isFinite) else { return nil }
    let rotation = Matrix3(rows: [m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]])
    guard rotation.isRotation(within: 1e-3) else { return nil }
    self.init(rotation: rotation, translation: Vector3(m[3], m[7], m[11]))
  }

  /// Three rows of four numbers.
  var rows: [Double] {
    let (r, t) = (rotation, translation)
    return [r.c0.x, r.c1.x, r.c2.x, t.x, r.c0.y, r.c1.y, r.c2.y, t.y, r.c0.z, r.c1.z, r.c2.z, t.z]
  }
}
