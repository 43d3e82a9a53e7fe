import Feedback
import ArgumentParser
import Diagnostics
import Foundation
import Geometry
import Landmarks
import Markers
import Movement
internal import Files
import Reconstruction
import Recordings
import Reports
import ScanPipeline
import Workers

/// Options of `motion` that hold for a neck, and by whom a joint was moved.
struct NeckMeasurementOptions: ParsableArguments {
  @OptionGroup var reading: RecordingReadingOptions

  @Option(
    help: "What the head is seen against: patch, surface or camera; by default the first of them that can be used.")
  var reference: NeckReference?

  @Option(
    help: ArgumentHelp(
      "The frame in which the head is neutral; by default where it rests in the beginning.", valueName: "frame"))
  var neutral: String?

  @Option(
    help: ArgumentHelp(
      """
      A result of reconstruct with the same cap: neutral is where the head's axes by its landmarks are square to the \
      patch; with --neutral or --axes-only, only the axes are taken.
      """, valueName: "folder"))
  var neutralFrom: String?

  @Flag(help: "Take only the axes from --neutral-from, and neutral from the head's rest.")
  var axesOnly = false

  @Option(help: "By whom the joint was moved, passive or active; norms of the other are not shown.")
  var effort: MotionEffort?

  @Option(help: ArgumentHelp("The child's age, for norms; with --effort.", valueName: "months"))
  var ageMonths: Double?

  @Option(
    help: ArgumentHelp("What a neck's measurement takes for granted: neck, or a YAML file.", valueName: "name|file"))
  var neckRules = "neck"

  @Option(help: "Threads for a recording, by default those of the machine; the result does not depend on it.")
  var threads: Int?

  /// The threads that work.
  var workers: Workers { Workers(count: threads ?? ProcessInfo.processInfo.activeProcessorCount) }

  func validate() throws {
    if let threads { try CallError.require("--threads", threads, in: 1...64) }
    if let ageMonths { try CallError.require("--age-months", ageMonths, in: 0...1200) }
    if ageMonths != nil, effort == nil { throw CallError.needs(option: "--age-months", needed: "--effort").refusal }
    if axesOnly, neutralFrom == nil { throw CallError.needs(option: "--axes-only", needed: "--neutral-from").refusal }
  }

  /// The first option that was given and that only a neck has.
  var first: String? { ([firstOfCap].compactMap(\.self) + ofBoth.filter { $0 != "effort" }).min() }

  /// The first option that was given and holds for the recording of a cap alone.
  var firstOfCap: String? {
    let others: [(String, Bool)] = [
      ("cap", reading.cap != nil), ("intrinsics", reading.intrinsics != nil), ("threads", threads != nil),
    ]
    return (Set(given.keys).subtracting(ofBoth) + others.filter(\.1).map(\.0)).min()
  }

  /// Those that were given and hold for a neck by landmarks, too.
  private var ofBoth: [String] {
    ["neutral", "effort", "age-months"].filter { given[$0] != nil } + (neckRules != "neck" ? ["neck-rules"] : [])
  }

  /// The options that were given, by their names.
  var given: [String: String] {
    let all: [String: String?] = [
      "reference": reference?.rawValue, "neutral": neutral, "neutral-from": neutralFrom.map { _ in "given" },
      "axes-only": axesOnly ? "true" : nil, "effort": effort?.rawValue, "age-months": ageMonths.map { "\($0)" },
      "format": reading.format?.rawValue, "depth-unit": reading.depthUnit?.rawValue,
      "depth-scale": reading.depthScale.map { "\($0)" },
    ]
    return all.compactMapValues(\.self)
  }

  /// Files beside the recording that are read.
  var files: [URL] {
    [
      reading.intrinsicsFile, reading.capFile, neutralFrom.map { .given($0) }, NeckRules.file(of: neckRules),
    ].compactMap(\.self)
  }
}

/// What a head can be seen against.
enum NeckReference: String, ExpressibleByArgument, CaseIterable {
  case patch, surface, camera

  var reference: MotionReference { MotionReference(rawValue: rawValue)! }
}

extension MotionEffort: ExpressibleByArgument {}

extension MotionCommand {
  var isNeck: Bool { joint == .neck }

  /// Whether a neck is measured from the recording of a cap, and not from landmarks.
  var isOfCap: Bool {
    // Of a path that leads nowhere a view, a rate or a picture's size says that landmarks are meant.
    let saysLandmarks = view != nil || reading.rate != nil || reading.imageSize != nil
    let isMissing = !FileManager.default.fileExists(atPath: URL.given(landmarks).path)
    return isNeck && study == nil && pose.poseModel == nil && pose.recording == nil && !(isMissing && saysLandmarks)
      && !MotionFile.isThere(at: landmarks)
  }

  /// What is wrong with the options of the recording of a cap; nil where nothing is.
  var faultOfCap: CallError? {
    let unused: [(String, Bool)] = [
      ("--view", view != nil), ("--rate", reading.rate != nil), ("--image-size", reading.imageSize != nil),
      ("--person", reading.person != nil),
      ("--confidence", reading.confidence != nil),
      ("--points", reading.points != nil), ("--flexion", reading.flexion != nil), ("--pose-sd", poseSd != 0),
      ("--mirrored", pose.mirrored),
    ]
    if let name = unused.first(where: \.1)?.0 {
      return .notFor(option: name, use: .phrase("body_landmarks"), found: .phrase("neck_of_recording"))
    }
    if direction?.turn != nil {
      return .notFor(option: "--direction", use: .phrase("body_landmarks"), found: .phrase("neck_of_recording"))
    }
    if let earlier = direction?.movement, let movement, movement != earlier {
      return .wrong(option: "--direction", expected: .text(movement.rawValue), found: .text(earlier.rawValue))
    }
    return nil
  }

  /// What is wrong with the options of landmarks.
  var faultOfLandmarks: CallError? {
    if isNeck {
      if direction?.turn != nil, movement != .flexion {
        return .notFor(option: "--direction", use: .text("--movement flexion"), found: .phrase("neck_from_the_front"))
      }
      if let name = neck.firstOfCap {
        return .notFor(option: "--" + name, use: .phrase("neck_of_recording"), found: .phrase("body_landmarks"))
      }
      if reading.flexion != nil {
        return .notFor(option: "--flexion", use: .text("--joint knee"), found: .text("--joint neck"))
      }
    } else {
      if side == nil {
        return .wrong(option: "--side", expected: .oneOf(BodySide.allCases.map(\.rawValue)), found: .phrase("none"))
      }
      if let name = neck.first {
        return .notFor(option: "--" + name, use: .text("--joint neck"), found: .text("--joint " + joint.rawValue))
      }
    }
    return direction?.movement.map { movement in
      .wrong(
        option: "--direction", expected: .oneOf(MotionDirection.allValueStrings), found: .text(movement.rawValue))
    }
  }

  /// The measurement of a neck from landmarks.
  func neckByLandmarks(_ rules: MotionRules) throws -> (MotionFile) throws -> MeasuredMotion {
    let measurement = try NeckMeasurement(
      movement ?? .rotation, side: side, view: view, direction: growth, rules: rules,
      neck: try NeckRules.find(neck.neckRules))
    return { try measurement.measure($0, neutral: neck.neutral, poseDeviation: poseSd, path: landmarks) }
  }

  /// Measures a neck from the recording of a cap.
  func runOfCap() throws {
    narration.begin(reading: landmarks, neck.reading.cap, neck.reading.intrinsics, neck.neutralFrom)
    if let movement = direction?.movement {
      narration.tell(
        Language.ofCall(
          "narration.other_option",
          ["old": .text("--direction \(movement.rawValue)"), "new": .text("--movement \(movement.rawValue)")]))
    }
    let measurement = try NeckMeasurement(
      movement ?? direction?.movement ?? .rotation, side: side, rules: try MotionRules.find(rules),
      neck: try NeckRules.find(neck.neckRules))
    try run(reading: neck.files, as: try neck.reading.reading()) { (try measureNeck(measurement), nil) }
  }

  private func measureNeck(_ measurement: NeckMeasurement) throws -> MeasuredMotion {
    let inputs = try NeckInputs.read(.given(landmarks), neck)
    let bar = ProgressBar(.markers, narration)
    defer { bar.finish() }
    let zero = try inputs.zero(neck)
    let tracking = NeckTracking(
      inputs.head, measurement.task.movement, reference: neck.reference?.reference, layout: inputs.layout,
      rules: measurement.rules, neck: measurement.neck, workers: neck.workers, progress: bar.update)
    let (series, digest) = try tracking.series()
    var measured = measurement.measure(series, zero: zero)
    if let effort = neck.effort { measured.state(effort: effort, ageMonths: neck.ageMonths) }
    var options = neck.given
    (options["joint"], options["rules"], options["neck-rules"]) = (
      joint.rawValue, MotionRules.stated(self.rules), NeckRules.stated(neck.neckRules)
    )
    // Results have the movement of a neck under the option that it had before `--movement`.
    (options["direction"], options["side"]) = (measurement.task.movement.rawValue, side?.rawValue)
    measured.state(
      MotionProvenance(
        version: CalvariaVersion.current, inputs: inputs.digests.merging(["frames": digest]) { $1 }, options: options))
    return measured
  }
}

/// The inputs of a neck's measurement.
struct NeckInputs {
  /// The recording with cap and clicks.
  let head: HeadRecording
  /// Where an earlier reconstruction has the cap's markers, and what it is called.
  let layout: (path: String, corners: [Int: [Vector3]])?
  /// The digest of each file but the images, by its role.
  let digests: [String: String]

  /// Reads the lists of the recording, its cap, its landmarks and a reconstruction.
  static func read(_ url: URL, _ options: NeckMeasurementOptions) throws -> NeckInputs {
    let recording = try Recording.open(url, try options.reading.reading())
    let capFile = options.reading.capFile ?? RecordingCompanion.url("cap.yaml", of: recording.url, isShared: true)
    let cap = try CapFile.read(capFile)
    var files = ["cap": capFile]
    files["intrinsics"] = options.reading.intrinsicsFile
    var layout: (path: String, corners: [Int: [Vector3]])?
    var (clicks, leftOut): ([ReportedClick], [Finding]) = ([], [])
    let picked = RecordingCompanion.url(LandmarkFile.usualName, of: recording.url)
    if let result = options.neutralFrom {
      let file = URL.given(result).appending(path: MarkersFile.name)
      layout = (file.path, try MarkerLayout.read(file, dictionary: cap.dictionary.name))
      files["neutral_from"] = file
    } else if FileManager.default.fileExists(atPath: picked.path) {
      let file = try LandmarkFile.read(picked)
      clicks = try ReportedClick.all(of: file, in: recording, workers: options.workers)
      leftOut = ReportedClick.leftOut(of: file, in: recording)
      files["landmarks"] = picked
    }
    return NeckInputs(
      head: HeadRecording(recording, cap: cap, clicks: clicks, leftOut: leftOut), layout: layout,
      digests: try files.mapValues { try Checksum.sha256(ofInput: $0) })
  }

  /// Where zero is.
  func zero(_ options: NeckMeasurementOptions) throws -> NeckZero {
    if let name = options.neutral {
      guard let frame = head.recording.frame(named: name) else { throw MotionError.noSuchFrame(name: name) }
      return .frame(frame.index)
    }
    return options.neutralFrom != nil && !options.axesOnly ? .square : .rest
  }
}
