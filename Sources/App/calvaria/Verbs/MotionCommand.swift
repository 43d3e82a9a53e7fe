import Feedback
import ArgumentParser
import Diagnostics
import Foundation
import Movement
import Recordings
internal import Files
import ScanPipeline

/// `calvaria motion`: a joint's range of motion from the landmarks of a pose model, or the neck's from a recording.
struct MotionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion",
    abstract: "Measure a joint's range of motion from landmarks of a body, or the neck's from the recording of a cap.",
    discussion: """
      Landmarks are a folder of OpenPose's JSON, a JSON file of COCO's keypoints or MediaPipe's landmarks, or a TRC, C3D or MOT \
      file; with --pose-model, a video, a recording or a folder of images. A neck is also measured from the recording of a \
      cap, and of a patch on the chest. The side is the subject's. A table goes to stdout; with --output, motion.json, report.html, \
      angles.csv, angles.mot and, for points in space, landmarks.trc into a folder. Exit code 0 when every end of the range \
      is known, 2 when something is withheld (the reason is given). With --study every file of landmarks in a folder is \
      measured into a study. A research tool, not a medical device.
      """)

  @Argument(
    help: """
      The landmarks: a file, or a folder with a JSON file for each frame; with --pose-model the pictures, for a neck the \
      recording.
      """)
  var landmarks: String

  @Option(help: "The joint: shoulder, elbow, hip, knee, ankle or neck.")
  var joint: MotionJoint

  @Option(help: "The subject's side: left or right; for a neck both, where it is left out.")
  var side: BodySide?

  @Option(help: "How the camera saw the subject, frontal or lateral; needed for points in a picture.")
  var view: MotionView?

  @Option(
    help: """
      What the joint does. Of a shoulder or a hip flexion or abduction; by default flexion from the side, abduction from \
      the front. Of a hip also rotation, in space; of a knee also projection, from the front. Of an ankle flexion, which is \
      dorsiflexion. Of a neck rotation, lateral or flexion; by default rotation.
      """)
  var movement: JointMovement?

  @Option(
    help: """
      Which way limb or head turns in the picture while the angle grows, clockwise or anticlockwise; by default told from \
      the landmarks.
      """)
  var direction: MotionDirection?

  @OptionGroup(title: "Neck")
  var neck: NeckMeasurementOptions

  @OptionGroup var reading: LandmarkOptions

  @Option(
    help: ArgumentHelp(
      "The deviation of a settled angle by the pose model's own error, where it is known: intervals cover it then.",
      valueName: "degrees"))
  var poseSd = 0.0

  @Option(help: ArgumentHelp("Gates, filters and settling: standard, or a YAML file.", valueName: "name|file"))
  var rules = "standard"

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write; it must not exist yet.", valueName: "folder"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Measure every file of landmarks in the folder into this study, which may exist; what is done is passed over.",
      valueName: "folder"))
  var study: String?

  @Flag(help: "Replace an earlier measurement in the output folder; with --study, measure again what is done.")
  var force = false

  @Flag(help: "Print motion.json on stdout instead of the table.")
  var json = false

  @OptionGroup var pose: PoseOptions

  @Option(
    help: ArgumentHelp(
      "Degrees clockwise by which the pictures must be turned for the person to stand upright, with --pose-model.",
      valueName: "0|90|180|270"))
  var turn: Int?

  @OptionGroup var report: MotionReportOptions

  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try CallError.require("--pose-sd", poseSd, in: 0...90)
    if let turn {
      guard pose.poseModel != nil else { throw CallError.needs(option: "--turn", needed: "--pose-model").refusal }
      try CallError.require("--turn", turn, among: [0, 90, 180, 270])
    }
    if let fault = faultOfStudy { throw fault.refusal }
    try report.validate(output: output ?? study)
    if let fault = isOfCap ? faultOfCap : faultOfLandmarks { throw fault.refusal }
  }

  func run() throws {
    if let study { return try run(into: study) }
    if isOfCap { return try runOfCap() }
    narration.begin(reading: landmarks)
    let rules = try MotionRules.find(rules)
    let measure = try measurement(rules)
    try run(reading: pose.inputs) {
      let input = try input(rules)
      return (try measured(input, by: measure), input)
    }
  }

  /// The measurement that the options ask for.
  func measurement(_ rules: MotionRules) throws -> (MotionFile) throws -> MeasuredMotion {
    isNeck ? try neckByLandmarks(rules) : try limb(rules)
  }

  /// Reads the landmarks.
  func input(_ rules: MotionRules) throws -> MotionInput {
    try MotionInput(
      landmarks, reading, pose, quarterTurns: (turn ?? 0) / 90, rules, narration, areForMany: study != nil)
  }

  /// Measures landmarks, and states by whom the joint was moved and what was read.
  func measured(_ input: MotionInput, by measure: (MotionFile) throws -> MeasuredMotion) throws -> MeasuredMotion {
    var measured = try narration.timed("analysis") { try measure(input.file) }
    if let effort = neck.effort { measured.state(effort: effort, ageMonths: neck.ageMonths) }
    measured.state(provenance(of: input))
    return measured
  }

  /// What a result says of its making.
  func provenance(of input: MotionInput) -> MotionProvenance {
    MotionProvenance(version: CalvariaVersion.current, inputs: input.digests, options: options)
  }

  /// The way that `--direction` names, of a picture that is not mirrored.
  var growth: TurnDirection? { pose.mirrored ? direction?.turn?.opposite : direction?.turn }

  /// What is measured of a limb's joint.
  func limbTask() throws -> MotionTask {
    try MotionTask(joint, side!, view: view, movement: movement, direction: growth)
  }

  /// The measurement of a limb's joint.
  private func limb(_ rules: MotionRules) throws -> (MotionFile) throws -> MeasuredMotion {
    let measurement = MotionMeasurement(
      try limbTask(), rules: rules, poseDeviation: poseSd, isFlexionNegative: reading.isFlexionNegative)
    return { try measurement.measure($0, path: landmarks) }
  }

  /// Measures, writes the output folder where one is named, prints the result, and ends with the code that says whether something
  /// is withheld.
  ///
  /// - Parameters:
  ///   - files: what is read beside the landmarks or the recording, and the rules: no output may take its place.
  ///   - reading: how a neck's recording is read.
  ///   - measure: the measurement, with the landmarks of a limb.
  func run(
    reading files: [URL], as reading: @autoclosure () throws -> RecordingReading? = nil,
    _ measure: () throws -> (measured: MeasuredMotion, input: MotionInput?)
  ) throws {
    guard let output else { return try show(measure().measured.result) }
    try show(write(output, describing: report.scan.stated, reading: files, as: try reading(), measure))
  }

  /// Measures and writes the output folder.
  ///
  /// - Parameter scan: who was measured, when, by whom and with what.
  func write(
    _ output: String, describing scan: ScanDescription, reading files: [URL],
    as reading: @autoclosure () throws -> RecordingReading? = nil,
    _ measure: () throws -> (measured: MeasuredMotion, input: MotionInput?)
  ) throws -> MotionResult {
    let read = [URL.given(landmarks)] + files + [MotionRules.file(of: rules)].compactMap(\.self)
    let work = try report.prepared(force: force, stating: scan, reading: read, as: try reading())
    return try Interruption().write {
      try OutputFolder(.given(output), holding: .motion, force: force, inputs: read + report.inputs)
    } fill: { folder in
      let (measured, input) = try measure()
      let found = input?.landmarks.map { [(name: "body-landmarks.json", content: $0)] } ?? []
      try work.write(
        measured, (input?.file.landmarks, input?.drawn), and: found, to: folder, language.chosen, narration)
      return measured.result
    }
  }

  /// Prints a result, and ends with the code that says whether something is withheld.
  private func show(_ result: MotionResult) throws {
    // The very bytes of motion.json: they come from the same value.
    try Terminal.print(json ? try result.json() : Terminal.page(result.table(language.chosen)))
    if !json {
      for finding in result.findings where finding.severity != .withheld {
        narration.tell(finding.line(language.chosen))
      }
      for file in [output, report.video].compactMap(\.self) { narration.tell(written: file) }
    }
    if result.status != .complete { throw ExitCode(2) }
  }

  /// The options of this call that decide what comes out, by their names.
  private var options: [String: String] {
    let given: [String: String?] = [
      "joint": joint.rawValue, "side": side?.rawValue, "view": view?.rawValue, "movement": movement?.rawValue,
      "direction": direction?.turn?.rawValue, "turn": turn.map { "\($0)" },
      "pose-sd": "\(poseSd)", "effort": neck.effort?.rawValue, "rules": MotionRules.stated(rules),
    ]
    let ofNeck: [String: String?] =
      isNeck ? neck.given.merging(["neck-rules": NeckRules.stated(neck.neckRules)]) { $1 } : [:]
    return given.merging(reading.given) { $1 }.merging(pose.given) { $1 }.merging(ofNeck) { $1 }.compactMapValues(
      \.self)
  }
}
