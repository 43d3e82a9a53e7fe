import Diagnostics
import Feedback
internal import Files
import Foundation
import Images
import Movement
import Recordings
import Replay

/// A movement of a limb that is guided while pictures come, in a terminal.
struct LimbRun {
  let source: LimbPictures
  let detected: DetectedSequence
  let limb: GuidedLimb
  let book: MovementPhrases
  let language: Language
  /// The folder to write, as it is written on a command line, and the task as words of one.
  let output: String
  let task: [String]
  let inputs: [URL]
  let isJSON: Bool
  let narration: NarrationOptions

  /// Guides until the source or a key ends it.
  ///
  /// - Parameter model: finds the landmarks.
  func run(by model: inout PoseModel) throws {
    let folder = try OutputFolder(.given(output), holding: .feedback, force: false, inputs: inputs)
    let (summary, fault): (MovementSummary, RecordingError?)
    do {
      (summary, fault) = try guide(into: folder, by: &model)
      try folder.finish()
    } catch {
      folder.discard()
      throw error
    }
    if isJSON {
      try Terminal.print(summary.json(limb.plan, language: book.language, isOneLine: true))
    } else {
      try Terminal.print(Terminal.page(summary.table(language, limb.plan)))
      narration.tell(written: output)
    }
    let command = ["calvaria", "motion", (output.hasPrefix("-") ? "./" : "") + output + "/" + Self.landmarks] + task
    narration.tell(
      Language.ofCall(
        "narration.live_reconstruct",
        ["command": .text(command.map { $0.printable().asShellWord }.joined(separator: " "))]))
    // What came before a camera was lost is kept, but the loss is no end like another.
    if let fault { throw fault }
  }

  /// The name of the landmarks in the folder.
  private static let landmarks = "body-landmarks.json"

  private func guide(
    into folder: OutputFolder, by model: inout PoseModel
  ) throws -> (MovementSummary, RecordingError?) {
    let end = EndOfScan()
    narration.tell(Language.ofCall("narration.live_end"))
    let files = try MovementFiles(folder, .limb, limb.plan, book, language)
    var (source, detected, limb) = (source, detected, limb)
    defer { source.stop() }
    while !end.hasCome, let next = try source.next() {
      guard case .picture(let image, let picture) = next else {
        Thread.sleep(forTimeInterval: 0.005)
        continue
      }
      try detected.add(image, picture, by: &model)
      let frame = try limb.step(detected.file!)
      try files.add(frame.feedback, note: frame.reason, name: picture.name)
      try tell(frame.feedback, picture.name)
    }
    let fault = source.fault
    if !isJSON, !narration.quiet { Terminal.wipe() }
    guard detected.file != nil else { throw LiveError.noFrames }
    let summary = limb.finish()
    try files.finish(summary)
    try folder.write([(Self.landmarks, detected.found.json)])
    return (summary, fault)
  }

  /// Tells what happens, and on a terminal the angle of the frame.
  private func tell(_ feedback: MovementFeedback, _ name: String) throws {
    if isJSON {
      for event in feedback.events { try Terminal.print(MovementLine(event, name: name, book).json()) }
      return
    }
    let isShown = Terminal.narratesToTerminal && !narration.quiet
    if isShown { Terminal.wipe() }
    for line in feedback.events.compactMap({ book.line(for: $0, in: language) }) { narration.tell(line) }
    guard isShown else { return }
    let value = feedback.degrees.map { "\(feedback.light?.sign ?? "") \(language.number($0, digits: 0))°" } ?? "–"
    Terminal.draw(value + "  " + book.prompt(feedback).printable())
  }
}

/// Where the pictures of a guided limb come from.
enum LimbPictures {
  /// A camera, of which the newest picture is taken.
  case camera(CameraPictures, taken: Int)
  /// Pictures in place of a camera: each in turn, or at their own pace the newest whose time has come.
  case series(PictureSeries, next: Int, start: ContinuousClock.Instant?)

  /// What comes next.
  enum Next {
    /// No picture is there yet.
    case wait
    case picture(ColorImage, PictureSeries.Picture)
  }

  /// The next picture; nil where none follows.
  mutating func next() throws -> Next? {
    switch self {
    case .camera(let camera, let taken):
      // What has ended sends nothing behind the picture that is taken now.
      let hasEnded = try camera.hasEnded()
      guard let (image, time) = camera.take() else { return hasEnded ? nil : .wait }
      self = .camera(camera, taken: taken + 1)
      return .picture(image, PictureSeries.Picture(taken, time: time))
    case .series(let series, var next, let start):
      guard next < series.pictures.count else { return nil }
      if let start {
        let elapsed = start.duration(to: .now) / .seconds(1) + series.pictures[0].time
        guard series.pictures[next].time <= elapsed else { return .wait }
        while next + 1 < series.pictures.count, series.pictures[next + 1].time <= elapsed { next += 1 }
      }
      self = .series(series, next: next + 1, start: start)
      return .picture(try series.color(series.pictures[next]), series.pictures[next])
    }
  }

  /// Why a camera ceased to send pictures; nil where it did not.
  var fault: RecordingError? { if case .camera(let camera, _) = self { camera.fault } else { nil } }

  /// Lets no more pictures come.
  func stop() { if case .camera(let camera, _) = self { camera.stop() } }
}
