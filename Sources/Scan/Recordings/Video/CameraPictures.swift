internal import Diagnostics
public import Images
import Foundation
import Platform
import Synchronization

/// Pictures that ffmpeg reads from a camera, or from whatever else it opens, as they come: the newest one is kept, those that nobody took
/// are lost.
public final class CameraPictures: Sendable {
  private let address: String
  private let programs: VideoPrograms
  private let state = Mutex(State())

  private struct State {
    var newest: (image: ColorImage, time: Double)?
    var came = 0
    var isStopped = false
    var end: Result<Void, RecordingError>?
  }

  /// How long a camera may send nothing, in seconds.
  private static let patience = 10
  /// The largest side of a picture, in pixels, and the longest header.
  private static let (largestSide, longestHeader) = (16_384, 64)

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - address: a device such as `/dev/video0`, or what ffmpeg takes for an input. A file is read at its own pace.
  ///   - path: the folders in which ffmpeg is looked for, as `PATH` has them.
  public init(_ address: String, path: String) throws(RecordingError) {
    self.address = address
    programs = try VideoPrograms(path: path, for: address)
    Thread.detachNewThread { [weak self, programs] in
      guard let arguments = self?.arguments, var process = programs.decoding(arguments) else {
        self?.finish(.failure(.badContainer(file: address, fault: .phrase("no_start", ["program": .text("ffmpeg")]))))
        return
      }
      let start = ContinuousClock.now
      while true {
        let read = Result { () throws(RecordingError) in try Self.picture(from: &process, address) }
        guard let self, case .success(let image?) = read else {
          self?.finish(read.map { _ in () })
          return
        }
        guard self.keep(image, at: start.duration(to: .now) / .seconds(1)) else { return }
      }
    }
  }

  /// The newest picture that was not taken yet, and when it came, in seconds since the program began; nil where there is none now.
  public func take() -> (image: ColorImage, time: Double)? {
    state.withLock { state in
      defer { state.newest = nil }
      return state.newest
    }
  }

  /// How many pictures have come.
  public var count: Int { state.withLock { $0.came } }

  /// Whether no more pictures come; the last one may still be there.
  ///
  /// - Throws: ``RecordingError`` where none has ever come.
  public func hasEnded() throws(RecordingError) -> Bool {
    let (end, came) = state.withLock { ($0.end, $0.came) }
    if case .failure(let error)? = end, came == 0 { throw error }
    return end != nil
  }

  /// Why pictures ceased to come that had come before; nil where nobody was to be blamed.
  public var fault: RecordingError? {
    state.withLock { state in
      guard case .failure(let error)? = state.end, state.came > 0, !state.isStopped else { return nil }
      return error
    }
  }

  /// Lets no more pictures come.
  public func stop() { state.withLock { $0.isStopped = true } }

  private func finish(_ end: Result<Void, RecordingError>) { state.withLock { $0.end = end } }

  private func keep(_ image: ColorImage, at time: Double) -> Bool {
    state.withLock { state in
      state.newest = (image, (time * 1e6).rounded() / 1e6)
      state.came += 1
      return !state.isStopped
    }
  }

  private var arguments: [String] {
    var status = stat()
    let kind = stat(address, &status) == 0 ? status.st_mode & S_IFMT : 0
    // A camera has its own pace, a file none; Video4Linux's devices are not told from their content.
    let reading = kind == S_IFCHR ? ["-f", "v4l2"] : kind == S_IFREG ? ["-re"] : []
    return reading + ["-i", address, "-an", "-f", "image2pipe", "-c:v", "ppm", "pipe:1"]
  }

  /// The next picture (PPM); nil where none follows.
  private static func picture(
    from process: inout ChildProcess, _ address: String
  ) throws(RecordingError) -> ColorImage? {
    var (header, byte) = ([UInt8](), [UInt8](repeating: 0, count: 1))
    while header.count(where: { $0 == UInt8(ascii: "\n") }) < 3 {
      guard try fill(&byte, &process, address) == 1 else {
        guard header.isEmpty, process.endedWell(patience: 1) else {
          throw .badContainer(file: address, fault: VideoPrograms.words(&process))
        }
        return nil
      }
      header += byte
      guard header.count < longestHeader else { throw fault(address) }
    }
    let words = String(decoding: header, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 4, words[0] == "P6", words[3] == "255", let width = Int(words[1]), let height = Int(words[2]),
      (1...largestSide).contains(width), (1...largestSide).contains(height)
    else { throw fault(address) }
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    // What was being written when the program was ended.
    guard try fill(&pixels, &process, address) == pixels.count else { return nil }
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  private static func fill(
    _ bytes: inout [UInt8], _ process: inout ChildProcess, _ address: String
  ) throws(RecordingError) -> Int {
    let result = bytes.withUnsafeMutableBytes { memory in
      Result { () throws(ChildProcess.Silence) in try process.read(memory, patience: patience) }
    }
    guard case .success(let count) = result else {
      throw .badContainer(
        file: address,
        fault: .phrase("program_silent", ["time": .number(Double(patience), decimals: 0, unit: "s")]))
    }
    return count
  }

  private static func fault(_ address: String) -> RecordingError {
    .badContainer(file: address, fault: .phrase("no_pictures"))
  }
}
