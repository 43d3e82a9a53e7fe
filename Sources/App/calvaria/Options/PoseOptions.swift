import ArgumentParser
import Movement
import Diagnostics
import Foundation

/// Landmarks by a pose model of the user's, and by the depth of a recording.
struct PoseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A pose model of your own (ONNX, COCO's 17 or HALPE's 26 points): the input is a video, a recording or a folder \
      of images then, and its landmarks are written as body-landmarks.json. Without --rate, 3 pictures a second.
      """, valueName: "file"))
  var poseModel: String?

  @Option(
    help: ArgumentHelp("The size of the pose model's input, where it leaves that open.", valueName: "WxH"))
  var poseInputSize: PixelSize?

  @Option(
    help: ArgumentHelp(
      "The person in the pictures: left, top, width and height in pixels; by default the whole picture.",
      valueName: "x,y,w,h"))
  var personBox: PersonBox?

  @Option(
    help: ArgumentHelp(
      "The RGB-D recording whose colour images the landmarks are of: its depth brings them into space.",
      valueName: "folder|file"))
  var recording: String?

  @Flag(
    help: """
      The pictures are mirrored, as those of a front camera are: landmarks are flipped and their sides exchanged.
      """)
  var mirrored = false

  func validate() throws {
    if mirrored, recording != nil {
      throw CallError.notFor(
        option: "--mirrored", use: .phrase("body_landmarks"), found: .text("--recording")
      ).refusal
    }
    let ofModel = [
      ("--pose-input-size", poseInputSize != nil), ("--person-box", personBox != nil),
    ]
    guard poseModel == nil, let option = ofModel.first(where: \.1)?.0 else { return }
    throw CallError.needs(option: option, needed: "--pose-model").refusal
  }

  /// All that is read, the file that describes the model too: no output may take its place.
  var inputs: [URL] {
    let beside = poseModel.map { ($0.lowercased().hasSuffix(".onnx") ? String($0.dropLast(5)) : $0) + ".yaml" }
    return [recording, poseModel, beside].compactMap(\.self).map(URL.given)
  }

  /// The options of this call that decide what comes out, by their names.
  var given: [String: String?] {
    [
      "pose-model": poseModel.map { _ in "given" }, "recording": recording.map { _ in "given" },
      "mirrored": mirrored ? "true" : nil,
      "pose-input-size": poseInputSize.map { "\($0.width)x\($0.height)" },
      "person-box": personBox.map { "\($0.x),\($0.y),\($0.width),\($0.height)" },
    ]
  }
}

extension PersonBox: ExpressibleByArgument {
  public init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    let numbers = parts.compactMap(\.self).filter { $0.isFinite && abs($0) < 1e6 }
    guard parts.count == 4, numbers.count == 4, numbers[2] >= 1, numbers[3] >= 1 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
