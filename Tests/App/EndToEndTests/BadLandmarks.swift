import Foundation
import Recordings

/// Writes a landmark file in place of the recording's.
private func landmarks(_ name: String, _ code: Int32, says: [String], _ text: String) -> BadInput {
  BadInput(name, code, says: ["landmarks.json"] + says) { try $0.write("landmarks.json", text) }
}

/// Writes one click in place of the recording's.
private func click(
  _ name: String, says: [String], frame: String = "1700000000.000000", pixel: String = "[240, 180]"
) -> BadInput {
  landmarks(
    name, 65, says: ["sellion", "frame \(frame)"] + says,
    #"{"landmarks": {"sellion": [{"frame": "\#(frame)", "pixel": \#(pixel)}]}}"#)
}

/// What can be wrong with a landmark file.
let badLandmarks: [BadInput] = [
  click("a click right of the image", says: ["480 × 360", "(480.0, 180.0)", "pick it again"], pixel: "[480, 180]"),
  click("a click above the image", says: ["480 × 360", "(240.0, -3.0)"], pixel: "[240, -3]"),
  click("a click on a frame that does not exist", says: ["no frame of that name"], frame: "1700000099.000000"),
  BadInput("a click without depth", 65, says: ["landmarks.json, sellion, frame 1700000000.000000", "valid depth"]) {
    let codes = [UInt16](repeating: 0, count: 480 * 360)
    try $0.write(try $0.images("depth")[0], try ImageFile.png(depthCodes: codes, width: 480, height: 360))
    try $0.write(
      "landmarks.json", #"{"landmarks": {"sellion": [{"frame": "1700000000.000000", "pixel": [240, 180]}]}}"#)
  },
  landmarks(
    "an unknown landmark", 78, says: ["sellion", "the key \"nasion\""],
    #"{"landmarks": {"nasion": []}}"#),
  landmarks("text that is no JSON", 78, says: ["expected one of JSON"], "landmarks: {sellion: [1, 2]}"),
  landmarks("an empty landmark file", 78, says: ["expected one of JSON"], ""),
  landmarks(
    "lists nested 500 times", 78, says: ["nested far more deeply"],
    #"{"landmarks": "# + String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + "}"),
  landmarks(
    "a pixel of three numbers", 78, says: ["landmarks.sellion[0].pixel", "a list of 2 numbers"],
    #"{"landmarks": {"sellion": [{"frame": "1700000000.000000", "pixel": [1, 2, 3]}]}}"#),
  landmarks(
    "a point of a mesh", 78, says: ["sellion", "clicks in frames"],
    #"{"landmarks": {"sellion": {"point_mm": [0, 73, 0]}}}"#),
  BadInput(
    "a landmark file that is not there", 66, says: ["/no/such.json"], arguments: ["--landmarks", "/no/such.json"]),
]
