import Foundation
import Images
import Recordings

private let width = 480, height = 360

private func blank() throws -> Data {
  let gray = [UInt8](repeating: 140, count: 3 * width * height)
  return try ImageFile.jpeg(ColorImage(width: width, height: height, pixels: gray), quality: 80)
}

/// Cuts off the end of the second image of a folder.
private func truncate(_ folder: String, in workspace: Workspace, to share: Double) throws {
  let image = try workspace.images(folder)[1]
  let data = try workspace.read(image)
  try workspace.write(image, data.prefix(Int(Double(data.count) * share)))
}

/// The list of a folder's images with other timestamps.
private func list(_ folder: String, _ times: [String], in workspace: Workspace) throws {
  let lines = try zip(times, workspace.images(folder)).map { "\($0) \($1)\n" }
  try workspace.write("\(folder).txt", lines.joined())
}

/// What can be wrong with the images, lists and intrinsics of a recording.
let badRecordings: [BadInput] = [
  BadInput("a missing folder", 66, says: ["/rec:", "expected the folder of a recording", "check the path"]) {
    try FileManager.default.removeItem(at: $0.recording)
  },
  BadInput("a file for a folder", 66, says: ["a file that ends in .r3d, .sens", "found a file of another kind"]) {
    try FileManager.default.removeItem(at: $0.recording)
    try Data().write(to: $0.recording)
  },
  BadInput("a folder that is no recording", 65, says: ["/rec/:", "(tum)", "(open3d)", "(zeiss)", "--format"]) {
    try FileManager.default.removeItem(at: $0.recording)
    try FileManager.default.createDirectory(at: $0.recording, withIntermediateDirectories: false)
  },
  BadInput("a format that it is not", 65, says: ["rgb_<ms>.png", "found none"], arguments: ["--format", "zeiss"]),
  BadInput("no intrinsics", 65, says: ["intrinsics", "intrinsic.json", "--intrinsics FILE"]) {
    try $0.remove("intrinsic.json")
  },
  BadInput("intrinsics that are not there", 66, says: ["/no/such.json"], arguments: ["--intrinsics", "/no/such.json"]),
  BadInput(
    "a truncated PNG", 65, says: ["frame 1700000000.338983", "depth/1700000000.338983.png", "damaged", "copy the file"]
  ) { try truncate("depth", in: $0, to: 0.7) },
  BadInput("a truncated JPEG", 65, says: ["frame 1700000000.338983", "rgb/1700000000.338983.jpg", "damaged"]) {
    try truncate("rgb", in: $0, to: 0.7)
  },
  BadInput("an empty image", 65, says: ["frame 1700000000.338983", "rgb/1700000000.338983.jpg", "empty"]) {
    try truncate("rgb", in: $0, to: 0)
  },
  BadInput("depth of another shape", 65, says: ["intrinsic.json", "480×360", "240×240", "sections"]) {
    for image in try $0.images("depth") {
      let codes = [UInt16](repeating: 1500, count: 240 * 240)
      try $0.write(image, try ImageFile.png(depthCodes: codes, width: 240, height: 240))
    }
  },
  BadInput("depth of 8 bits", 65, says: ["frame 1700000000.000000", "16 bits", "8 bits"]) {
    let gray = ColorImage(width: width, height: height, pixels: [UInt8](repeating: 90, count: 3 * width * height))
    for image in try $0.images("depth") { try $0.write(image, try ImageFile.png(gray)) }
  },
  BadInput("a folder for a list", 66, says: ["rgb.txt", "found a folder"]) {
    try $0.remove("rgb.txt")
    try FileManager.default.createDirectory(
      at: $0.recording.appendingPathComponent("rgb.txt"), withIntermediateDirectories: false)
  },
  BadInput("a list that is missing", 66, says: ["depth.txt", "nothing there"]) { try $0.remove("depth.txt") },
  BadInput("no valid depth at all", 65, says: ["/rec:", "less than 1 % of the pixels valid", "calvaria info"]) {
    let codes = [UInt16](repeating: 0, count: width * height)
    for image in try $0.images("depth") {
      try $0.write(image, try ImageFile.png(depthCodes: codes, width: width, height: height))
    }
    try $0.write(
      "landmarks.json", #"{"landmarks": {"sellion": [{"frame": "1700000000.000000", "pixel": [240, 180]}]}}"#)
  },
  BadInput("timestamps that go backwards", 65, says: ["rgb.txt", "increase", "102.000000", "after"]) {
    try list("rgb", ["101.000000", "103.000000", "102.000000"], in: $0)
  },
  BadInput("timestamps that never match", 65, says: ["20.0 ms", "same clock"]) {
    try list("depth", ["900.0", "901.0", "902.0"], in: $0)
  },
  BadInput("no marker in any image", 65, says: ["6 frames", "DICT_4X4_100", "found none"]) {
    for image in try $0.images("rgb") { try $0.write(image, try blank()) }
  },
  BadInput("no depth in any image", 65, says: ["sightings of DICT_4X4_100", "no depth", "check the depth"]) {
    for image in try $0.images("depth") {
      let codes = [UInt16](repeating: 0, count: width * height)
      try $0.write(image, try ImageFile.png(depthCodes: codes, width: width, height: height))
    }
  },
]
