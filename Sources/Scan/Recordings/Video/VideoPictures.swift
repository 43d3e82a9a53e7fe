internal import Diagnostics
import Platform
import Synchronization

/// The pictures of a track of a video, decoded by ffmpeg as they are asked for.
///
/// One ffmpeg at a time writes pictures in the order in which they are shown; the last ones are kept, so that threads that
/// work on neighbouring frames need not wait for each other. Asked for one behind these, or for one far ahead, decoding
/// begins anew at the last key picture before it: pictures that a later key picture follows in the file, but not in time,
/// can't be decoded from that one. The number of a picture is counted from there.
final class VideoPictures: Sendable {
  /// What pixels are written as, by ffmpeg's names.
  enum Pixels: String, Sendable {
    case color = "rgb24"
    case depth = "gray16le"
  }

  let numbers: PixelNumbers
  private let file: VideoFile
  private let track: VideoTrack
  private let pixels: Pixels
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var stream: ChildProcess?
    /// The picture that the stream writes next.
    var next = 0
    /// Pictures by their number, modulo their count.
    var kept: [Kept]
  }

  private struct Kept {
    var number = -1
    var bytes: [UInt8] = []
  }

  /// Memory for pictures that are kept, bytes.
  private static let memory = 96 << 20
  /// So many pictures are decoded in the time that it takes to begin anew.
  private static let farAhead = 30

  init(_ file: VideoFile, _ track: VideoTrack, _ pixels: Pixels) {
    (self.file, self.track, self.pixels) = (file, track, pixels)
    numbers =
      pixels == .color
      ? PixelNumbers(size: track.size, channels: 3, sample: .byte) : PixelNumbers(size: track.size, sample: .code)
    // More than there are threads, so that none of them is behind what is kept when its turn comes.
    let threads = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let count = max(threads + 4, min(32, Self.memory / numbers.byteCount))
    state = Mutex(State(kept: [Kept](repeating: Kept(), count: count)))
  }

  /// Copies a picture.
  func read(_ number: Int, name: String, into bytes: inout FileBytes) throws(RecordingError) {
    try state.withLock { state throws(RecordingError) in
      let place = number % state.kept.count
      if state.kept[place].number != number { try decode(number, &state, name) }
      bytes.fill(numbers.byteCount) { memory in
        state.kept[place].bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
        return memory.count
      }
    }
  }

  /// Decodes up to a picture.
  private func decode(_ number: Int, _ state: inout State, _ name: String) throws(RecordingError) {
    let key = track.frames[...number].lastIndex { $0.isKey } ?? 0
    if state.stream == nil || number < state.next || key > state.next + Self.farAhead { begin(at: key, &state) }
    do throws(Failure) { try advance(to: number, &state) } catch {
      // Not every file can be entered in the middle.
      guard key > 0, error == .ended else { throw self.error(error, &state, name) }
      begin(at: 0, &state)
      do throws(Failure) { try advance(to: number, &state) } catch { throw self.error(error, &state, name) }
    }
  }

  /// The pixels of a picture as codecs hold it: in whole blocks, of 64 pixels at most (HEVC).
  private var mostPixels: Int {
    let (columns, rows) = ((track.size.width + 63) / 64, (track.size.height + 63) / 64)
    return 64 * 64 * columns * rows
  }

  private func begin(at key: Int, _ state: inout State) {
    var arguments = ["-xerror", "-noautorotate", "-max_pixels", "\(mostPixels)"]
    arguments += VideoPrograms.reading(file.container)
    if key > 0 {
      // Halfway to the picture before: no rounding of times can take that for this one.
      let time = (track.frames[key - 1].time + track.frames[key].time) / 2 - file.start
      guard let text = time.fixed(decimals: 6) else { return begin(at: 0, &state) }
      arguments += ["-ss", text]
    }
    arguments += ["-i", file.address, "-map", "0:\(track.index)", "-an", "-fps_mode", "passthrough"]
    arguments += ["-enc_time_base", "-1", "-sws_flags", "accurate_rnd+full_chroma_int+bitexact"]
    arguments += ["-f", "rawvideo", "-pix_fmt", pixels.rawValue, "pipe:1"]
    state.stream = file.programs.decoding(arguments)
    state.next = key
  }

  private enum Failure: Error {
    case noStart, silent, ended
  }

  private func advance(to number: Int, _ state: inout State) throws(Failure) {
    while state.next <= number {
      let place = state.next % state.kept.count
      if state.kept[place].bytes.isEmpty {
        state.kept[place].bytes = [UInt8](repeating: 0, count: numbers.byteCount)
      }
      state.kept[place].number = -1
      guard state.stream != nil else { throw .noStart }
      let count: Int
      do {
        count = try state.kept[place].bytes.withUnsafeMutableBytes {
          try state.stream!.read($0, patience: VideoPrograms.patience)
        }
      } catch { throw .silent }
      guard count == numbers.byteCount else { throw .ended }
      state.kept[place].number = state.next
      state.next += 1
    }
  }

  private func error(_ failure: Failure, _ state: inout State, _ name: String) -> RecordingError {
    defer { state.stream = nil }
    switch failure {
    case .noStart: return .badContainer(file: name, fault: .phrase("no_start", ["program": .text("ffmpeg")]))
    case .silent: return .badContainer(file: name, fault: VideoPrograms.silence)
    case .ended:
      let said = state.stream == nil ? .phrase("said_nothing") : VideoPrograms.words(&state.stream!)
      return .badContainer(
        file: name,
        fault: .phrase(
          "frames_missing", ["count": .count(track.frames.count), "found": .count(state.next), "reason": said]))
    }
  }
}

/// Tracks of a video as one container, whose items are the pictures of all tracks in turn.
struct VideoContainer: ImageContainer {
  private let tracks: [VideoPictures]

  init(_ tracks: [VideoPictures]) { self.tracks = tracks }

  /// A picture of a track.
  func image(_ number: Int, track: Int, name: String) -> StoredImage {
    StoredImage(
      name: name, place: .item(number * tracks.count + track), coding: .numbers(tracks[track].numbers))
  }

  func reader() throws(RecordingError) -> any ImageContainerReader { Reader(tracks: tracks) }

  private struct Reader: ImageContainerReader {
    let tracks: [VideoPictures]

    mutating func read(_ item: Int, limit: Int, name: String, into bytes: inout FileBytes) throws(RecordingError) {
      try tracks[item % tracks.count].read(item / tracks.count, name: name, into: &bytes)
    }
  }
}
