import Foundation
import Recordings

private let big = TestImages.ramp(width: 32, height: 24)

private func intrinsics(_ matrix: String) -> String {
  #"{"width":16,"height":12,"intrinsic_matrix":[\#(matrix)]}"#
}

private func intrinsics(_ name: String, _ content: String, says: [String]) -> BadRecording {
  BadRecording(name, says: ["intrinsic.json"] + says) { try $0.write("intrinsic.json", content) }
}

let badTUM: [BadRecording] = [
  BadRecording("no intrinsics", says: ["intrinsic.json", "--intrinsics"]) { try $0.remove("intrinsic.json") },
  intrinsics(
    "intrinsics of another size", #"{"width":640,"height":480,"fx":600,"fy":600,"cx":320,"cy":240}"#,
    says: ["16×12", "640×480"]),
  intrinsics("not JSON", "fx = 15", says: ["no JSON"]),
  intrinsics("intrinsics without a matrix", #"{"width":16,"height":12}"#, says: ["no intrinsic_matrix"]),
  intrinsics("intrinsics without a width", #"{"height":12,"fx":1,"fy":1,"cx":1,"cy":1}"#, says: ["width"]),
  intrinsics("a matrix of 8", intrinsics("15,0,0,0,14.8,0,7.5,5.5"), says: ["9 numbers", "8"]),
  intrinsics("a matrix with skew", intrinsics("15,0,0,0.2,14.8,0,7.5,5.5,1"), says: ["skew"]),
  intrinsics(
    "focal lengths of two cameras", intrinsics("15,0,0,0,24,0,7.5,5.5,1"), says: ["fx 15 and fy 24", "square"]),
  intrinsics("a tiny focal length", intrinsics("1,0,0,0,14.8,0,7.5,5.5,1"), says: ["focal"]),
  intrinsics("a huge focal length", intrinsics("15,0,0,0,1e9,0,7.5,5.5,1"), says: ["focal"]),
  intrinsics("a principal point outside", intrinsics("15,0,0,0,14.8,0,16.5,5.5,1"), says: ["principal point"]),
  intrinsics("a number beyond doubles", intrinsics("1e999,0,0,0,14.8,0,7.5,5.5,1"), says: ["expected"]),
  BadRecording("a truncated PNG", says: ["frame 102.000", "depth/2.png", "damaged"]) {
    try $0.write("depth/2.png", $0.read("depth/2.png").dropLast(30))
  },
  BadRecording("a truncated JPEG", says: ["frame 103.000", "rgb/3.jpg", "damaged"]) {
    try $0.write("rgb/3.jpg", $0.read("rgb/3.jpg").dropLast(60))
  },
  BadRecording("an empty first image", says: ["frame 100.000", "rgb/0.jpg", "empty"]) {
    try $0.write("rgb/0.jpg", Data())
  },
  BadRecording("depth of another size", says: ["intrinsic.json", "16×12", "8×8", "sections"]) {
    try $0.write("depth/0.png", SmallRecording.depthPNG(code: 1, width: 8, height: 8))
  },
  BadRecording("a later image of another size", says: ["frame 101.000", "16×12", "32×24"]) {
    try $0.write("rgb/1.jpg", ImageFile.jpeg(big, quality: 90))
  },
  BadRecording("a depth image of 8 bits", says: ["frame 100.000", "depth/0.png", "16 bits", "8 bits"]) {
    try $0.write("depth/0.png", ImageFile.png(TestImages.ramp(width: 16, height: 12)))
  },
  BadRecording("a later depth image of 8 bits", says: ["frame 102.000", "16 bits", "8 bits"]) {
    try $0.write("depth/2.png", ImageFile.png(TestImages.ramp(width: 16, height: 12)))
  },
  BadRecording("timestamps that go backwards", says: ["rgb.txt", "101.5", "after \"102\""]) {
    try $0.write("rgb.txt", "101 rgb/0.jpg\n102 rgb/1.jpg\n101.5 rgb/2.jpg")
  },
  BadRecording("timestamps that repeat", says: ["depth.txt", "increase"]) {
    try $0.write("depth.txt", "101 depth/0.png\n101 depth/1.png\n")
  },
  BadRecording("timestamps that never match", says: ["20.0 ms", "none closer than 9895"]) {
    try $0.write(
      "depth.txt", "200000 depth/0.png\n9998.0 depth/1.png".split(separator: "\n").reversed().joined(separator: "\n"))
  },
  BadRecording("a timestamp in nanoseconds", says: ["rgb.txt", "seconds"]) {
    try $0.write("rgb.txt", "1700000000000000000 rgb/0.jpg\n")
  },
  BadRecording("timestamps that are no numbers", says: ["rgb.txt, line 2"]) {
    try $0.write("rgb.txt", "100 rgb/0.jpg\nnan rgb/1.jpg\n")
  },
  BadRecording("a line without a path", says: ["rgb.txt, line 1"]) { try $0.write("rgb.txt", "100\n") },
  BadRecording("an absolute path", says: ["rgb.txt, line 1", "within", "/etc/passwd"]) {
    try $0.write("rgb.txt", "100 /etc/passwd\n")
  },
  BadRecording("a path that escapes", says: ["depth.txt, line 2", "within"]) {
    try $0.write("depth.txt", "100 depth/0.png\n101 depth/../../x.png\n")
  },
  BadRecording("an empty list", says: ["rgb.txt", "none"]) { try $0.write("rgb.txt", "# nothing\n\n") },
  BadRecording("a list without files", .inputMissing, says: ["gone/1.jpg", "rgb.txt"]) {
    try $0.write("rgb.txt", "100 gone/1.jpg\n101 gone/2.jpg\n")
  },
  BadRecording("a folder for an image", .inputMissing, says: ["rgb.txt"]) { try $0.write("rgb.txt", "100 rgb\n") },
  BadRecording("no depth list", .inputMissing, says: ["depth.txt"]) { try $0.remove("depth.txt") },
  BadRecording("binary rubbish for a list", says: ["rgb.txt, line 1", "\\u{1B}[2J"]) {
    try $0.write("rgb.txt", Data([0x1b, 0x5b, 0x32, 0x4a, 0xff, 0xfe, 0x20, 0x61]))
  },
  BadRecording("a list that is too large", says: ["rgb.txt", "at most \(32 << 20) bytes"]) {
    let file = $0.folder.appendingPathComponent("rgb.txt").path
    truncate(file, (32 << 20) + 1)
  },
  BadRecording("an image that is too large", says: ["rgb/0.jpg", "at most \(256 << 20) bytes"]) {
    truncate($0.folder.appendingPathComponent("rgb/0.jpg").path, (256 << 20) + 1)
  },
  BadRecording("a list of symbolic links in a circle", .inputMissing, says: ["rgb.txt"]) {
    try $0.remove("rgb.txt")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: $0.folder.path + "/rgb.txt", withDestinationPath: "loop.txt")
    try manager.createSymbolicLink(atPath: $0.folder.path + "/loop.txt", withDestinationPath: "rgb.txt")
  },
  BadRecording("thousands of images in no time", says: ["rgb.txt", "seconds", "40.0 ms"]) {
    try $0.write("rgb.txt", (0..<500).map { "\(100 + Double($0) * 1e-6) rgb/0.jpg" }.joined(separator: "\n"))
  },
]

private func scale(_ stated: String, says: [String]) -> BadRecording {
  BadRecording("a depth scale of \(stated)", says: ["camera_intrinsic.json", "depth_scale"] + says) {
    try $0.write("camera_intrinsic.json", SmallRecording.intrinsics(stating: "\"depth_scale\":\(stated)"))
  }
}

let badOpen3D: [BadRecording] = [
  BadRecording("numbers that never match", says: ["colour and depth"]) {
    for number in 8...11 { try $0.remove("depth/\(number).png") }
    try $0.write("depth/100.png", SmallRecording.depthPNG(code: 400))
  },
  BadRecording("a number twice", says: ["color", "increase"]) { try $0.write("color/08.jpg", SmallRecording.color()) },
  BadRecording("no depth images", says: ["depth", "none"]) {
    for number in 8...11 { try $0.remove("depth/\(number).png") }
  },
  BadRecording("no colour folder", .inputMissing, says: ["color"]) { try $0.remove("color") },
  scale("0", says: ["from 1 to 1000000", "found 0"]),
  scale("-1000", says: ["found -1000"]),
  scale("\"mm\"", says: ["from 1 to 1000000", "found something else"]),
  scale("1e7", says: ["found 10000000"]),
  scale("1e-7", says: ["found 1e-07"]),
  BadRecording("no depth folder", .inputMissing, says: ["depth"]) { try $0.remove("depth") },
  BadRecording("no intrinsics", says: ["camera_intrinsic.json", "--intrinsics"]) {
    try $0.remove("camera_intrinsic.json")
  },
  BadRecording("times that go backwards", says: ["color", "increase"]) {
    for (number, time) in [(1, 50000), (2, 40000)] {
      for (folder, data) in [("color", try SmallRecording.color()), ("depth", try SmallRecording.depthPNG(code: 400))] {
        let ending = folder == "color" ? "jpg" : "png"
        try $0.write("\(folder)/0000\(number)-0000000\(time).\(ending)", data)
      }
    }
    for number in 8...11 {
      try $0.remove("depth/\(number).png")
      try $0.remove("color/\(number).jpg")
    }
  },
]

let badZEISS: [BadRecording] = [
  BadRecording("no metadata", says: ["DepthMetadata.json", "--intrinsics"]) { try $0.remove("DepthMetadata.json") },
  BadRecording("truncated metadata", says: ["DepthMetadata.json"]) {
    try $0.write("DepthMetadata.json", $0.read("DepthMetadata.json").dropLast(3))
  },
  BadRecording("empty metadata", says: ["DepthMetadata.json", "empty list"]) {
    try $0.write("DepthMetadata.json", "[]")
  },
  BadRecording("a matrix that is none", says: ["DepthMetadata.json", "(a, b, c)"]) {
    try $0.write(
      "DepthMetadata.json",
      #"[{"Timestamp": 1000, "IntrinsicMatrix.0": "(1, x, 2)", "IntrinsicMatrix.1": "(0, 1, 2)"}]"#)
  },
  BadRecording("a principal point far from the middle", says: ["principal point"]) {
    try $0.write(
      "DepthMetadata.json",
      #"[{"Timestamp": 1000, "IntrinsicMatrix.0": "(15, 0, 2)", "IntrinsicMatrix.1": "(0, 15, 6)"}]"#)
  },
  BadRecording("a reference of zero", says: ["principal point"]) {
    try $0.write(
      "DepthMetadata.json",
      #"[{"Timestamp": 1, "IntrinsicMatrix.0": "(15, 0, 99)", "IntrinsicMatrix.1": "(0, 15, 6)", "IntrinsicMatrixReferenceDimensions": "(0, 0)"}]"#
    )
  },
  BadRecording("a time twice", says: ["rgb_<ms>.png", "increase"]) {
    try $0.write("rgb_01033.png", SmallRecording.color())
  },
  BadRecording("no depth", says: ["depth_<ms>.png"]) {
    for ms in [1000, 1033, 1066] { try $0.remove("depth_\(ms).png") }
  },
]
