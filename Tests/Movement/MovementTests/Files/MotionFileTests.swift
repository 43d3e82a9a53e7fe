import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Motion files of all kinds, read back; and those that are wrong or made to do harm.
@Suite struct MotionFileTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

  /// The same movement in every format: the same angles.
  @Test func everyFormatHasTheSameAngles() throws {
    defer { files.remove() }
    let course = Course.repeats(2, from: -4, to: { _ in 118 })
    let body = SimulatedBody(knee: course, side: .right)
    let camera = body.sequence(.camera) { [$0.x, -$0.y, -$0.z] }
    var sized = ReadingOptions()
    (sized.width, sized.height) = (1920, 1080)
    let read: [(String, MotionFile)] = [
      ("BODY_25", try .read(files.openPose(body.lateral), at30)),
      ("HALPE_26 in OpenPose's JSON", try .read(files.openPose(body.lateral, .halpe26), at30)),
      ("whole body in OpenPose's JSON", try .read(files.openPose(body.lateral, .wholeBody), at30)),
      ("COCO-17", try .read(files.coco(body.lateral), at30)),
      ("MediaPipe", try .read(files.mediaPipe(body.lateral, world: false), sized)),
      ("MediaPipe's world", try .read(files.mediaPipe(camera, world: true))),
      ("TRC", try .read(files.write(body.space.trc(name: "made")!, as: "made.trc"))),
    ]
    for (name, file) in read {
      let angles = try knee(file)
      #expect(angles.count == course.count, "\(name)")
      let worst = zip(angles, course).reduce(0) { max($0, abs($1.0 - $1.1)) }
      #expect(worst < 1e-6, "\(name): \(worst)")
      let times = try sequence(file).times
      #expect(zip(times, body.times).allSatisfy { abs($0 - $1) < 1e-9 }, "\(name)")
    }
  }

  @Test func confidencesAreReadByTheirScaleAndRefusedWhereItIsNotClear() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral
    let confidence = { (file: MotionFile) in try sequence(file).tracks[.rightKnee]!.confidences![0] }
    #expect(try confidence(.read(files.coco(body), at30)) == 0.9)
    let visible = try files.coco(body, extra: "\"num_keypoints\":17") { _ in 2 }
    #expect(try confidence(.read(visible, at30)) == 1)
    let hidden = try files.coco(body, extra: "\"num_keypoints\":17") { _ in 1 }
    #expect(try confidence(.read(hidden, at30)) == 0.5)
    let alphaPose = try files.coco(body, extra: "\"score\":3.1,\"box\":[0,0,1,1]") { _ in 4.5 }
    #expect(try confidence(.read(alphaPose, at30)) == 0.75)
    // Without AlphaPose's own marks they may be any network's raw output.
    let network = try files.coco(body) { _ in 4.5 }
    #expect(throws: MotionError.ambiguousConfidence(path: network, smallest: 4.5, largest: 4.5)) {
      try MotionFile.read(network, at30)
    }
    #expect(try sequence(.read(alphaPose, at30)).confidence == .alphaPose)
    // Ones alone: a sure score, or a hidden point.
    let ones = try files.coco(body, extra: "\"category_name\":\"person\"") { _ in 1 }
    #expect(throws: MotionError.ambiguousConfidence(path: ones, smallest: 1, largest: 1)) {
      try MotionFile.read(ones, at30)
    }
    let raw = try files.coco(body) { _ in 1.3 }
    #expect(throws: MotionError.ambiguousConfidence(path: raw, smallest: 1.3, largest: 1.3)) {
      try MotionFile.read(raw, at30)
    }
    var told = at30
    told.confidence = .score
    #expect(try confidence(.read(raw, told)) == 1)
    var sized = ReadingOptions()
    (sized.width, sized.height) = (1920, 1080)
    let logits = try files.mediaPipe(body, world: false) { log($0 / (1 - $0)) }
    #expect(throws: MotionError.self) { try MotionFile.read(logits, sized) }
    sized.confidence = .logit
    #expect(abs(try confidence(.read(logits, sized)) - 0.9) < 1e-12)
  }

  @Test func sharesOfAPictureNeedItsSize() throws {
    defer { files.remove() }
    let path = try files.mediaPipe(SimulatedBody(knee: [0, 1]).lateral, world: false)
    #expect(throws: MotionError.noPictureSize(path: path)) { try MotionFile.read(path) }
    var normalised = SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral
    for point in normalised.tracks.keys {
      normalised.tracks[point]!.positions = normalised.tracks[point]!.positions.map { [$0.x / 1920, $0.y / 1080, 0] }
    }
    let place = try files.openPose(normalised)
    #expect(throws: MotionError.noPictureSize(path: place)) { try MotionFile.read(place, at30) }
  }

  /// An option that a file does not need would be believed to have had an effect.
  @Test func optionsWithoutEffectAreRefused() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: Array(repeating: 20, count: 12))
    let trc = try files.write(body.space.trc(name: "made")!, as: "made.trc")
    #expect(throws: MotionError.unusedOption("--rate", .trc)) { try MotionFile.read(trc, at30) }
    var options = ReadingOptions()
    options.person = 5
    #expect(throws: MotionError.unusedOption("--person", .trc)) { try MotionFile.read(trc, options) }
    for side in [\ReadingOptions.width, \.height] {
      var sized = ReadingOptions()
      sized[keyPath: side] = 480
      #expect(throws: MotionError.unusedOption("--image-size", .trc)) { try MotionFile.read(trc, sized) }
    }
    options = at30
    options.usesWorld = true
    let coco = try files.coco(body.lateral)
    #expect(throws: MotionError.unusedOption("--points", .coco)) { try MotionFile.read(coco, options) }
    (options.width, options.height) = (1920, 1080)
    let timed = try files.mediaPipe(body.lateral, world: false)
    #expect(throws: MotionError.noSuchPoints(path: timed, points: "world")) { try MotionFile.read(timed, options) }
    options.usesWorld = nil
    #expect(throws: MotionError.unusedOption("--rate", .mediaPipe)) { try MotionFile.read(timed, options) }
    options.rate = nil
    #expect(throws: Never.self) { try MotionFile.read(timed, options) }
    let sized = try String(contentsOfFile: timed, encoding: .utf8)
      .replacingOccurrences(of: "{\"frames\"", with: "{\"width\":640,\"height\":480,\"frames\"")
    #expect(throws: MotionError.contradiction("--image-size", found: .text("640x480"))) {
      try MotionFile.read(files.write(sized, as: "sized.json"), options)
    }
    // A side that is not whole is shown as it is.
    for (size, shown) in [("640,\"height\":480.5", "640x480.5"), ("640.25,\"height\":480", "640.25x480")] {
      let other = sized.replacingOccurrences(of: "640,\"height\":480", with: size)
      #expect(throws: MotionError.contradiction("--image-size", found: .text(shown))) {
        try MotionFile.read(files.write(other, as: "sized.json"), options)
      }
    }
    let table = AngleTable(
      name: "", isInDegrees: true, times: [0, 1], columns: [.init(name: "knee_angle_r", values: [1, 2])])
    let turned = try MotionTask(.knee, .right, direction: .clockwise)
    #expect(throws: MotionError.unusedOption("--direction", .mot)) {
      try MotionMeasurement(turned).measure(.angles(table), path: "made.mot")
    }
    let signed = MotionMeasurement(try MotionTask(.knee, .right, view: .lateral), isFlexionNegative: true)
    #expect(throws: MotionError.unusedOption("--flexion", .coco)) { try signed.measure(body.lateral) }
  }

  @Test func aByteOrderMarkIsPassedOver() throws {
    defer { files.remove() }
    let text = SimulatedBody(knee: [1, 2, 3]).space.trc(name: "made")!
    #expect(try MotionFile.read(files.write("\u{FEFF}" + text, as: "a.trc")) == .read(files.write(text, as: "b.trc")))
  }

  /// Sizes that are no numbers of pixels, in files and as an option.
  @Test func sizesThatNoPictureHasAreRefused() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: Array(repeating: 20, count: 4)).lateral
    let rate = ReadingOptions.at(30)
    let people = try String(contentsOfFile: files.coco(body), encoding: .utf8)
    let frames = try String(contentsOfFile: files.mediaPipe(body, world: false), encoding: .utf8)
    for (width, isGood) in [("1920", true), ("1e300", false), ("9223372036854775807", false), ("0", false)] {
      let size = "\"width\":\(width),\"height\":1080"
      let coco = "{\"images\":[{\"id\":0,\"file_name\":\"0.jpg\",\(size)}],\"annotations\":\(people)}"
      #expect(isMalformed(try fails(coco, as: "coco.json", rate)) == !isGood, "\(width)")
      let mediaPipe = frames.replacing("{\"frames\"", with: "{\(size),\"frames\"")
      #expect(isMalformed(try fails(mediaPipe, as: "mp.json")) == !isGood, "\(width)")
    }
    var sized = rate
    (sized.width, sized.height) = (Double(Int.max), 480)
    #expect(isMalformed(try fails(people, as: "coco.json", sized)))
    sized.rate = nil
    #expect(isMalformed(try fails(frames, as: "mp.json", sized)))
  }

  @Test func jsonThatIsNoneOfTheKnownIsRefused() throws {
    defer { files.remove() }
    let rate = ReadingOptions.at(30)
    let path = { (name: String) in files.folder.path + "/" + name }
    #expect(try fails("", as: "empty.json") == .unrecognised(path: path("empty.json")))
    #expect(try fails("{}", as: "a.json") == .unrecognised(path: path("a.json")))
    for text in [
      "[{\"keypoints\":[1,2,3],\"image_id\":1}]", "[{\"keypoints\":\"x\",\"image_id\":1}]", "{\"keypoints\":[]}",
      "[{\"keypoints\":[" + Array(repeating: "1", count: 51).joined(separator: ",") + "]}]",
      "[{\"keypoints\":[" + Array(repeating: "1e8", count: 51).joined(separator: ",") + "],\"image_id\":1}]",
      "[{\"keypoints\":" + String(repeating: "[", count: 5000),
      "{\"frames\":[{\"landmarks\":[{\"x\":1}]}]}", "{\"frames\":[]} \"landmarks\"",
      "{\"frames\":[{\"landmarks\":null}]}",
      "[{\"landmarks\":[],\"timestamp_ms\":\"x\"}]",
    ] {
      #expect(isMalformed(try fails(text, as: "bad.json", rate)), "\(text.prefix(60))")
    }
  }

  /// Python writes NaN, which is no JSON: such a point is missing.
  @Test func notANumberIsAMissingPoint() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral
    let path = try files.coco(body)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let knee = body.tracks[.rightKnee]!.positions[0].x
    let broken = try files.write(
      text.replacingOccurrences(of: "[\(knee),", with: "[NaN,")
        .replacingOccurrences(of: ",\(knee),", with: ",-Infinity,"), as: "nan.json")
    let rate = ReadingOptions.at(30)
    guard case .landmarks(let read, _) = try MotionFile.read(broken, rate) else {
      Issue.record("no landmarks")
      return
    }
    #expect(read.tracks[.rightKnee]!.positions.allSatisfy { !$0.isFinite })
    #expect(read.tracks[.rightAnkle]!.positions.allSatisfy { $0.isFinite })
    let kept = PosesJSON.withoutNaN(Array("{\"NaN\":\"a\\\"NaN\",\"b\":NaN,\"c\":-Infinity}".utf8))
    #expect(String(decoding: kept, as: UTF8.self) == "{\"NaN\":\"a\\\"NaN\",\"b\":null,\"c\":null}")
    #expect(Array("NNaN".utf8).contains("NaN") && !Array("NNa".utf8).contains("NaN"))
  }

  @Test func whatIsNoFileIsSaid() throws {
    defer { files.remove() }
    #expect(throws: MotionError.unreadable(path: "/nowhere", found: .phrase("none"))) {
      try MotionFile.read("/nowhere")
    }
    #expect(throws: MotionError.unrecognised(path: files.folder.path)) { try MotionFile.read(files.folder.path) }
    #expect(throws: MotionError.self) { try MotionFile.read("/dev/zero") }
  }

  /// A file may have 256 MB, that of a single frame 4 MB.
  @Test func filesThatAreTooLongAreNotRead() throws {
    defer { files.remove() }
    let path = try files.write("", as: "long.trc")
    truncate(path, off_t(256 << 20) + 1)
    let place = try files.openPose(SimulatedBody(knee: [1, 2]).lateral)
    let frame = place + "/video_000000000001_keypoints.json"
    truncate(frame, off_t(4 << 20) + 1)
    for (read, found) in [(path, path), (place, frame)] {
      let error = #expect(throws: MotionError.self) { try MotionFile.read(read, at30) }
      guard case .unreadable(found, _)? = error else {
        Issue.record("\(error as Any)")
        continue
      }
    }
  }

  /// The end of a table's header is looked for in its first 65,536 bytes.
  @Test(arguments: [(60_000, true), (70_000, false)]) func aHeaderMayHave64Kilobytes(_ remark: Int, _ isRead: Bool) {
    let text =
      "x\n" + String(repeating: "r", count: remark) + "\ninDegrees=yes\nendheader\ntime\tknee_angle_r\n0\t1\n"
    #expect(((try? MotionFile.read(bytes: Array(text.utf8), path: "made")) != nil) == isRead)
  }

  @Test func filesAndFoldersWithLandmarksAreThere() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: [1, 2])
    #expect(MotionFile.isThere(at: try files.write(body.space.trc(name: "made")!, as: "made.trc")))
    #expect(MotionFile.isThere(at: try files.openPose(body.lateral)))
    #expect(!MotionFile.isThere(at: try files.write("hello", as: "text.txt")))
    #expect(!MotionFile.isThere(at: "/nowhere"))
  }

  /// A file of each kind, the last one a frame of OpenPose's.
  private static let kinds = Result {
    let files = try MotionFiles()
    defer { files.remove() }
    let body = SimulatedBody(knee: Array(repeating: 20, count: 4))
    let (lateral, space) = (body.lateral, body.space)
    return [
      space.trc(name: "made")!, try String(contentsOfFile: files.coco(lateral), encoding: .utf8),
      try String(contentsOfFile: files.mediaPipe(space, world: true), encoding: .utf8),
      AngleTable(
        name: "x", isInDegrees: true, times: body.times, columns: [.init(name: "knee_angle_r", values: body.knee)]
      ).mot,
      try String(contentsOfFile: files.openPose(lateral) + "/video_000000000000_keypoints.json", encoding: .utf8),
    ].map { Array($0.utf8) }
  }

  /// Bytes of a whole file, changed at random: read or refused, never a crash.
  @Test(arguments: 1...40) func changedBytesDoNoHarm(seed: Int) throws {
    defer { files.remove() }
    var random = SeededGenerator(seed: UInt64(seed))
    let rate = ReadingOptions.at(30)
    let signs = Array("0123456789-.eE,[]{}\"\t\n nN".utf8)
    let folder = files.folder.appending(path: "frames")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for whole in try Self.kinds.get() {
      var bytes = whole
      for _ in 0..<(1 + Int(random.uniform() * 8)) {
        let place = Int(random.uniform() * Double(bytes.count))
        bytes[place] = signs[Int(random.uniform() * Double(signs.count))]
      }
      for options in [rate, ReadingOptions()] {
        _ = try? MotionFile.read(bytes: bytes, path: "changed", options)
      }
      // The same bytes as a frame of OpenPose's.
      try Data(bytes).write(to: folder.appending(path: "f_0_keypoints.json"))
      _ = try? MotionFile.read(folder.path, rate)
    }
  }

  /// What is not read is named, with a way to convert it.
  @Test(arguments: [
    ("scorer,DLC,DLC\nbodyparts,a,a\ncoords,x,y\n0,1,2\n", "DeepLabCut"), ("HIERARCHY\nROOT Hips\n", "BVH"),
    ("track,frame_idx,instance.score\n", "SLEAP"),
  ])
  func otherProgramsAreNamed(_ text: String, _ program: String) throws {
    defer { files.remove() }
    let path = try files.write(text, as: "other.file")
    let error = #expect(throws: MotionError.self) { try knee(path, at15) }
    #expect(error == .otherProgram(path: path, program: program))
    #expect(error?.remedy?.contains("Docs/formats/motion.md") == true)
  }

  /// Who gives a video, or a folder of pictures, is told that a pose model has to look at it first.
  @Test(arguments: [
    [0, 0, 0, 0x20] + Array("ftypisom".utf8), [0x1A, 0x45, 0xDF, 0xA3, 1], Array("RIFF1234AVI LIST".utf8),
    [0xFF, 0xD8, 0xFF, 0xE0], [0x89] + Array("PNG\r\n".utf8),
  ])
  func picturesAskForAPoseModel(_ start: [UInt8]) throws {
    #expect(throws: MotionError.pictures(path: "knee")) { try MotionFile.read(bytes: start, path: "knee") }
    #expect(throws: MotionError.unrecognised(path: "knee")) {
      try MotionFile.read(bytes: Array(start.dropFirst()) + [0], path: "knee")
    }
  }

  @Test func aFolderOfPicturesAsksForAPoseModel() throws {
    defer { files.remove() }
    let folder = URL(fileURLWithPath: try files.write("", as: "0001.JPG")).deletingLastPathComponent().path
    let error = #expect(throws: MotionError.self) { try MotionFile.read(folder) }
    #expect(error == .pictures(path: folder) && error?.remedy?.contains("--pose-model") == true)
  }
}
