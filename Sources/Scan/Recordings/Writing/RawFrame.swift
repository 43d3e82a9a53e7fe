import Geometry
import Platform

/// A frame as its source has it: the bytes of its images, not decoded.
public struct RawFrame: Sendable {
  /// What its source calls it; nil where frames come without names.
  var name: String?
  /// When its images were taken, in seconds of the source's clock.
  public let time: Double, depthTime: Double
  let cameras: CameraPair
  let color, depth: RawImage
  var confidence: RawImage?
  /// What its depth images count.
  let scale: DepthScale
  /// As in ``RecordedFrame``.
  var recordedPose: RigidTransform?
  var down: Vector3?
}

/// The bytes of an image, and how they hold its pixels.
struct RawImage: Sendable {
  let content: Data
  let coding: ImageCoding
  /// How its file's name ends.
  let ending: String
}

extension FrameDecoder {
  /// A frame's images as the recording stores them.
  public mutating func raw(_ frame: RecordedFrame) throws(RecordingError) -> RawFrame {
    let confidence = try frame.confidenceImage.map { image throws(RecordingError) in try raw(image) }
    return RawFrame(
      name: frame.name, time: frame.time, depthTime: frame.depthTime, cameras: frame.cameras,
      color: try raw(frame.colorImage), depth: try raw(frame.depthImage), confidence: confidence,
      scale: recording.depthScale, recordedPose: frame.recordedPose, down: frame.down)
  }

  private mutating func raw(_ image: StoredImage) throws(RecordingError) -> RawImage {
    let content = try bytes(of: image)
    return RawImage(content: content, coding: image.coding, ending: image.ending)
  }
}

extension StoredImage {
  /// How the name of a file with its bytes ends.
  fileprivate var ending: String {
    guard case .numbers(let numbers) = coding else {
      let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
      return ["jpg", "jpeg", "png", "tif", "tiff", "exr", "pgm", "ppm", "npy"].contains(ending) ? ending : "image"
    }
    return numbers.packing == .none ? "raw" : numbers.packing.rawValue
  }
}
