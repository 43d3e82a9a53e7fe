import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Files that are cut, wrong or made to do harm: each is an error that says where.
@Suite struct HostileFileTests {
  private let files: MotionFiles

  init() throws { files = try MotionFiles() }

  private func fails(_ text: String, as name: String, _ options: ReadingOptions = .init()) throws -> MotionError? {
    let path = try files.write(text, as: name)
    do throws(MotionError) {
      _ = try MotionFile.read(path, options)
      return nil
    } catch { return error }
  }

  private func isMalformed(_ error: MotionError?) -> Bool { if case .malformed = error { true } else { false } }

  @Test func aTRCFileThatWasCutIsRefused() throws {
    defer { files.remove() }
    let whole = SimulatedBody(knee: Array(repeating: 9, count: 30)).space.trc(name: "made")!
    #expect(try fails(whole, as: "whole.trc") == nil)
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    for count in [1, 2, 3, 4, 10, 20] {
      let cut = lines.prefix(count).joined(separator: "\n")
      #expect(isMalformed(try fails(cut, as: "cut\(count).trc")), "\(count) lines")
    }
    // A line that ends early lacks points; the file is whole.
    #expect(try fails(String(whole.dropLast(100)), as: "short.trc") == nil)
  }

  @Test func aMOTFileThatWasCutIsRefused() throws {
    defer { files.remove() }
    let table = AngleTable(
      name: "x", isInDegrees: true, times: (0..<30).map { Double($0) },
      columns: [.init(name: "knee_angle_r", values: (0..<30).map { Double($0) })])
    let whole = table.mot
    #expect(try fails(whole, as: "whole.mot") == nil)
    for count in [20, 60, 66, 100, whole.count - 12] {
      let error = try fails(String(whole.prefix(count)), as: "cut\(count).mot")
      #expect(error == .unrecognised(path: files.folder.path + "/cut\(count).mot") || isMalformed(error), "\(count)")
    }
  }

  @Test func timesMustAscend() throws {
    defer { files.remove() }
    let header = "x\nversion=1\ninDegrees=yes\nendheader\ntime\tknee_angle_r\n"
    for rows in ["0\t1\n0\t2\n", "1\t1\n0.5\t2\n", "nan\t1\n", "1e99\t1\n", "x\t1\n", "0\t1\n1\n", "0\t1e300\n"] {
      #expect(isMalformed(try fails(header + rows, as: "times.mot")), "\(rows)")
    }
  }

  /// By steps that no camera has, a plateau would have any number of frames.
  @Test func stepsThatNoCameraHasAreRefused() throws {
    defer { files.remove() }
    let header = "x\nversion=1\ninDegrees=yes\nendheader\ntime\tknee_angle_r\n"
    for step in ["1e-20", "5e-5"] { #expect(isMalformed(try fails(header + "0\t1\n\(step)\t2\n", as: "fast.mot"))) }
    #expect(try fails(header + "0\t1\n0.0001\t2\n0.0002\t3\n", as: "fast.mot") == nil)
    let whole = try files.mediaPipe(SimulatedBody(knee: [1, 2, 3]).space, world: true)
    let untimed = try String(contentsOfFile: whole, encoding: .utf8).replacing(/"timestamp_ms":[0-9.]+,/, with: "")
    let stated = { (fps: String) in untimed.replacing("{\"frames\"", with: "{\"fps\":\(fps),\"frames\"") }
    #expect(try fails(stated("10000"), as: "fps.json") == nil)
    for fps in ["1e20", "10001", "0", "-30"] {
      #expect(isMalformed(try fails(stated(fps), as: "fps.json")), "\(fps)")
    }
  }

  /// What the caller of the library gives no reader has checked: it is measured or refused all the same.
  @Test(arguments: [1e-20, 1e-9, 1e-6]) func anyStepIsMeasuredOrRefused(_ step: Double) throws {
    let course = Course.repeats(1)
    let table = AngleTable(
      name: "", isInDegrees: true, times: course.indices.map { Double($0) * step },
      columns: [.init(name: "knee_angle_r", values: course)])
    let task = try MotionTask(.knee, .right, view: .lateral)
    let knee = try MotionMeasurement(task, isFlexionNegative: false).measure(.angles(table), path: "made").result
    #expect(knee.status == .incomplete)
    #expect(knee.source.rate == 10_000)
    var series = SimulatedNeck.sides(.rotation, left: 60, right: 60).series()
    series.times = series.times.indices.map { Double($0) * step }
    let neck = try NeckMeasurement(.rotation).measure(series).result
    #expect(neck.status == .incomplete)
    #expect(neck.values.range == nil)
  }

  /// Sizes that are no numbers of pixels, in files and as an option.
  @Test func sizesThatNoPictureHasAreRefused() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: Array(repeating: 20, count: 4)).lateral
    var rate = ReadingOptions()
    rate.rate = 30
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
    var rate = ReadingOptions()
    rate.rate = 30
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

  /// A value of the wrong kind is named by its place.
  @Test func aWrongCoordinateOfMediaPipeIsNamed() throws {
    defer { files.remove() }
    let path = try files.mediaPipe(SimulatedBody(knee: [1, 2, 3]).space, world: true)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let nose = "{\"x\":"
    let wrong = text.replacingOccurrences(
      of: nose, with: "{\"x\":\"a\",\"y\":", options: [], range: text.range(of: nose))
    guard case .malformed(_, let place, _, _)? = try fails(wrong, as: "wrong.json") else {
      Issue.record("no fault")
      return
    }
    #expect(place == .text("`frames[0].world_landmarks[0].x`"))
  }

  /// Ids of a data set are no frame numbers: they would be a recording of days.
  @Test func idsOfADataSetAreNoFrames() throws {
    defer { files.remove() }
    var rate = ReadingOptions()
    rate.rate = 30
    let list = Array(repeating: "0.5", count: 51).joined(separator: ",")
    let person = { (id: String) in "{\"image_id\":\(id),\"score\":1,\"keypoints\":[\(list)]}" }
    var sized = rate
    (sized.width, sized.height) = (100, 100)
    for ids in [["1", "581929"], ["0", "\"9223372036854775807\""], ["\"a\""]] {
      let text = "[" + ids.map(person).joined(separator: ",") + "]"
      #expect(isMalformed(try fails(text, as: "ids.json", sized)), "\(ids)")
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
    var rate = ReadingOptions()
    rate.rate = 30
    guard case .landmarks(let read, _) = try MotionFile.read(broken, rate) else {
      Issue.record("no landmarks")
      return
    }
    #expect(read.tracks[.rightKnee]!.positions.allSatisfy { !$0.isFinite })
    #expect(read.tracks[.rightAnkle]!.positions.allSatisfy { $0.isFinite })
    let kept = PosesJSON.withoutNaN(Array("{\"NaN\":\"a\\\"NaN\",\"b\":NaN,\"c\":-Infinity}".utf8))
    #expect(String(decoding: kept, as: UTF8.self) == "{\"NaN\":\"a\\\"NaN\",\"b\":null,\"c\":null}")
  }

  /// Any series of angles is measured or refused: short ones, gaps, spikes, steps, walks, all at any rate.
  @Test(arguments: 1...20) func anySeriesIsMeasuredOrRefused(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<20 {
      let count = Int(random.uniform() * 250)
      var (value, time) = (200 * random.uniform() - 100, 0.0)
      let (step, missing, walk) = (0.001 + random.uniform() * 0.3, random.uniform() * 0.4, random.uniform() * 40)
      var (times, values) = ([Double](), [Double]())
      for _ in 0..<count {
        time += step * (random.uniform() < 0.05 ? 30 * random.uniform() + 1e-6 : 1)
        value = random.uniform() < 0.5 ? value : value + walk * random.normal()
        times.append(time)
        values.append(random.uniform() < missing ? .nan : max(-180, min(180, value)))
      }
      let table = AngleTable(
        name: "", isInDegrees: true, times: times, columns: [.init(name: "knee_angle_r", values: values)])
      let task = try MotionTask(.knee, .right, view: .lateral)
      let result = try MotionMeasurement(task, isFlexionNegative: false).measure(.angles(table), path: "made").result
      let all = [result.values.start, result.values.minimum, result.values.maximum, result.values.range]
      for one in all.compactMap(\.self) {
        #expect(one.degrees.isFinite && one.ci95[0] <= one.degrees && one.degrees <= one.ci95[1])
      }
      #expect(try MotionResult.read(result.json()).values == result.values)
    }
  }

  @Test func aLongListIsTakenApart() throws {
    let parts = { (text: String, key: String) in
      try JSONPieces(Array(text.utf8), key: key, atMost: 3).map { pieces in
        (
          pieces.items.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) },
          String(decoding: pieces.frame, as: UTF8.self)
        )
      }
    }
    let list = try #require(try parts(" [1,{\"a\":\"],\\\"\"},[2,3]] ", "frames"))
    #expect(list.0 == ["1", "{\"a\":\"],\\\"\"}", "[2,3]"])
    #expect(list.1 == " [] ")
    let object = try #require(try parts("{\"b\":{\"frames\":[9]},\"frames\" : [1,2],\"c\":3}", "frames"))
    #expect(object.0 == ["1", "2"])
    #expect(object.1 == "{\"b\":{\"frames\":[9]},\"frames\" : [],\"c\":3}")
    #expect(try #require(try parts("[ ]", "frames")).0.isEmpty)
    #expect(try parts("{\"a\":1}", "frames") == nil && parts("", "frames") == nil)
    #expect(throws: JSONPieces.Fault.self) { try parts("[1,2,3,4,5]", "frames") }
    #expect(throws: JSONPieces.Fault.self) { try parts("[1,2", "frames") }
  }

  @Test func whatIsNoFileIsSaid() throws {
    defer { files.remove() }
    #expect(throws: MotionError.unreadable(path: "/nowhere", found: .phrase("none"))) {
      try MotionFile.read("/nowhere")
    }
    #expect(throws: MotionError.unrecognised(path: files.folder.path)) { try MotionFile.read(files.folder.path) }
    #expect(throws: MotionError.self) { try MotionFile.read("/dev/zero") }
  }

  /// Bytes of a whole file, changed at random: read or refused, never a crash.
  @Test(arguments: 1...40) func changedBytesDoNoHarm(seed: Int) throws {
    defer { files.remove() }
    var random = SeededGenerator(seed: UInt64(seed))
    let body = SimulatedBody(knee: Array(repeating: 20, count: 4))
    var rate = ReadingOptions()
    rate.rate = 30
    let texts = [
      body.space.trc(name: "made")!, try String(contentsOfFile: files.coco(body.lateral), encoding: .utf8),
      try String(contentsOfFile: files.mediaPipe(body.space, world: true), encoding: .utf8),
      AngleTable(
        name: "x", isInDegrees: true, times: body.times, columns: [.init(name: "knee_angle_r", values: body.knee)]
      ).mot,
      try String(
        contentsOfFile: files.openPose(body.lateral) + "/video_000000000000_keypoints.json", encoding: .utf8),
    ]
    for text in texts {
      var bytes = Array(text.utf8)
      for _ in 0..<(1 + Int(random.uniform() * 8)) {
        let place = Int(random.uniform() * Double(bytes.count))
        let signs = Array("0123456789-.eE,[]{}\"\t\n nN".utf8)
        bytes[place] = signs[Int(random.uniform() * Double(signs.count))]
      }
      for options in [rate, ReadingOptions()] {
        _ = try? fails(String(decoding: bytes, as: UTF8.self), as: "changed", options)
      }
      // The same bytes as a frame of OpenPose's.
      let folder = files.folder.appending(path: "frames")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(bytes).write(to: folder.appending(path: "f_0_keypoints.json"))
      _ = try? MotionFile.read(folder.path, rate)
    }
  }
}
