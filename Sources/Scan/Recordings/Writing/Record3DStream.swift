internal import Diagnostics
import Geometry
public import Platform

/// What the Record3D app sends over USB: messages of a head and a body, and a frame in each body.
public enum Record3DStream {
  /// The bytes of a head: four big-endian numbers of 32 bits, the last of which is the size of the body.
  public static let headBytes = 16
  /// The largest body: a dozen megapixels of JPEG, and depth that could not be packed.
  static let bodyLimit = 32 << 20

  /// The bytes of the body that a head announces.
  public static func bodyBytes(_ head: Data) throws(RecordingError) -> Int {
    let size = head.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    guard head.count == headBytes, (fixedBytes...bodyLimit).contains(size) else {
      throw fault(.phrase("too_many_bytes", ["bytes": .count(size), "limit": .count(bodyLimit)]))
    }
    return size
  }

  /// Eleven numbers, four of the colour camera, seven of its pose.
  private static let fixedBytes = 4 * 22
  private static let place = "Record3D"

  private static func fault(_ found: FindingValue) -> RecordingError {
    .badFrame(name: "", file: place, expected: .phrase("stream_frame"), found: found)
  }

  /// The frame of a body.
  ///
  /// - Parameter time: when it came, seconds: the stream has no times.
  public static func frame(_ body: Data, time: Double) throws(RecordingError) -> RawFrame {
    let body = Data(body)
    guard body.count >= fixedBytes else { throw fault(.count(body.count)) }
    let counts = (0..<11).map { Int(number(body, $0)) }
    let floats = (11..<22).map { Double(Float(bitPattern: number(body, $0))) }
    let sizes = stride(from: 0, to: 6, by: 2).map { ImageSize(width: counts[$0], height: counts[$0 + 1]) }
    let (color, depth, confidence) = (sizes[0], sizes[1], sizes[2])
    try ImageSize.require([color, depth], file: place)
    let parts = counts[6..<10]
    guard parts.reduce(fixedBytes, +) <= body.count else { throw fault(.count(body.count)) }
    var start = fixedBytes
    let contents = parts.map { count in
      defer { start += count }
      return body[start..<(start + count)]
    }
    let camera = Camera(
      width: color.width, height: color.height, fx: floats[0], fy: floats[1], cx: floats[2], cy: floats[3])
    var frame = RawFrame(
      time: time, depthTime: time,
      cameras: CameraPair(color: camera, depth: camera.resized(width: depth.width, height: depth.height)),
      color: RawImage(content: contents[0], coding: .picture, ending: "jpg"),
      depth: packed(contents[1], PixelNumbers(size: depth, sample: .float, packing: .lzfse)),
      scale: DepthScale(codesPerMetre: 1))
    if !contents[2].isEmpty {
      guard confidence == depth else { throw fault(.text("\(confidence)")) }
      frame.confidence = packed(contents[2], PixelNumbers(size: depth, sample: .byte, packing: .lzfse))
    }
    if let pose = RigidTransform(arkit: Array(floats[4...])) {
      frame.recordedPose = pose
      frame.down = pose.rotation.transpose * Vector3(0, -1, 0)
    }
    return frame
  }

  private static func packed(_ content: Data, _ numbers: PixelNumbers) -> RawImage {
    RawImage(content: content, coding: .numbers(numbers), ending: numbers.packing.rawValue)
  }

  private static func number(_ body: Data, _ place: Int) -> UInt32 {
    body.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self)) }
  }
}
