import Foundation
import Recordings
import TestSupport

/// One value of the metadata of either of Record3D's layouts replaced.
private struct Metadata {
  let name: String
  let changes: @Sendable () -> [String: Any?]
  let says: [String]

  init(_ name: String, says: [String], _ changes: @autoclosure @escaping @Sendable () -> [String: Any?]) {
    (self.name, self.says, self.changes) = (name, says, changes)
  }

  var inArchive: BadRecording {
    BadRecording(name, says: ["scan.r3d/metadata"] + says) { small in
      try archive(small) { $0["metadata"] = Array(try ChangedJSON.text(Data($0["metadata"]!), changes())) }
    }
  }

  var inFolder: BadRecording {
    BadRecording(name, says: ["metadata.json"] + says) {
      try $0.write("metadata.json", ChangedJSON.text($0.read("metadata.json"), changes()))
    }
  }
}

private let camera = [[74.0, 73.9, 39.8, 29.5]]
private func cameras(_ numbers: [Double]) -> [String: Any?] {
  ["perFrameIntrinsicCoeffs": [numbers] + camera + camera + camera]
}

private let badMetadata: [Metadata] = [
  Metadata("a width that is a text", says: ["Record3D's metadata"], ["w": "80"]),
  Metadata("a list for a number", says: ["Record3D's metadata"], ["h": [60]]),
  Metadata("no width", says: ["Record3D's metadata"], ["w": nil]),
  Metadata("times that are texts", says: ["Record3D's metadata"], ["frameTimestamps": ["0", "1", "2", "3"]]),
  Metadata("a width beyond any image", says: ["16 to 16384 pixels"], ["w": 100_000]),
  Metadata("more pixels than any image", says: ["64 megapixels", "16000×16000"], ["dw": 16000, "dh": 16000]),
  Metadata("a negative height", says: ["80×-60"], ["h": -60]),
  Metadata("a size of zero", says: ["0×0"], ["dw": 0, "dh": 0]),
  Metadata("a focal length of zero", says: ["focal"], cameras([0, 73.9, 39.8, 29.5])),
  Metadata("a negative focal length", says: ["focal"], cameras([-74, 73.9, 39.8, 29.5])),
  Metadata("a huge focal length", says: ["focal"], cameras([1e300, 1e300, 39.8, 29.5])),
  Metadata("pixels far from square", says: ["fx 74 and fy 37"], cameras([74, 37, 39.8, 29.5])),
  Metadata("a principal point outside", says: ["principal point"], cameras([74, 73.9, 80.6, 29.5])),
  Metadata(
    "no intrinsics", says: ["the intrinsics of frame 0"],
    ["perFrameIntrinsicCoeffs": nil, "K": [1, 2, 3, 4, 5, 6, 7, 8]]),
  Metadata(
    "intrinsics of three numbers", says: ["the intrinsics of frame 0"],
    ["perFrameIntrinsicCoeffs": [[1, 2, 3]], "K": nil]),
  Metadata("a time twice", says: ["increase"], ["frameTimestamps": [0, 0.1, 0.1, 0.2]]),
  Metadata("times that go backwards", says: ["increase"], ["frameTimestamps": [0, 0.2, 0.1, 0.3]]),
]

private func text(_ name: String, _ content: String, says: [String]) -> [BadRecording] {
  [
    BadRecording(name, says: ["scan.r3d/metadata"] + says) { small in
      try archive(small) { $0["metadata"] = Array(content.utf8) }
    },
    BadRecording(name, says: ["metadata.json"] + says) { try $0.write("metadata.json", content) },
  ]
}

private let badTexts = [
  text("no JSON", "w = 80", says: ["Record3D's metadata"]),
  text("no metadata at all", "", says: ["Record3D's metadata"]),
  text("a list for metadata", "[1, 2]", says: ["Record3D's metadata"]),
  text("a hundred thousand brackets", String(repeating: "[", count: 100_000), says: ["Record3D's metadata"]),
  text("a number beyond doubles", #"{"w": 80, "h": 60, "fps": 1e999}"#, says: ["Record3D's metadata"]),
]

private func archive(_ small: SmallRecording, _ change: (inout SmallR3D) throws -> Void) throws {
  var sample = try SmallR3D(small)
  try change(&sample)
  try sample.write(small)
}

private func entry(
  _ name: String, _ kind: String = "rgbd/0.depth", says: [String],
  _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]?
) -> BadRecording {
  BadRecording(name, says: says) { small in try archive(small) { $0[kind] = try change($0[kind]!) } }
}

/// An entry, packed in another way.
private func packed(
  _ title: String, _ name: String, says: [String], _ change: @escaping @Sendable (inout SmallZip.Entry) -> Void
) -> BadRecording {
  BadRecording(title, says: [name] + says) { small in
    try archive(small) { sample in
      let place = sample.zip.entries.firstIndex { $0.name == name }!
      change(&sample.zip.entries[place])
    }
  }
}

private func names(_ title: String, _ name: String, says: [String]) -> BadRecording {
  BadRecording(title, says: ["scan.r3d"] + says) { small in
    try archive(small) { $0.zip.entries.append(.init(name)) }
  }
}

let badRecord3D: [BadRecording] = badMetadata.map(\.inArchive) + badTexts.map { $0[0] } + badArchives + badEntries

private let badArchives: [BadRecording] = [
  BadRecording("no metadata", .inputMissing, says: ["scan.r3d", "the entry metadata"]) { small in
    try archive(small) { $0["metadata"] = nil }
  },
  BadRecording("an archive cut off", says: ["scan.r3d", "archive"]) {
    try $0.write("scan.r3d", $0.read("scan.r3d").dropLast(30))
  },
  BadRecording("an empty file", says: ["scan.r3d", "empty"]) { try $0.write("scan.r3d", Data()) },
  BadRecording("no archive", says: ["scan.r3d", "archive"]) { try $0.write("scan.r3d", "Record3D") },
  BadRecording("no frames", says: ["scan.r3d", "colour and depth"]) { small in
    try archive(small) { sample in for k in 0..<4 { sample["rgbd/\(k).depth"] = nil } }
  },
  BadRecording("depth of another size", says: ["frame 0", "rgbd/0.depth", "38400 bytes of pixels, found 19200"]) {
    small in
    try archive(small) { $0["metadata"] = Array(try ChangedJSON.text(Data($0["metadata"]!), ["dw": 160, "dh": 60])) }
  },
  BadRecording("depth that lies on its side", says: ["scan.r3d/metadata", "80×60", "60×80", "sections"]) { small in
    try archive(small) { $0["metadata"] = Array(try ChangedJSON.text(Data($0["metadata"]!), ["dw": 60, "dh": 80])) }
  },
  names("an entry that leads outside", "../../etc/passwd", says: ["leads outside"]),
  names("an entry from the root", "/rgbd/9.jpg", says: ["leads outside"]),
  names("an entry twice", "rgbd/1.jpg", says: ["twice"]),
  names("a number twice", "rgbd/01.jpg", says: ["rgbd/01.jpg", "rgbd/1.jpg"]),
  packed("an entry that inflates to gigabytes", "rgbd/0.jpg", says: []) { entry in
    entry = .deflated(entry.name, entry.content)
    entry.claimedSize = 3 << 30
  },
  packed("depth that inflates far beyond its pixels", "rgbd/2.depth", says: ["bytes"]) { entry in
    entry = .deflated(entry.name, [UInt8](repeating: 0, count: 300_000))
  },
  packed("damage that the checksum shows", "rgbd/3.jpg", says: ["checksum"]) { $0.checksum ^= 1 },
]

private let badEntries: [BadRecording] = [
  entry("depth cut off", says: ["frame 0", "rgbd/0.depth", "19200 bytes"]) { Array($0.dropLast(9)) },
  entry("no depth in the entry", "rgbd/1.depth", says: ["frame 1", "rgbd/1.depth"]) { _ in [] },
  entry("depth of too few pixels", says: ["frame 0", "19200 bytes", "100"]) { _ in
    StoredLZFSE.stream([UInt8](repeating: 0, count: 100))
  },
  entry("depth of too many pixels", says: ["frame 0", "19200 bytes", "19204"]) { _ in
    StoredLZFSE.stream([UInt8](repeating: 0, count: 19204))
  },
  entry("a block that says 4 GB", says: ["frame 0", "rgbd/0.depth"]) { _ in
    StoredLZFSE.stream([1, 2, 3], claiming: .max)
  },
  entry("no LZFSE", "rgbd/2.depth", says: ["frame 2", "rgbd/2.depth", "found 0"]) { _ in Array("depth".utf8) },
  entry("depth damaged within", says: ["frame 0", "rgbd/0.depth"]) { bytes in
    bytes.enumerated().map { index, byte in (40..<440).contains(index) ? ~byte : byte }
  },
  BadRecording("confidence of another size", says: ["frame 1", "rgbd/1.conf", "4800 bytes", "12"]) { small in
    try archive(small) { $0["rgbd/1.conf"] = StoredLZFSE.stream([UInt8](repeating: 2, count: 12)) }
  },
  entry("a JPEG cut off", "rgbd/3.jpg", says: ["frame 3", "rgbd/3.jpg", "damaged"]) { Array($0.dropLast(60)) },
  entry("no JPEG", "rgbd/0.jpg", says: ["frame 0", "rgbd/0.jpg"]) { _ in [1, 2, 3] },
  entry("a first image of another size", "rgbd/0.jpg", says: ["metadata", "16×12", "80×60"]) { _ in
    Array(try SmallRecording.color())
  },
  entry("a later image of another size", "rgbd/2.jpg", says: ["frame 2", "rgbd/2.jpg", "16×12", "80×60"]) { _ in
    Array(try SmallRecording.color())
  },
]

private let exrFixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Decoding/Fixtures")

private func exr(_ name: String, _ file: String, _ fixture: String, says: [String]) -> BadRecording {
  BadRecording(name, says: [file] + says) { try $0.write(file, Data(contentsOf: exrFixtures.appending(path: fixture))) }
}

let badRecord3DExports: [BadRecording] = badMetadata.map(\.inFolder) + badTexts.map { $0[1] } + badExports

private let badExports: [BadRecording] = [
  BadRecording("no metadata", .inputMissing, says: ["metadata.json"]) { try $0.remove("metadata.json") },
  BadRecording("metadata that are a folder", .inputMissing, says: ["metadata.json"]) {
    try $0.remove("metadata.json")
    try $0.write("metadata.json/x", "")
  },
  BadRecording("no colour", .inputMissing, says: ["color"]) { try $0.remove("rgb") },
  BadRecording("no depth that belongs to a colour image", says: ["colour and depth"]) { small in
    for k in 0..<4 {
      try small.write("depth/\(k + 100).exr", small.read("depth/\(k).exr"))
      try small.remove("depth/\(k).exr")
    }
  },
  BadRecording("a number twice", says: ["depth", "increase"]) {
    try $0.write("depth/02.exr", $0.read("depth/2.exr"))
  },
  BadRecording("an EXR cut off", says: ["frame 1", "depth/1.exr", "damaged"]) {
    try $0.write("depth/1.exr", $0.read("depth/1.exr").dropLast(100))
  },
  BadRecording("an empty EXR", says: ["frame 0", "depth/0.exr", "empty"]) { try $0.write("depth/0.exr", Data()) },
  BadRecording("a first EXR of another size", says: ["metadata.json", "35×37", "80×60"]) {
    try $0.write("depth/0.exr", Data(contentsOf: exrFixtures.appending(path: "zip-float-rows.exr")))
  },
  exr("a later EXR of another size, in tiles", "depth/3.exr", "rle-half-tiles.exr", says: ["frame 3", "35×37"]),
  exr("an EXR in colour", "depth/0.exr", "bad-channels.exr", says: ["frame 0", "2 channels"]),
  exr("an EXR of whole numbers", "depth/0.exr", "bad-whole.exr", says: []),
  exr("an EXR of several parts", "depth/0.exr", "bad-parts.exr", says: ["frame 0", "several parts"]),
  BadRecording("a later PNG called EXR", says: ["frame 2", "depth/2.exr"]) {
    try $0.write("depth/2.exr", ImageFile.png(TestImages.ramp(width: 80, height: 60)))
  },
]
