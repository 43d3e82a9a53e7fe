import ArgumentParser
import Diagnostics
import Feedback
import Foundation
import Movement
internal import Files
import ScanPipeline

/// `calvaria gesture`: thumbs up or down as an answer, from hand landmarks.
struct GestureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesture",
    abstract: "Read an answer, thumbs up or down, from hand landmarks of MediaPipe.",
    discussion: """
      The landmarks are a JSON file of frames with 21 points a hand. Of two hands the raised one counts, or the right one \
      where both are. A thumb that is held for two seconds is an answer: yes or no; without one, or with both, it is repeat \
      (exit code 2, the reason is given). A line for each answer goes to stdout; with --output, gesture.json and \
      scores.csv into a folder. A research tool, not a medical device.
      """)

  @Argument(help: "The hand landmarks, a JSON file.")
  var hands: String

  @Option(help: "Frames a second, for landmarks without times.")
  var rate: Double?

  @Option(
    help: ArgumentHelp("The picture's size in pixels, for coordinates normalised to the image.", valueName: "WxH"))
  var imageSize: PixelSize?

  @Option(help: "Which landmarks: picture or world; by default the picture's, where a file has both.")
  var points: MediaPipePoints?

  @Option(
    help: """
      What the labels of hands mean: own (the subject's own hand, as MediaPipe's older solutions say it of a picture that \
      is mirrored like a selfie) or swapped (the other one); by default own.
      """)
  var handedness: HandLabels?

  @Option(help: "Whose hand is asked, the subject's left or right one, or auto: the raised one; by default auto.")
  var side: AskedHand?

  @Option(help: ArgumentHelp("Thresholds and settling: standard, or a YAML file.", valueName: "name|file"))
  var rules = "standard"

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write; it must not exist yet.", valueName: "folder"))
  var output: String?

  @Option(help: ArgumentHelp("Speak the prompts at their times into a WAV file, through espeak-ng.", valueName: "file"))
  var speak: String?

  @Flag(help: "Replace an earlier answer in the output folder, and the file of --speak.")
  var force = false

  @Flag(help: "Print gesture.json on stdout instead of the lines.")
  var json = false

  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try CallError.require("--rate", rate, in: 0.1...10_000)
    if let output { try requireApart([("--speak", speak)], from: output) }
  }

  func run() throws {
    narration.begin(reading: hands)
    let measurement = GestureMeasurement(rules: try GestureRules.find(rules), labels: handedness, side: side?.side)
    let book = try AnswerGuidance.standard.phrasebook(language.chosen.rawValue)
    let speech = try speak.map { file in
      Speech(book: book, file: try SpokenFile(file, language: book.language, force: force, inputs: [URL.given(hands)]))
    }
    // Another program makes the sound, so it comes first: where it fails, no file is there.
    let answer = {
      let measured = try measure(measurement)
      return (measured: measured, sound: try speech?.sound(measured))
    }
    let (measured, sound) = try output.map { try write(to: $0, answer) } ?? answer()
    if let sound { try speech?.file.write(sound) }
    let result = measured.result
    try Terminal.print(json ? try result.json() : Terminal.page(result.table(language.chosen)))
    if !json {
      for finding in result.findings where finding.severity != .withheld {
        narration.tell(finding.line(language.chosen))
      }
      // What a program that guides somebody would have said, and when.
      for state in result.states {
        narration.tell(language.chosen.number(state.timeS, digits: 1) + " s  " + book.prompt(named: state.state))
      }
    }
    if let output, !json { narration.tell(written: output) }
    if result.status != .complete { throw ExitCode(2) }
  }

  /// The phrases that are spoken, and the file that they are written to.
  private struct Speech {
    let book: MeasuringPhrases
    let file: SpokenFile

    func sound(_ measured: MeasuredGesture) throws -> Data {
      var plan = SpeechPlan()
      for told in measured.feedback where told.isNew { plan.add(book.prompt(told.state), kind: "state", at: told.time) }
      return try file.sound(plan, duration: measured.result.source.durationS)
    }
  }

  private func measure(_ measurement: GestureMeasurement) throws -> MeasuredGesture {
    var reading = ReadingOptions()
    reading.rate = rate
    (reading.width, reading.height) = (imageSize.map { Double($0.width) }, imageSize.map { Double($0.height) })
    reading.usesWorld = points.map { $0 == .world }
    var digests: [String: String] = [:]
    let sequence = try narration.timed("inspection") {
      try HandFile.read(hands, reading) { _, bytes in digests["landmarks"] = Checksum.sha256(bytes) }
    }
    var measured = narration.timed("analysis") { measurement.measure(sequence) }
    measured.state(MotionProvenance(version: CalvariaVersion.current, inputs: digests, options: options))
    return measured
  }

  private func write(
    to output: String, _ answer: () throws -> (measured: MeasuredGesture, sound: Data?)
  ) throws -> (measured: MeasuredGesture, sound: Data?) {
    try Interruption().write {
      try OutputFolder(.given(output), holding: .gesture, force: force, inputs: [URL.given(hands)])
    } fill: { folder in
      let made = try answer()
      try folder.write(try made.measured.files())
      return made
    }
  }

  /// The options of this call that decide what comes out, by their names.
  private var options: [String: String] {
    let given: [String: String?] = [
      "rate": rate.map { "\($0)" }, "image-size": imageSize.map { "\($0.width)x\($0.height)" },
      "points": points?.rawValue, "handedness": handedness?.rawValue, "side": side?.rawValue,
      "rules": GestureRules.stated(rules),
    ]
    return given.compactMapValues(\.self)
  }
}

/// Whose hand is asked.
enum AskedHand: String, ExpressibleByArgument, CaseIterable {
  case left, right, auto

  /// The side; nil for either.
  var side: BodySide? { BodySide(rawValue: rawValue) }
}

extension HandLabels: ExpressibleByArgument {}
