import Images
import Recordings
internal import Reports

/// Small upright images of a recording's frames, evenly chosen, so few that a page with all of them stays small.
final class FramePictures {
  /// What has been taken so far, in order.
  private(set) var pictures: [FramePicture] = []
  private let chosen: Set<Int>
  private let quarterTurns: Int
  private var decoder: FrameDecoder
  private var image = ColorImage(width: 0, height: 0, pixels: [])

  private static let most = 150
  /// In pixels.
  private static let width = 240
  private static let quality = 60

  init(_ recording: Recording, quarterTurns: Int) {
    let count = recording.frames.count
    let number = min(count, Self.most)
    // From the first frame to the last.
    chosen = Set((0..<number).map { number == 1 ? 0 : $0 * (count - 1) / (number - 1) })
    self.quarterTurns = quarterTurns
    decoder = FrameDecoder(recording)
  }

  /// Takes the image of a frame if it is one of the chosen.
  func add(frame index: Int) throws {
    guard chosen.contains(index) else { return }
    let frame = decoder.recording.frames[index]
    try decoder.color(frame, into: &image)
    let small = image.turned(quarterTurns: quarterTurns).reduced(toWidth: Self.width)
    pictures.append(FramePicture(frame: index, jpeg: try ImageFile.jpeg(small, quality: Self.quality)))
  }
}
