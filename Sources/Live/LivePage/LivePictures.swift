import Platform
import Recordings
import Synchronization
import Viewer

/// The images of frames as a browser shows them: their own bytes where they are JPEG or PNG.
final class LivePictures: Sendable {
  private struct Known {
    /// Opened with the first frames: images are found by their names.
    var recording: Recording?
    /// The image that was asked for last, which a second window asks for as well.
    var last: (index: Int, image: ViewAnswer)?
  }

  private let folder: URL
  private let known = Mutex(Known())

  /// - Parameter folder: of the recording.
  init(_ folder: URL) { self.folder = folder }

  func image(of frame: RecordedFrame) throws -> ViewAnswer {
    let (kept, opened) = try known.withLock { known in
      if let last = known.last, last.index == frame.index { return (ViewAnswer?.some(last.image), Recording?.none) }
      known.recording = try known.recording ?? Recording.open(folder)
      return (nil, known.recording)
    }
    guard let recording = opened else { return kept! }
    var decoder = FrameDecoder(recording)
    let (content, ending) = try decoder.colorFile(frame)
    let image = ViewAnswer(content: content, type: ending == "png" ? "image/png" : "image/jpeg")
    known.withLock { $0.last = (frame.index, image) }
    return image
  }
}
