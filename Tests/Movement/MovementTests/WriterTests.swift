import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Files as people's scripts and less common programs write them.
@Suite struct WriterTests {
  private let files: MotionFiles
  private let course = Course.repeats(3, to: { _ in 110 }, rate: 15)
  private var body: SimulatedBody { SimulatedBody(knee: course, rate: 15) }
  private var at15: ReadingOptions {
    var options = ReadingOptions()
    options.rate = 15
    return options
  }

  init() throws { files = try MotionFiles() }

  private func knee(_ path: String, _ options: ReadingOptions = .init()) throws -> MeasuredMotion {
    let task = try MotionTask(.knee, .right, view: .lateral, direction: nil)
    return try MotionMeasurement(task).measure(.read(path, options), path: path)
  }

  private func expectWhole(
    _ measured: MeasuredMotion, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(measured.angles[0].degrees.count == course.count, "\(name)", sourceLocation: sourceLocation)
    let worst = zip(measured.angles[0].degrees, course).reduce(0) { max($0, abs($1.0 - $1.1)) }
    #expect(worst < 1e-3, "\(name): \(worst)", sourceLocation: sourceLocation)
    #expect(measured.result.status == .complete, "\(name): \(worst)", sourceLocation: sourceLocation)
  }

  /// The points of COCO in a frame, x and y in pixels.
  private func points(_ sequence: LandmarkSequence, _ i: Int, _ skeleton: Skeleton = .coco17) -> [[Double]] {
    var points = [[Double]](repeating: [500, 500], count: skeleton.count)
    for (point, place) in skeleton.places {
      let position = sequence.tracks[point]!.positions[i]
      points[place] = [position.x, position.y]
    }
    return points
  }

  private func list(_ numbers: [Double]) -> String { "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]" }

  // MARK: MediaPipe

  /// A frame of MediaPipe's landmarks, in shares of a picture or in its pixels.
  private func landmarks(_ i: Int, inPixels: Bool = false) -> String {
    let size: Vector3 = inPixels ? [1, 1, 1] : [1920, 1080, 1]
    var points = [Vector3](repeating: Vector3(500, 500, 0) / size, count: 33)
    for (point, place) in Skeleton.mediaPipe.places { points[place] = body.lateral.tracks[point]!.positions[i] / size }
    let texts = points.map { "{\"x\":\($0.x),\"y\":\($0.y),\"z\":0,\"visibility\":0.9}" }
    return "[" + texts.joined(separator: ",") + "]"
  }

  private var sized: ReadingOptions {
    var options = ReadingOptions()
    (options.width, options.height) = (1920, 1080)
    return options
  }

  @Test func everyWayOfWritingMediaPipeIsRead() throws {
    defer { files.remove() }
    let time = { (i: Int) in "\"timestamp_ms\":\(1000 * Double(i) / 15)" }
    let lateral = body.lateral
    let message = lateral.times.indices.map { "{\(time($0)),\"pose_landmarks\":{\"landmark\":\(landmarks($0))}}" }
    let several = lateral.times.indices.map { "{\(time($0)),\"pose_landmarks\":[{\"landmark\":\(landmarks($0))}]}" }
    let pixels = lateral.times.indices.map { "{\(time($0)),\"landmarks\":\(landmarks($0, inPixels: true))}" }
    let plain = lateral.times.indices.map { "{\(time($0)),\"landmarks\":\(landmarks($0))}" }
    for (name, text, options) in [
      ("message", "[" + message.joined(separator: ",") + "]", sized),
      ("messages", "[" + several.joined(separator: ",") + "]", sized),
      ("pixels", "[" + pixels.joined(separator: ",") + "]", ReadingOptions()),
      ("pixels of a known size", "[" + pixels.joined(separator: ",") + "]", sized),
      ("lines", plain.joined(separator: "\n") + "\n", sized),
    ] {
      expectWhole(try knee(files.write(text, as: "\(name).json"), options), name)
    }
    let cut = plain.joined(separator: "\n").dropLast(40)
    #expect(throws: MotionError.self) { try knee(files.write(String(cut), as: "cut.json"), sized) }
  }

  /// Frames without a person were left out; their numbers tell, as times do.
  @Test(arguments: [
    "\"frame\":%d", "\"frame_index\":%d", "\"frameNumber\":%d", "\"Frame\":%d", "\"frame_num\":%d", "\"frame_no\":%d",
    "\"index\":%d", "\"image_id\":%d", "\"id\":%d", "\"t\":%d", "\"frame\":\"000%d\"", "\"frame\":\"frame_%d.png\"",
  ]) func frameNumbersOfMediaPipeAreCounted(_ form: String) throws {
    defer { files.remove() }
    let there = course.indices.filter { ($0 / 20) % 3 == 0 }
    let frames = there.map { "{\(form.replacingOccurrences(of: "%d", with: "\($0)")),\"landmarks\":\(landmarks($0))}" }
    let path = try files.write("{\"frames\":[" + frames.joined(separator: ",") + "]}", as: "numbers.json")
    var options = sized
    options.rate = 15
    let measured = try knee(path, options)
    #expect(measured.result.gates.all == there.last! + 1)
    #expect(measured.result.gates.valid == there.count)
    #expect(measured.result.status == .incomplete)
    #expect(measured.result.values.maximum == nil)
    #expect(measured.result.findings.contains { $0.code == .motionFewValidFrames })
    #expect(throws: MotionError.noRate(path: path)) { try knee(path, sized) }
    let back = try files.write("{\"frames\":[" + frames.reversed().joined(separator: ",") + "]}", as: "back.json")
    #expect(throws: MotionError.self) { try knee(back, options) }
  }

  /// Times are read under each name, and their unit is told where the name does not state it.
  @Test(arguments: [
    ("time", 1.0), ("t", 1), ("timestamp", 1), ("Timestamp", 1000), ("time_ms", 1000), ("time_s", 1),
    ("timestampUs", 1e6),
    ("timestamp", 1e6), ("timestamp_ns", 1e9),
  ]) func timesOfMediaPipeAreRead(_ key: String, _ scale: Double) throws {
    defer { files.remove() }
    let there = course.indices.filter { ($0 / 20) % 3 == 0 }
    for quote in ["", "\""] {
      let frames = there.map {
        "{\"\(key)\":\(quote)\(Double($0) / 15 * scale)\(quote),\"landmarks\":\(landmarks($0))}"
      }
      let path = try files.write("[" + frames.joined(separator: ",") + "]", as: "times.json")
      let measured = try knee(path, sized)
      #expect(measured.result.gates.all == there.last! + 1)
      #expect(measured.result.gates.valid == there.count)
      #expect(abs(measured.times.last! - measured.times[0] - Double(there.last!) / 15) < 1e-6)
      var options = sized
      options.rate = 15
      #expect(throws: MotionError.unusedOption("--rate", .mediaPipe)) { try knee(path, options) }
    }
    let broken = try files.write("[{\"\(key)\":\"soon\",\"landmarks\":\(landmarks(0))}]", as: "broken.json")
    #expect(throws: MotionError.self) { try knee(broken, sized) }
  }

  /// An object by the numbers of frames is not read, and how they should stand is said.
  @Test func framesUnderTheirNumbersAreNamed() throws {
    defer { files.remove() }
    let path = try files.write("{\"12\":\(landmarks(0)),\"13\":\(landmarks(1))}", as: "numbers.json")
    let error = #expect(throws: MotionError.self) { try knee(path, sized) }
    guard case .malformed(_, _, let expected, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(expected == .phrase("motion_mediapipe"))
  }

  /// OpenCV gives the last frames of a video the time 0 (issues 20550, 22141).
  @Test func rowsThatHaveLostTheirTimesAreLeftOut() throws {
    defer { files.remove() }
    let lateral = body.lateral
    let time = { (i: Int) in i < course.count - 3 && i != 40 ? 1000 * Double(i) / 15 : 0 }
    let frames = lateral.times.indices.map { "{\"timestamp_ms\":\(time($0)),\"landmarks\":\(landmarks($0))}" }
    let path = try files.write("[" + frames.joined(separator: ",") + "]", as: "zeros.json")
    let measured = try knee(path, sized)
    #expect(abs(try #require(measured.result.values.maximum).degrees - 110) < 0.5)
    #expect(measured.result.source.frames == course.count - 4)
    #expect(measured.result.gates.rejected["absent"] == 1)
    #expect(measured.result.gates.rejected["untimed"] == 3)
    #expect(measured.result.gates.all == course.count)
    let many = lateral.times.indices.map {
      "{\"timestamp_ms\":\($0 % 5 == 4 ? 0 : time($0)),\"landmarks\":\(landmarks($0))}"
    }
    let other = try files.write("[" + many.joined(separator: ",") + "]", as: "many.json")
    #expect(throws: MotionError.self) { try knee(other, sized) }
    // Tables, too.
    let rows = course.enumerated().map { "\(time($0) / 1000)\t\($1)" }.joined(separator: "\n")
    let mot = "x\nversion=1\nnRows=\(course.count)\nnColumns=2\ninDegrees=yes\nendheader\ntime\tknee_angle_r\n"
    let table = try knee(files.write(mot + rows, as: "zeros.mot"))
    #expect(table.result.source.frames == course.count - 4)
    #expect(table.result.gates.rejected["untimed"] == 3)
    var lines = body.space.trc(name: "made")!.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    let first = try #require(lines.firstIndex { $0.hasPrefix("1\t") })
    var fields = lines[first + 40].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    fields[1] = "0"
    lines[first + 40] = fields.joined(separator: "\t")
    let trc = try knee(files.write(lines.joined(separator: "\n"), as: "zeros.trc"))
    #expect(trc.result.source.frames == course.count - 1)
    #expect(trc.result.status == .complete)
  }

  // MARK: Tables

  @Test func tablesOfSpreadsheetsAndOfOpenSim4AreRead() throws {
    defer { files.remove() }
    let rows = { (scale: Double) in
      course.enumerated().map { "\(Double($0) / 15)\t\($1 * scale)\t0" }.joined(separator: "\n")
    }
    let spreadsheet =
      "Coordinates\t\t\nversion=1\t\nnRows=\(course.count)\t\nnColumns=3\t\ninDegrees=yes\t\t\n\t\nendheader\t\n"
      + "time\tknee_angle_r\thip_flexion_r\n" + rows(1)
    expectWhole(try knee(files.write(spreadsheet, as: "spreadsheet.mot")), "spreadsheet")
    let states =
      "inDegrees=no\nDataType=double\nversion=3\nOpenSimVersion=4.4\nendheader\n"
      + "time\t/jointset/knee_r/knee_angle_r/value\t/jointset/knee_r/knee_angle_r/speed\n" + rows(.pi / 180)
    expectWhole(try knee(files.write(states, as: "states.sto")), "states")
    let speeds = states.replacingOccurrences(of: "knee_angle_r/value", with: "knee_angle_r/other")
    #expect(throws: MotionError.self) { try knee(files.write(speeds, as: "speeds.sto")) }
  }

  /// Spellings of spreadsheets and of scripts.
  @Test func headersAndNumbersOfTablesAreReadInEachSpelling() throws {
    defer { files.remove() }
    let rows = course.enumerated().map { "\(Double($0) / 15)\t\($1)" }.joined(separator: "\n")
    let head =
      "Coordinates\nversion=1\nnRows=\(course.count)\nnColumns=2\ninDegrees=yes\nendheader\ntime\tknee_angle_r\n"
    let plain = head + rows
    for (name, text) in [
      ("true", plain.replacing("=yes", with: "=true")), ("1", plain.replacing("=yes", with: "=1")),
      ("upper", plain.replacing("endheader", with: "ENDHEADER")),
      ("quoted", plain.replacing("inDegrees=yes", with: "\"inDegrees=yes\"").replacing("time", with: "\"time\"")),
      ("comma", head.replacing("\n", with: ",\n").replacing("\t", with: ",") + rows.replacing("\t", with: ",")),
      ("decimal comma", head + rows.replacing(".", with: ",")),
      ("semicolon", (head + rows.replacing(".", with: ",")).replacing("\t", with: ";")),
    ] {
      expectWhole(try knee(files.write(text, as: "\(name).mot")), name)
    }
    for text in [plain.replacing("inDegrees=yes\n", with: ""), plain.replacing("=yes", with: "=perhaps")] {
      let error = #expect(throws: MotionError.self) { try knee(files.write(text, as: "none.mot")) }
      guard case .malformed(_, _, let expected, _) = error else { return }
      #expect(expected == .phrase("motion_in_degrees"))
    }
    #expect(throws: MotionError.self) { try knee(files.write(plain.replacing(".", with: ",,"), as: "broken.mot")) }
    let trc = body.space.trc(name: "made")!
    let renamed = { (name: (String, String) -> String) in
      [("R", "right"), ("L", "left")].reduce(trc) { text, side in
        ["Hip", "Knee", "Ankle"].reduce(text) { $0.replacing(side.0 + $1, with: name(side.0, $1)) }
      }
    }
    for (name, text) in [
      ("metres", trc.replacing("\tm\t", with: "\tmeters\t")), ("prefix", renamed { "Child:" + $0 + $1 }),
      ("small", renamed { $0.lowercased() + "_" + $1.lowercased() }), ("centres", renamed { $0 + $1.prefix(1) + "JC" }),
      ("two", renamed { "Child:" + $0 + $1 }.replacing("LBigToe", with: "Mother:RKnee")),
    ] {
      expectWhole(try knee(files.write(text, as: "\(name).trc")), name)
    }
  }

  /// A lost point is 0, 0, 0 (`fill_large_gaps_with = zeros`), flat or not, whatever depth the others have.
  @Test func zerosOfTRCAreMissing() throws {
    defer { files.remove() }
    let lost = course.indices.filter { course[$0] > 60 }
    let flat = body.sequence(.laboratory) { [$0.x + 1, $0.y + 0.1, 0] }
    var usual = flat
    for (index, point) in BodyPoint.allCases.enumerated() {
      for i in usual.times.indices { usual.tracks[point]!.positions[i].z = 0.0131 * Double(index % 7 + 1) }
    }
    for (name, sequence) in [("flat", flat), ("usual depths", usual), ("space", body.space)] {
      var sequence = sequence
      for i in lost { sequence.tracks[.rightAnkle]!.positions[i] = .zero }
      let measured = try knee(files.write(sequence.trc(name: "made")!, as: "zeros.trc"))
      #expect(measured.reasons.enumerated().allSatisfy { ($1 != nil) == lost.contains($0) }, "\(name)")
      #expect(measured.result.values.maximum == nil)
      #expect(measured.result.source.dimensions == (name == "space" ? 3 : 2))
    }
  }

  // MARK: COCO and OpenPose

  /// A camera's number, a picture's size or a hash may stand behind the frame's number in a name.
  @Test(arguments: [
    "frame_00%d_cam2.png", "frame_%d_1280x720.png", "%d.png.rf.9b1c04e77a.jpg", "cam2_%d.png", "x.png",
  ])
  func namesOfPicturesTellFramesApart(_ form: String) throws {
    defer { files.remove() }
    let lateral = body.lateral
    let name = { (i: Int) in form.replacingOccurrences(of: "%d", with: "\(i)") }
    let keypoints = { (i: Int) in list(points(lateral, i).flatMap { $0 + [2] }) }
    let images = course.indices.map { "{\"id\":\($0),\"file_name\":\"\(name($0))\"}" }
    let people = course.indices.map {
      "{\"id\":\($0),\"image_id\":\($0),\"num_keypoints\":17,\"keypoints\":\(keypoints($0))}"
    }
    let text = "{\"images\":[\(images.joined(separator: ","))],\"annotations\":[\(people.joined(separator: ","))]}"
    expectWhole(try knee(files.write(text, as: "annotations.json"), at15), form)
    guard form != "x.png" else { return }
    let results = course.indices.map {
      "{\"image_id\":\"\(name($0))\",\"score\":0.9,\"keypoints\":\(list(points(lateral, $0).flatMap { $0 + [0.9] }))}"
    }
    expectWhole(try knee(files.write("[\(results.joined(separator: ","))]", as: "results.json"), at15), form)
    // Where every third picture is missing, the names say so; without names, the ids.
    let some = course.indices.filter { $0 % 3 != 2 }
    let fewer = some.map { results[$0] }
    let measured = try knee(files.write("[\(fewer.joined(separator: ","))]", as: "fewer.json"), at15)
    #expect(measured.result.gates.rejected["absent"] == some.last! + 1 - some.count)
  }

  /// A folder of OpenPose's files whose names have another part in the place of one.
  private func openPose(_ part: String, renamed other: String) throws -> String {
    let place = try files.openPose(body.lateral)
    for name in try FileManager.default.contentsOfDirectory(atPath: place) {
      let new = name.replacingOccurrences(of: part, with: other)
      try FileManager.default.moveItem(atPath: place + "/" + name, toPath: place + "/" + new)
    }
    return place
  }

  @Test func namesOfOpenPoseFilesTellFramesApart() throws {
    defer { files.remove() }
    let place = try openPose("_keypoints", renamed: "_cam2_keypoints")
    expectWhole(try knee(place, at15), "cam2")
  }

  /// The names of files may be a child's: what is written calls frames by their numbers.
  @Test func namesOfFilesAreWrittenNowhere() throws {
    defer { files.remove() }
    let place = try openPose("video_", renamed: "Jane_Doe_")
    let people = course.indices.map {
      "{\"image_id\":\"Jane_Doe_\($0).jpg\",\"score\":3,\"keypoints\":\(list(points(body.lateral, $0).flatMap { $0 + [0.9] }))}"
    }
    for path in [place, try files.write("[\(people.joined(separator: ","))]", as: "named.json")] {
      let measured = try knee(path, at15)
      expectWhole(measured, path)
      #expect(measured.frames == course.indices.map { "\($0)" })
      for (name, content) in try measured.files(MotionFile.read(path, at15).landmarks) {
        #expect(!String(decoding: content, as: UTF8.self).contains("Jane"), "\(name)")
      }
    }
  }

  @Test(arguments: [
    (["v_08_keypoints.json", "v_12_keypoints.json"], ["8", "12"]),
    (["frame_12_cam2.png", "frame_13_cam2.png"], ["12", "13"]),
    (["100.5.png", "rgb/101.25.png"], ["100.5", "101.25"]),
    (["7", "008"], ["7", "008"]), (["a_9.png", "b_900.png"], ["9", "900"]), (["left.png", "right.png"], ["0", "1"]),
    (["a_1.png", "b_1.png"], ["0", "1"]), ([], []),
  ])
  func framesAreCalledByWhatTellsThemApart(_ names: [String], _ labels: [String]) {
    #expect(FrameNumbers.labels(of: names) == labels)
  }

  /// `--keypoint_scale` 3 and 4, the key of versions before 1.2, and points in space alone.
  @Test func scalesAndKeysOfOpenPoseAreRead() throws {
    defer { files.remove() }
    let (lateral, space) = (body.lateral, body.space)
    var sized = at15
    (sized.width, sized.height) = (1920, 1080)
    let write = { (name: String, person: (Int) -> String) throws -> String in
      let place = files.folder.appending(path: name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for i in course.indices {
        try Data("{\"people\":[\(person(i))]}".utf8).write(to: place.appending(path: "c_\(i)_keypoints.json"))
      }
      return place.path
    }
    let triples = { (i: Int, change: ([Double]) -> [Double]) in
      list(points(lateral, i, .body25).flatMap { change($0) + [0.9] })
    }
    for (name, change) in [
      ("shares", { [$0[0] / 1920, $0[1] / 1080] }),
      ("about the middle", { [2 * $0[0] / 1920 - 1, 2 * $0[1] / 1080 - 1] }),
    ] as [(String, ([Double]) -> [Double])] {
      let place = try write(name) { "{\"pose_keypoints_2d\":\(triples($0, change))}" }
      expectWhole(try knee(place, sized), name)
      #expect(throws: MotionError.noPictureSize(path: place)) { try knee(place, at15) }
    }
    expectWhole(try knee(try write("former") { "{\"pose_keypoints\":\(triples($0, { $0 }))}" }, at15), "former")
    for scale in [1.0, 1000] {
      let place = try write("space \(scale)") { i in
        var numbers = [Double](repeating: 0, count: 100)
        for (point, at) in Skeleton.body25.places {
          let position = space.tracks[point]!.positions[i] * scale
          numbers.replaceSubrange((4 * at)..<(4 * at + 4), with: [position.x, position.y, position.z, 0.9])
        }
        return "{\"pose_keypoints_2d\":[],\"pose_keypoints_3d\":\(list(numbers))}"
      }
      let measured = try knee(place, at15)
      expectWhole(measured, "space")
      #expect(measured.result.source.dimensions == 3)
      guard case .landmarks(let read, _) = try MotionFile.read(place, at15) else { return }
      #expect((read.tracks[.leftAnkle]!.positions[9] - space.tracks[.leftAnkle]!.positions[9]).length < 1e-9)
    }
    let mixed = try write("mixed") { i in
      i == 5
        ? "{\"pose_keypoints_3d\":\(list(Array(repeating: 1, count: 100)))}"
        : "{\"pose_keypoints_2d\":\(triples(i, { $0 }))}"
    }
    #expect(throws: MotionError.self) { try knee(mixed, at15) }
  }

  // MARK: Other programs

  @Test func peopleInFramesOfOtherProgramsAreRead() throws {
    defer { files.remove() }
    let lateral = body.lateral
    let joined = { (texts: [String]) in "[" + texts.joined(separator: ",") + "]" }
    let pairs = { (i: Int) -> String in joined(points(lateral, i).map { list($0) }) }
    let flat = { (i: Int, skeleton: Skeleton) -> String in list(points(lateral, i, skeleton).flatMap { $0 + [0.9] }) }
    let named = { (i: Int, isNested: Bool) -> String in
      joined(
        points(lateral, i).map { point -> String in
          let place = "\"x\":\(point[0]),\"y\":\(point[1])"
          return "{\"score\":0.9,\"name\":\"n\"," + (isNested ? "\"position\":{\(place)}}" : place + "}")
        })
    }
    let scores = list(Array(repeating: 0.9, count: 17))
    let mmpose = course.indices.map { i -> String in
      let person = "{\"keypoints\":\(pairs(i)),\"keypoint_scores\":\(scores),\"bbox\":[[0,0,1,1]]}"
      return "{\"frame_id\":\(i + 1),\"instances\":[\(person)]}"
    }
    let pifpaf = course.indices.map { i -> String in
      "{\"frame\":\(i),\"predictions\":[{\"keypoints\":\(flat(i, .coco17)),\"score\":0.9}]}"
    }
    let whole = course.indices.map { i -> String in
      "{\"image_id\":\"\(i).jpg\",\"score\":3,\"box\":[0,0,1,1],\"keypoints\":\(flat(i, .halpe136))}"
    }
    let poseNet = course.indices.map { i -> String in "{\"score\":0.9,\"keypoints\":\(named(i, true))}" }
    let moveNet = course.indices.map { i -> String in "[{\"keypoints\":\(named(i, false))}]" }
    let texts: [(String, String)] = [
      ("MMPose", "{\"meta_info\":{},\"instance_info\":\(joined(mmpose))}"),
      ("openpifpaf", pifpaf.joined(separator: "\n")),
      ("PoseNet", joined(poseNet)), ("MoveNet", joined(moveNet)), ("HALPE_136", joined(whole)),
    ]
    for (name, text) in texts {
      let path = try files.write(text, as: "\(name).json")
      expectWhole(try knee(path, at15), name)
      #expect(throws: MotionError.noRate(path: path), "\(name)") { try knee(path) }
    }
    // A frame with nobody is one, and several people are refused as elsewhere.
    var some = mmpose
    some[3] = "{\"frame_id\":4,\"instances\":[]}"
    let path = try files.write("{\"instance_info\":[\(some.joined(separator: ","))]}", as: "some.json")
    #expect(try knee(path, at15).reasons[3] == .missing)
    let person = "{\"keypoints\":\(pairs(0)),\"keypoint_scores\":\(scores)}"
    let two = try files.write(
      "{\"instance_info\":[{\"frame_id\":1,\"instances\":[\(person),\(person)]}]}", as: "two.json")
    #expect(throws: MotionError.severalPeople(path: two, most: 2)) { try knee(two, at15) }
    for broken in [
      "[{\"keypoints\":[1,2]}]", "[{\"keypoints\":[[1]]}]", "[[{\"keypoints\":\(pairs(0))}],7]", "{\"keypoints\":1}",
    ] {
      #expect(throws: MotionError.self, "\(broken)") { try knee(files.write(broken, as: "broken.json"), at15) }
    }
  }

  /// What is not read is named, with a way to convert it.
  @Test(arguments: [
    ("scorer,DLC,DLC\nbodyparts,a,a\ncoords,x,y\n0,1,2\n", "DeepLabCut"), ("HIERARCHY\nROOT Hips\n", "BVH"),
    ("\u{2}P\u{1}", "C3D"), ("track,frame_idx,instance.score\n", "SLEAP"),
  ])
  func otherProgramsAreNamed(_ text: String, _ program: String) throws {
    defer { files.remove() }
    let path = try files.write(text, as: "other.file")
    let error = #expect(throws: MotionError.self) { try knee(path, at15) }
    #expect(error == .otherProgram(path: path, program: program))
    #expect(error?.remedy?.contains("Docs/formats/motion.md") == true)
  }
}
