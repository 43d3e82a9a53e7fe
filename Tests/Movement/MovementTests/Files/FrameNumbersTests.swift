import Foundation
import Geometry
import Testing

@testable import Movement

/// Numbers of frames, told from the names of files and pictures.
@Suite struct FrameNumbersTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

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

  /// There are fewer than fifty numbers for each frame.
  @Test func numbersThatLieTooFarApartAreNone() {
    #expect(FrameNumbers.numbers(of: ["a_0.png", "a_99.png"]) == ["a_0.png": 0, "a_99.png": 99])
    #expect(FrameNumbers.numbers(of: ["a_0.png", "a_100.png"]) == nil)
    #expect(FrameNumbers.numbers(of: ["7_x_0", "8_x_100"]) == ["7_x_0": 7, "8_x_100": 8], "the first numbers do")
    #expect(FrameNumbers.numbers(of: ["a", "b_1"]) == nil && FrameNumbers.numbers(of: []) == nil)
  }

  @Test func timesCountFromTheFirstNumber() throws {
    #expect(try FrameNumbers.times([7, 9, 10], 4, path: "made") == [0, 0.5, 0.75])
  }

  /// Whole numbers less than five apart count frames; else the usual step tells the unit.
  @Test(
    arguments: [
      ([0.0, 1, 2], nil), ([10, 14, 18], nil), ([0, 5, 10], 1e-3), ([0, 0.5, 1], 1), ([0, 0.5, 1.4], 1),
      ([0, 1.5, 3.25], 1e-3),
      ([0, 33.5, 67], 1e-3),
      ([0, 999, 1998], 1e-3), ([0, 1001, 2002], 1e-6), ([0, 999_999, 1_999_998], 1e-6),
      ([0, 1_000_001, 2_000_002], 1e-9),
      ([3, 3, 3], 1),
    ] as [([Double], Double?)])
  func theUsualStepTellsTheUnit(_ times: [Double], _ seconds: Double?) {
    let stamps = times.map { time in FrameStamp { $0 == "t" ? time : nil } }
    let unit = FrameStamp.Unit(stamps)
    for (stamp, time) in zip(stamps, times) {
      let read = stamp.read(unit)
      if let seconds {
        #expect(abs(read.time! - time * seconds) < 1e-9 && read.number == nil, "\(read)")
      } else {
        #expect(read.time == nil && read.number == Int(time), "\(read)")
      }
    }
    // What its name says counts before.
    let named = FrameStamp { $0 == "timems" ? 250 : $0 == "frame" ? 6.6 : nil }
    #expect(named.read(unit).time == 0.25 && named.read(unit).number == 7)
  }

  /// Ids of a data set are no frame numbers: they would be a recording of days.
  @Test func idsOfADataSetAreNoFrames() throws {
    defer { files.remove() }
    let rate = ReadingOptions.at(30)
    let list = Array(repeating: "0.5", count: 51).joined(separator: ",")
    let person = { (id: String) in "{\"image_id\":\(id),\"score\":1,\"keypoints\":[\(list)]}" }
    var sized = rate
    (sized.width, sized.height) = (100, 100)
    for ids in [["1", "581929"], ["0", "\"9223372036854775807\""], ["\"a\""]] {
      let text = "[" + ids.map(person).joined(separator: ",") + "]"
      #expect(isMalformed(try fails(text, as: "ids.json", sized)), "\(ids)")
    }
  }
}
