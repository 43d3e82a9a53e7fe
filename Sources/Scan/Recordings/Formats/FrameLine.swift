internal import Diagnostics
internal import Files
import Geometry

/// The index of a recording that `calvaria live` writes: a first line, then a line a frame, each written when the files that
/// it names are whole.
enum FrameIndex {
  static let file = "frames.jsonl"

  /// The first line.
  struct Header: Codable {
    static let schema = "calvaria/recording/1"
    let schema: String
    /// What the numbers of depth images count: so many make a metre.
    let codesPerMetre, floatsPerMetre: Float

    enum CodingKeys: String, CodingKey {
      case schema
      case codesPerMetre = "codes_per_metre"
      case floatsPerMetre = "floats_per_metre"
    }

    init(_ scale: DepthScale) {
      (schema, codesPerMetre, floatsPerMetre) = (Self.schema, scale.codesPerMetre, scale.floatsPerMetre)
    }
  }
}

/// A line of the index: one frame. Its cameras are written and read as a file of intrinsics.
struct FrameLine<Cameras> {
  /// What the frame is called.
  let name: String
  /// When its images were taken, in seconds of the recording's clock.
  let time, depthTime: Double
  let color, depth: Image
  let confidence: Image?
  /// Where they differ from those of the line before.
  let cameras: Cameras?
  /// The camera in the recorder's world: three rows of four numbers, metres.
  let pose: [Double]?
  /// Where down is in the colour camera's frame.
  let down: [Double]?

  enum CodingKeys: String, CodingKey {
    case name, time, color, depth, confidence, cameras, pose, down
    case depthTime = "depth_time"
  }

  /// An image's file, and how it holds pixels where it is no image file.
  struct Image: Codable {
    let file: String
    let numbers: Numbers?
  }

  /// ``PixelNumbers`` as the index states them.
  struct Numbers: Codable {
    let width, height: Int
    let channels: Int?
    let sample: PixelNumbers.Sample
    let packing: PixelNumbers.Packing
    let isBlueFirst: Bool?
    let invalid: Float?

    enum CodingKeys: String, CodingKey {
      case width, height, channels, sample, packing, invalid
      case isBlueFirst = "blue_first"
    }
  }
}

extension FrameLine: Encodable where Cameras: Encodable {}
extension FrameLine: Decodable where Cameras: Decodable {}

extension FrameLine.Image {
  /// How a stored image is written down.
  init(_ image: StoredImage) {
    file = image.name
    if case .numbers(let numbers) = image.coding { self.numbers = .init(numbers) } else { numbers = nil }
  }

  /// The image, whose file lies in the recording.
  func stored(line: Int) throws(RecordingError) -> StoredImage {
    guard TimedImageList.isInside(file[...]), !file.isEmpty else {
      throw .escapingPath(file: FrameIndex.file, line: line, path: file.quoted)
    }
    guard let numbers else { return StoredImage(file: file) }
    return StoredImage(file: file, coding: .numbers(try numbers.pixels()))
  }
}

extension FrameLine.Numbers {
  init(_ numbers: PixelNumbers) {
    (width, height, channels) = (numbers.size.width, numbers.size.height, numbers.channels)
    (sample, packing) = (numbers.sample, numbers.packing)
    (isBlueFirst, invalid) = (numbers.isBlueFirst ? true : nil, numbers.invalid)
  }

  func pixels() throws(RecordingError) -> PixelNumbers {
    let (size, channels) = (ImageSize(width: width, height: height), channels ?? 1)
    try ImageSize.require([size], file: FrameIndex.file)
    guard [1, 3, 4].contains(channels) else {
      throw .badIndex(file: FrameIndex.file, line: nil, expected: .phrase("frame_line"), found: .count(channels))
    }
    var numbers = PixelNumbers(size: size, channels: channels, sample: sample, packing: packing)
    (numbers.isBlueFirst, numbers.invalid) = (isBlueFirst ?? false, invalid)
    return numbers
  }
}
