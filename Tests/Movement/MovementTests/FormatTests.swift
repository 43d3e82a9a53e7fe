import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Motion files as other programs write them, read back.
@Suite struct FormatTests {
  private let files: MotionFiles
  private var at30: ReadingOptions {
    var options = ReadingOptions()
    options.rate = 30
    return options
  }

  init() throws { files = try MotionFiles() }

  private func knee(_ file: MotionFile, _ side: BodySide = .right) throws -> [Double] {
    let task = try MotionTask(.knee, side, view: .lateral)
    return try MotionMeasurement(task).measure(file, path: "file").angles[0].degrees
  }

  private func sequence(_ file: MotionFile) throws -> LandmarkSequence {
    guard case .landmarks(let sequence, _) = file else { throw MotionError.unrecognised(path: "file") }
    return sequence
  }

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

  @Test func zerosOfOpenPoseAreMissing() throws {
    defer { files.remove() }
    var body = SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral
    body.tracks[.rightKnee]!.positions[5] = .missing
    let read = try sequence(.read(files.openPose(body), at30))
    #expect(read.tracks[.rightKnee]!.positions[4].isFinite)
    #expect(!read.tracks[.rightKnee]!.positions[5].isFinite)
  }

  @Test func missingFilesOfFramesAreAGap() throws {
    defer { files.remove() }
    let place = try files.openPose(SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral)
    try FileManager.default.removeItem(atPath: place + "/video_000000000003_keypoints.json")
    let read = try sequence(.read(place, at30))
    #expect(SamplingGrid.absent(in: read.times) == 1)
    #expect(read.times.count == 11 && abs(read.times[3] - 4.0 / 30) < 1e-12)
    #expect(read.frames[3] == "video_000000000004_keypoints.json")
    #expect(throws: MotionError.noRate(path: place)) { try MotionFile.read(place) }
  }

  @Test func severalPeopleAreRefusedUnlessOneIsChosenAndThenFollowed() throws {
    defer { files.remove() }
    let place = try files.openPose(SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral, people: 2)
    #expect(throws: MotionError.severalPeople(path: place, most: 2)) { try MotionFile.read(place, at30) }
    // Two people who are listed in turn first and second.
    let (one, two) = (SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral, 700.0)
    let people = one.times.indices.map { i in
      let person = { (shift: Double) in
        let numbers = (0..<17).flatMap { index -> [Double] in
          let point = Skeleton.coco17.places.first { $0.value == index }?.key
          return point.map { [one.tracks[$0]!.positions[i].x + shift, one.tracks[$0]!.positions[i].y, 0.9] } ?? [
            0, 0, 0,
          ]
        }
        return "{\"image_id\":\(i),\"score\":1,\"keypoints\":[\(numbers.map { "\($0)" }.joined(separator: ","))]}"
      }
      return i % 2 == 0 ? person(0) + "," + person(two) : person(two) + "," + person(0)
    }
    let path = try files.write("[" + people.joined(separator: ",") + "]", as: "two.json")
    var options = at30
    options.person = 1
    let read = try sequence(.read(path, options))
    #expect(
      read.tracks[.rightHip]!.positions.allSatisfy { abs($0.x - one.tracks[.rightHip]!.positions[0].x - two) < 1e-9 })
    options.person = 2
    #expect(throws: MotionError.noSuchPerson(path: path, person: 2, most: 2)) { try MotionFile.read(path, options) }
  }

  @Test func landmarksOfHandsAreNoBody() throws {
    defer { files.remove() }
    let point = #"{"x":0.5,"y":0.5,"z":0,"visibility":0.9}"#
    let hand = "[" + Array(repeating: point, count: 21).joined(separator: ",") + "]"
    for key in ["landmarks", "multi_hand_landmarks", "handLandmarks"] {
      let path = try files.write("[{\"\(key)\":\(key == "landmarks" ? hand : "[\(hand)]")}]", as: "\(key).json")
      #expect(throws: MotionError.hands(path: path), "\(key)") { try MotionFile.read(path, at30) }
    }
  }

  @Test func confidencesAreReadByTheirScaleAndRefusedWhereItIsNotClear() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral
    let confidence = { (file: MotionFile) in try sequence(file).tracks[.rightKnee]!.confidences![0] }
    #expect(try confidence(.read(files.coco(body), at30)) == 0.9)
    let visible = try files.coco(body, extra: "\"num_keypoints\":17") { _ in 2 }
    #expect(try confidence(.read(visible, at30)) == 1)
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

  @Test func aTRCFileHasItsUnitAndPose2SimsNames() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: (0..<12).map { 35 + Double($0) })
    let metres = body.space.trc(name: "made")!
    for (unit, factor) in [("mm", 1000.0), ("cm", 100)] {
      let lines = metres.split(separator: "\n", omittingEmptySubsequences: false)
      let scaled = lines.enumerated().map { index, line -> String in
        if index == 2 { return line.replacingOccurrences(of: "\tm\t", with: "\t\(unit)\t") }
        guard index > 5, !line.isEmpty else { return String(line) }
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        return (fields.prefix(2).map(String.init) + fields.dropFirst(2).map { "\(Double($0)! * factor)" })
          .joined(separator: "\t")
      }
      let read = try sequence(.read(files.write(scaled.joined(separator: "\r\n"), as: "\(unit).trc")))
      let error = (read.tracks[.leftAnkle]!.positions[3] - body.space.tracks[.leftAnkle]!.positions[3]).length
      #expect(error < 1e-12, "\(unit)")
    }
    let pixels = metres.replacingOccurrences(of: "\tm\t", with: "\tinch\t")
    #expect(throws: MotionError.self) { try MotionFile.read(files.write(pixels, as: "inch.trc")) }
    let wrong = metres.replacingOccurrences(of: "\tm\t", with: "\tmm\t")
    #expect(throws: MotionError.self, "a thigh of 0.4 mm") { try MotionFile.read(files.write(wrong, as: "wrong.trc")) }
  }

  /// A flat TRC file (Sports2D) is a picture with y up.
  @Test func aFlatTRCFileIsAPicture() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: Course.repeats(1), side: .left)
    let flat = body.sequence(.laboratory) { [$0.x, $0.y, 0] }
    let read = try MotionFile.read(files.write(flat.trc(name: "flat")!, as: "flat.trc"))
    #expect(try sequence(read).space.isFlat)
    #expect(zip(try knee(read, .left), body.knee).allSatisfy { abs($0 - $1) < 1e-9 })
    // Its newer files have a depth for each marker that is usual for bodies, and the same in all frames.
    var usual = flat
    for (index, point) in BodyPoint.allCases.enumerated() {
      for i in usual.times.indices { usual.tracks[point]!.positions[i].z = 0.0131 * Double(index % 7) - 0.03 }
    }
    usual.tracks[.nose]!.positions[3] = .missing
    let newer = try MotionFile.read(files.write(usual.trc(name: "newer")!, as: "newer.trc"))
    #expect(try sequence(newer).space.isFlat)
    #expect(zip(try knee(newer, .left), body.knee).allSatisfy { abs($0 - $1) < 1e-9 })
    let frontal = try MotionTask(.knee, .left, view: .frontal)
    #expect(throws: MotionError.otherPlane(joint: .knee, movement: .flexion, view: .frontal)) {
      try MotionMeasurement(frontal).measure(newer, path: "newer.trc")
    }
    #expect(throws: MotionError.noView(path: "newer.trc")) {
      try MotionMeasurement(try MotionTask(.knee, .left)).measure(newer, path: "newer.trc")
    }
  }

  /// A marker without a name has three columns all the same.
  @Test func aMarkerWithoutANameShiftsNoOther() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: Course.repeats(1), side: .left)
    let whole = body.space.trc(name: "made")!
    let nameless = whole.replacingOccurrences(of: "Time\tNose\t", with: "Time\t\t")
    let file = try MotionFile.read(files.write(nameless, as: "nameless.trc"))
    #expect(try sequence(file).tracks[.nose] == nil)
    #expect(zip(try knee(file, .left), body.knee).allSatisfy { abs($0 - $1) < 1e-9 })
    // Names closer than their columns: by their order, if there are as many as markers.
    let close = whole.replacingOccurrences(of: "\t\t\t", with: "\t\t")
    #expect(
      zip(try knee(.read(files.write(close, as: "close.trc")), .left), body.knee).allSatisfy { abs($0 - $1) < 1e-9 })
    for (wrong, right) in [("Time\t", "Time\tNose\t\t"), ("\t14\tm", "\t15\tm"), ("\tY2\tX2", "\tX2\tY2")] {
      #expect(throws: MotionError.self, "\(wrong)") {
        try MotionFile.read(files.write(close.replacingOccurrences(of: right, with: wrong), as: "wrong.trc"))
      }
    }
  }

  /// What a camera's axes are upside down for, is turned for OpenSim, in which y is up.
  @Test func pointsOfACameraAreWrittenUpright() throws {
    // Seen from the front, so that the knee's movement is one in depth and the file is not taken for a flat one.
    let camera = SimulatedBody(knee: [0, 10]).sequence(.camera) { [$0.z, -$0.y, $0.x] }
    defer { files.remove() }
    let read = try sequence(.read(files.write(camera.trc(name: "made")!, as: "camera.trc")))
    #expect(read.tracks[.nose]!.positions[0].y > read.tracks[.leftAnkle]!.positions[0].y + 1)
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
    let table = AngleTable(
      name: "", isInDegrees: true, times: [0, 1], columns: [.init(name: "knee_angle_r", values: [1, 2])])
    let turned = try MotionTask(.knee, .right, direction: .clockwise)
    #expect(throws: MotionError.unusedOption("--direction", .mot)) {
      try MotionMeasurement(turned).measure(.angles(table), path: "made.mot")
    }
    let signed = MotionMeasurement(try MotionTask(.knee, .right, view: .lateral), isFlexionNegative: true)
    #expect(throws: MotionError.unusedOption("--flexion", .coco)) { try signed.measure(body.lateral) }
  }

  /// Recorders count from a day of their own.
  @Test func timesMayCountFromAnyDay() throws {
    defer { files.remove() }
    let rows = (0..<60).map { "\(1.7e9 + Double($0) / 30)\t\($0)" }.joined(separator: "\n")
    let text = "x\nversion=1\nnRows=60\nnColumns=2\ninDegrees=yes\nendheader\ntime\tknee_angle_r\n" + rows
    #expect(try knee(.read(files.write(text, as: "epoch.mot"))) == (0..<60).map { Double($0) })
  }

  @Test func aByteOrderMarkIsPassedOver() throws {
    defer { files.remove() }
    let text = SimulatedBody(knee: [1, 2, 3]).space.trc(name: "made")!
    #expect(try MotionFile.read(files.write("\u{FEFF}" + text, as: "a.trc")) == .read(files.write(text, as: "b.trc")))
  }

  /// Files beside those of the frames are none.
  @Test func otherNumberedFilesInAFolderAreNoFrames() throws {
    defer { files.remove() }
    let place = try files.openPose(SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral)
    try Data("{}".utf8).write(to: URL(filePath: place + "/package2.json"))
    #expect(try sequence(.read(place, at30)).times.count == 12)
  }

  /// A MOT file in OpenCap's form: read and written, it is the same.
  @Test func aMOTFileReadsBackIdentically() throws {
    defer { files.remove() }
    let text = """
      Coordinates
      version=1
      nRows=3
      nColumns=4
      inDegrees=yes
      endheader
      time\tpelvis_tilt\thip_adduction_r\tknee_angle_r
      0.0\t-10.25\t3.5\t0.125
      0.016666666666666666\t-10.5\t4.75\t61.03125
      0.03333333333333333\t-10.0\t-5.0\tnan

      """
    let path = try files.write(text, as: "opencap.mot")
    guard case .angles(let table) = try MotionFile.read(path) else {
      Issue.record("no table of angles")
      return
    }
    #expect(table.columns.map(\.name) == ["pelvis_tilt", "hip_adduction_r", "knee_angle_r"])
    #expect(table.mot == text)
    let again = try MotionFile.read(files.write(table.mot, as: "again.mot"))
    guard case .angles(let second) = again else {
      Issue.record("no table of angles")
      return
    }
    #expect(second.times == table.times && second.columns[1] == table.columns[1])
  }

  @Test func radiansSidesAndSignsOfMOTFilesAreKept() throws {
    defer { files.remove() }
    let rows = (0..<12).map { "\(Double($0) / 30)\t\(Double($0) / 10)\t-0.5\t0.2" }.joined(separator: "\n")
    let header = "x\nversion=1\nnRows=12\nnColumns=4\ninDegrees=no\nendheader\n"
    let path = try files.write(header + "time\tknee_angle_l\thip_adduction_r\thip_flexion_l\n" + rows, as: "a.mot")
    let file = try MotionFile.read(path)
    #expect(abs(try knee(file, .left)[11] - 1.1 * 180 / .pi) < 1e-9)
    let hip = try MotionTask(.hip, .right, view: .frontal)
    let out = try MotionMeasurement(hip).measure(file, path: "file").angles[0].degrees
    #expect(abs(out[0] - 0.5 * 180 / .pi) < 1e-9, "abduction is positive here and negative in OpenSim")
    #expect(throws: MotionError.self) { try knee(file, .right) }
    // Sports2D's names, with an empty line and remarks in the header.
    let sports = """
      Coordinates
      version=1
      nRows=2
      nColumns=3
      inDegrees=yes

      Units are S.I. units (second, meters, Newtons, ...)

      endheader
      time\tright knee\tleft hip
      0\t10.5\t20
      0.1\t11.5\t21
      """
    #expect(try knee(.read(files.write(sports, as: "sports.mot"))) == [10.5, 11.5])
    let silent = header.replacingOccurrences(of: "inDegrees=no\n", with: "")
    #expect(throws: MotionError.self, "degrees or radians") {
      try MotionFile.read(files.write(silent + "time\tknee_angle_l\n0\t1\n", as: "silent.mot"))
    }
  }

  /// Degrees under a header that says radians, whatever is said of their sign.
  @Test(arguments: [nil, false, true] as [Bool?]) func degreesThatAreTakenForRadiansAreTold(sign: Bool?) throws {
    let table = AngleTable(
      name: "", isInDegrees: false, times: [0, 0.1, 0.2], columns: [.init(name: "knee_angle_r", values: [-5, 60, 119])])
    let task = try MotionTask(.knee, .right, view: .lateral)
    let error = #expect(throws: MotionError.self) {
      try MotionMeasurement(task, isFlexionNegative: sign).measure(.angles(table), path: "knee.mot")
    }
    guard case .noAngles = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.remedy?.contains("inDegrees") == true)
  }

  /// Models in which flexion is negative (gait2392).
  @Test func aNegativeKneeIsAskedFor() throws {
    let table = AngleTable(
      name: "", isInDegrees: true, times: [0, 0.1, 0.2], columns: [.init(name: "knee_angle_r", values: [0, -60, -110])])
    let task = try MotionTask(.knee, .right, view: .lateral)
    #expect(throws: MotionError.self) { try MotionMeasurement(task).measure(.angles(table), path: "file") }
    let negative = try MotionMeasurement(task, isFlexionNegative: true).measure(.angles(table), path: "file")
    #expect(negative.angles[0].degrees == [0, 60, 110])
    let positive = try MotionMeasurement(task, isFlexionNegative: false).measure(.angles(table), path: "file")
    #expect(positive.angles[0].degrees == [0, -60, -110])
    // Farther than knees are commonly hyperextended, though they might be.
    for (low, isAsked) in [(-28.0, true), (-12, false)] {
      let part = AngleTable(
        name: "", isInDegrees: true, times: [0, 0.1, 0.2],
        columns: [.init(name: "knee_angle_r", values: [0, low, low])])
      if isAsked {
        #expect(throws: MotionError.self) { try MotionMeasurement(task).measure(.angles(part), path: "file") }
      } else {
        #expect(throws: Never.self) { try MotionMeasurement(task).measure(.angles(part), path: "file") }
      }
    }
  }
}
