import Foundation
import Recordings
import TestSupport

/// A frame of StandardCyborg's with a part of its text replaced, as long as it was or not.
private func ply(
  _ name: String, file: String = "frame-000.ply", says: [String], _ old: String, _ new: String
) -> BadRecording {
  BadRecording(name, says: [file] + says) { small in
    var data = try small.read(file)
    let place = data.range(of: Data(old.utf8))!
    data.replaceSubrange(place, with: Data(new.utf8))
    try small.write(file, data)
  }
}

/// The same of its metadata: one value replaced, the header's count with it.
private func metadata(_ name: String, says: [String], _ changes: @escaping @Sendable (inout [String: Any]) -> Void)
  -> BadRecording
{
  BadRecording(name, says: ["frame-002"] + says) { small in
    let file = try small.read("frame-002.ply")
    let end = file.range(of: Data("end_header\n".utf8))!.upperBound
    let header = String(decoding: file[..<end], as: UTF8.self)
    let count = Int(header.firstMatch(of: /element metadata (\d+)/)!.1)!
    var object = try JSONSerialization.jsonObject(with: file[end..<(end + count)]) as! [String: Any]
    changes(&object)
    let text = try JSONSerialization.data(withJSONObject: object)
    let changed = header.replacing("element metadata \(count)", with: "element metadata \(text.count)")
    try small.write("frame-002.ply", Data(changed.utf8) + text + file[(end + count)...])
  }
}

private func calibration(
  _ name: String, says: [String], _ key: String, _ value: @autoclosure @escaping @Sendable () -> Any?
)
  -> BadRecording
{
  metadata(name, says: says) { object in
    var camera = object["camera_intrinsics"] as! [String: Any]
    camera[key] = value()
    object["camera_intrinsics"] = camera
  }
}

private let header = "a binary PLY with metadata, color"
private let content = "JSON with width, height"

let badStandardCyborg: [BadRecording] = [
  ply("PLY as text", says: [header], "binary_little_endian", "ascii"),
  ply("numbers of the other order", says: [header], "binary_little_endian", "binary_big_endian"),
  ply("a later PLY as text", file: "frame-003.ply", says: [header], "binary_little_endian", "ascii"),
  ply("a list as a property", says: [header], "property float d", "property list uchar int d"),
  ply("doubles", says: [header], "property float d", "property double d"),
  ply("one property more", says: [header], "property float d\n", "property float d\nproperty float e\n"),
  ply("no depth", says: [header], "element depth 4800\nproperty float d\n", ""),
  ply("more depths than colours", says: [header], "element depth 4800", "element depth 4801"),
  ply("a count that is no number", says: [header], "element color 4800", "element color many"),
  ply("a negative count", says: [header], "element metadata ", "element metadata -"),
  ply("a count beyond integers", says: [header], "element color 4800", "element color 99999999999999999999"),
  ply("metadata beyond the file", says: [header], "element metadata ", "element metadata 99999"),
  ply("a header without end", says: [header], "end_header", "end_reader"),
  BadRecording("a frame cut off", says: ["frame-003.ply", "a whole file"]) {
    try $0.write("frame-003.ply", $0.read("frame-003.ply").dropLast(5))
  },
  BadRecording("an empty later frame", says: ["frame-001.ply", header]) { try $0.write("frame-001.ply", Data()) },
  BadRecording("a folder for a frame", .inputMissing, says: ["frame-001.ply"]) {
    try $0.remove("frame-001.ply")
    try $0.write("frame-001.ply/x", "")
  },
  metadata("a width that is a text", says: [content]) { $0["width"] = "80" },
  metadata("no timestamp", says: [content]) { $0["timestamp"] = nil },
  metadata("no intrinsics", says: [content]) { $0["camera_intrinsics"] = nil },
  metadata("metadata nested deeply", says: [content]) {
    $0["x"] = (0..<40).reduce(0 as Any) { value, _ in [value] }
  },
  metadata("another size than pixels", says: ["as many pixels as 80×61 has", "4800"]) { $0["height"] = 61 },
  metadata("a size beyond any image", says: ["16 to 16384", "4294967296×60"]) { $0["width"] = 4_294_967_296 },
  metadata("more pixels than any image", says: ["64 megapixels"]) { ($0["width"], $0["height"]) = (16384, 16384) },
  BadRecording("a frame of another size", says: ["frame-002.ply", "80×60", "40×30"]) { small in
    let file = try small.read("frame-002.ply")
    let end = file.range(of: Data("\nend_header\n".utf8))!.upperBound
    let header = String(decoding: file[..<end], as: UTF8.self).replacing(" 4800", with: " 1200")
    let start = file.range(of: Data("}}".utf8))!.upperBound
    let text = String(decoding: file[end..<start], as: UTF8.self)
      .replacing("\"width\": 80, \"height\": 60", with: "\"width\": 40, \"height\": 30")
    try small.write("frame-002.ply", Data(header.utf8) + Data(text.utf8) + file[start...])
  },
  metadata("a negative size", says: ["-80×-60"]) { ($0["width"], $0["height"]) = (-80, -60) },
  metadata("a time beyond all times", says: ["seconds"]) { $0["timestamp"] = 1e300 },
  metadata("a time of another frame", says: []) { $0["timestamp"] = 1_700_000_000.508475 },
  calibration("a matrix of 8", says: ["9 numbers", "8"], "intrinsic_matrix", [1, 2, 3, 4, 5, 6, 7, 8]),
  calibration("a focal length of zero", says: ["focal"], "intrinsic_matrix", [0, 0, 0, 0, 0, 0, 1500, 1100, 1]),
  calibration("a reference of zero", says: [], "intrinsic_matrix_reference_dimensions_width", 0),
  calibration(
    "a reference of the images' size", says: ["focal"], "intrinsic_matrix_reference_dimensions_width", 1e-300),
  calibration("a lens table of one number", says: ["table"], "lens_distortion_lookup_table", [0.1]),
  calibration(
    "a lens table that jumps", says: [], "lens_distortion_lookup_table", (0..<42).map { $0 % 2 == 0 ? 0.2 : -0.2 }),
  calibration("a lens that folds", says: [], "lens_distortion_lookup_table", (0..<42).map { -0.011 * Double($0) }),
]

let badSevenScenes: [BadRecording] = [
  BadRecording("no pair", says: ["colour and depth"]) { small in
    for k in 0..<4 {
      try small.write("frame-00010\(k).depth.png", small.read("frame-00000\(k).depth.png"))
      try small.remove("frame-00000\(k).depth.png")
    }
  },
  BadRecording("a number twice", says: ["frame-*.depth.png", "increase"]) {
    try $0.write("frame-2.depth.png", $0.read("frame-000002.depth.png"))
    try $0.write("frame-2.color.png", $0.read("frame-000002.color.png"))
  },
  BadRecording("depth cut off", says: ["frame-000001", "frame-000001.depth.png", "damaged"]) {
    try $0.write("frame-000001.depth.png", $0.read("frame-000001.depth.png").dropLast(40))
  },
  BadRecording("depth of 8 bits", says: ["frame-000003.depth.png", "16 bits"]) {
    try $0.write("frame-000003.depth.png", ImageFile.png(TestImages.ramp(width: 80, height: 60)))
  },
  BadRecording("colour of another size", says: ["frame-000002.color.png", "16×12", "80×60"]) {
    try $0.write("frame-000002.color.png", ImageFile.png(TestImages.ramp(width: 16, height: 12)))
  },
  BadRecording("intrinsics of another size", says: ["intrinsic.json", "640×480"]) {
    try $0.write("intrinsic.json", #"{"width":640,"height":480,"fx":600,"fy":600,"cx":320,"cy":240}"#)
  },
  BadRecording("another shape than the usual camera's", says: ["intrinsic.json"]) { small in
    try small.remove("intrinsic.json")
    for k in 0..<4 {
      try small.write("frame-00000\(k).depth.png", SmallRecording.depthPNG(code: 400, width: 60, height: 60))
    }
  },
]

/// The bytes of a `.sens` file at a place replaced.
private func sens(_ name: String, says: [String], _ place: Int, _ bytes: [UInt8]) -> BadRecording {
  BadRecording(name, says: ["scan.sens"] + says) { small in
    var data = try small.read("scan.sens")
    data.replaceSubrange(place..<(place + bytes.count), with: bytes)
    try small.write("scan.sens", data)
  }
}

/// Where the parts of the sample's header and of its first frame start: the name of the sensor has five bytes.
enum SensPlace {
  static let (nameLength, color, colorExtrinsic, depth) = (4, 17, 17 + 64, 17 + 128)
  static let (colorCoding, depthCoding, colorSize, depthSize) = (273, 277, 281, 289)
  static let (scale, frames, firstFrame) = (297, 301, 309)
  /// The stamps of colour and depth, the lengths of both, and what is that long.
  static let (colorStamp, depthStamp) = (firstFrame + 64, firstFrame + 72)
  static let (colorBytes, depthBytes, payload) = (firstFrame + 80, firstFrame + 88, firstFrame + 96)
}

private func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] { SmallZip.little(value) }
private func little(_ value: Float) -> [UInt8] { SmallZip.little(value.bitPattern) }

let badSens: [BadRecording] = [
  sens("another version", says: ["version 4", "3"], 0, little(UInt32(3))),
  sens("a name of half a frame", says: [], SensPlace.nameLength, little(UInt64(2304))),
  sens("a name of 5000 bytes", says: ["header"], SensPlace.nameLength, little(UInt64(5000))),
  sens("a name of all there is", says: ["header"], SensPlace.nameLength, little(UInt64.max)),
  sens("cameras apart", says: ["one place"], SensPlace.colorExtrinsic + 12, little(Float(0.02))),
  sens("raw colour", says: ["JPEG"], SensPlace.colorCoding, little(UInt32(0))),
  sens("an unknown coding of colour", says: ["JPEG", "7"], SensPlace.colorCoding, little(UInt32(7))),
  sens("no coding of colour", says: ["JPEG", "-1"], SensPlace.colorCoding, little(Int32(-1))),
  sens("depth of another packing", says: ["deflated", "2"], SensPlace.depthCoding, little(UInt32(2))),
  sens("an unknown coding of depth", says: ["deflated", "-1"], SensPlace.depthCoding, little(Int32(-1))),
  sens("raw depth of too few bytes", says: ["9600 bytes"], SensPlace.depthCoding, little(UInt32(0))),
  sens("a width of zero", says: ["16 to 16384", "0×60"], SensPlace.colorSize, little(UInt32(0))),
  sens("a width of 4 billion", says: ["16 to 16384"], SensPlace.depthSize, little(UInt32.max)),
  sens(
    "more pixels than any image", says: ["64 megapixels"], SensPlace.depthSize,
    little(UInt32(16384)) + little(UInt32(16384))),
  sens(
    "more pixels than the bytes can hold", says: ["bytes of pixels"], SensPlace.depthSize,
    little(UInt32(8000)) + little(UInt32(6000))),
  sens("another size than the JPEG's", says: ["80×60"], SensPlace.colorSize, little(UInt32(160)) + little(UInt32(120))),
  sens("a focal length that is no number", says: ["focal"], SensPlace.color, little(Float.nan)),
  sens("a focal length of infinity", says: ["focal"], SensPlace.depth, little(Float.infinity)),
  sens("a negative focal length", says: ["focal"], SensPlace.color, little(Float(-74))),
  sens("a principal point that is no number", says: ["principal point"], SensPlace.color + 8, little(Float.nan)),
  sens("a scale of zero", says: ["header"], SensPlace.scale, little(Float(0))),
  sens("a scale that is no number", says: ["header"], SensPlace.scale, little(Float.nan)),
  sens("a scale that makes all depth infinite", says: ["header"], SensPlace.scale, little(Float.leastNonzeroMagnitude)),
  sens("no frames", says: ["header", "0"], SensPlace.frames, little(UInt64(0))),
  sens("one frame more than there are", says: ["whole file"], SensPlace.frames, little(UInt64(5))),
  sens("a million frames", says: ["whole file"], SensPlace.frames, little(UInt64(1_000_000))),
  sens("more frames than integers", says: ["header"], SensPlace.frames, little(UInt64.max)),
  sens("colour beyond the file", says: ["whole file"], SensPlace.colorBytes, little(UInt64(1 << 20))),
  sens("colour of 1 TB", says: ["found 1099511627776"], SensPlace.colorBytes, little(UInt64(1) << 40)),
  sens("depth of 1 TB", says: ["found 1099511627776"], SensPlace.depthBytes, little(UInt64(1) << 40)),
  sens("depth of more bytes than integers", says: ["bytes"], SensPlace.depthBytes, little(UInt64.max)),
  sens("no bytes of colour", says: ["bytes"], SensPlace.colorBytes, little(UInt64(0))),
  sens("no JPEG", says: ["frame 0"], SensPlace.payload, [0, 0, 0]),
  BadRecording("a header cut off", says: ["scan.sens", "whole file"]) {
    try $0.write("scan.sens", $0.read("scan.sens").prefix(200))
  },
  BadRecording("an empty file", says: ["scan.sens", "whole file"]) { try $0.write("scan.sens", Data()) },
  BadRecording("the last frame cut off", says: ["scan.sens", "whole file"]) {
    try $0.write("scan.sens", $0.read("scan.sens").dropLast(20))
  },
]
