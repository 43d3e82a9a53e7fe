import ArgumentParser
import Foundation
import Movement

/// What files of landmarks or angles do not say of themselves.
struct LandmarkOptions: ParsableArguments {
  @Option(
    help: """
      Frames a second, for landmarks without times: the rate that the frame numbers count, that of the video. With \
      --pose-model, how many pictures a second are looked at.
      """)
  var rate: Double?

  @Option(
    help: ArgumentHelp("The picture's size in pixels, for coordinates normalised to the image.", valueName: "WxH"))
  var imageSize: PixelSize?

  @Option(help: "Which person, from 0, where there are several.")
  var person: Int?

  @Option(help: "What confidences mean, where the file does not tell: score, visibility, alphapose or logit.")
  var confidence: ConfidenceScale?

  @Option(help: "Which of MediaPipe's landmarks: picture or world; by default the picture's, where a file has both.")
  var points: MediaPipePoints?

  @Option(help: "The sign of flexion in a MOT file's knee angles, positive or negative, where it is not clear.")
  var flexion: FlexionSign?

  func validate() throws {
    try CallError.require("--rate", rate, in: 0.1...10_000)
    if let person { try CallError.require("--person", person, in: 0...999) }
  }

  /// Whether flexion is negative, where that is told.
  var isFlexionNegative: Bool? { flexion.map { $0 == .negative } }

  /// The options that were given, by their names.
  var given: [String: String?] {
    [
      "rate": rate.map { "\($0)" }, "image-size": imageSize.map { "\($0.width)x\($0.height)" },
      "person": person.map { "\($0)" }, "confidence": confidence?.rawValue, "points": points?.rawValue,
      "flexion": flexion?.rawValue,
    ]
  }

  /// What the options say of the file.
  func options(people: MotionRules.People) -> ReadingOptions {
    var reading = ReadingOptions()
    reading.rate = rate
    (reading.width, reading.height) = (imageSize.map { Double($0.width) }, imageSize.map { Double($0.height) })
    (reading.person, reading.confidence) = (person, confidence)
    reading.usesWorld = points.map { $0 == .world }
    reading.people = people
    reading.threads = ProcessInfo.processInfo.activeProcessorCount
    return reading
  }
}

/// Which of MediaPipe's landmarks.
enum MediaPipePoints: String, ExpressibleByArgument, CaseIterable {
  case picture, world
}

/// The sign of flexion.
enum FlexionSign: String, ExpressibleByArgument, CaseIterable {
  case positive, negative
}

extension ConfidenceScale: ExpressibleByArgument {}
