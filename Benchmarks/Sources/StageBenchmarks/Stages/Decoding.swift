import Images
import Recordings
import Workers

extension TimedStage {
  /// The images of a frame that can be decoded.
  enum Image: String {
    case depth, gray, color
  }

  /// Reading and decoding one kind of image.
  static func decoding(_ image: Image, _ subject: Subject) -> TimedStage {
    let (recording, frames, workers) = (subject.recording, subject.frames, subject.workers)
    return TimedStage("decode-\(image.rawValue)", count: frames.count, unit: .frame) {
      let results = workers.map(frames.count, tool: { FrameImages(recording) }) {
        images, k -> Result<Void, RecordingError> in
        do throws(RecordingError) { return .success(try images.decode(image, of: frames[k])) } catch {
          return .failure(error)
        }
      }
      for result in results { try result.get() }
    }
  }
}

/// The images of one frame after the other, in the same memory, as a reconstruction decodes them.
private struct FrameImages: ~Copyable {
  private var decoder: FrameDecoder
  private var depth = DepthImage(width: 0, height: 0, pixels: [])
  private var gray = GrayImage(width: 0, height: 0, pixels: [])
  private var color = ColorImage(width: 0, height: 0, pixels: [])

  init(_ recording: Recording) { decoder = FrameDecoder(recording) }

  mutating func decode(_ image: TimedStage.Image, of frame: RecordedFrame) throws(RecordingError) {
    switch image {
    case .depth: try decoder.depth(frame, into: &depth)
    case .gray: try decoder.gray(frame, into: &gray)
    case .color: try decoder.color(frame, into: &color)
    }
  }
}
