import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Tables of points by name, as DeepLabCut and people's scripts write them.
@Suite struct PointTableReaderTests {
  private let files: MotionFiles
  private let body = SimulatedBody(knee: Course.repeats(3, to: { _ in 110 }, rate: 15), rate: 15)

  init() throws { files = try MotionFiles() }

  private static let names: [(BodyPoint, String, Int)] = [
    (.nose, "nose", 0), (.leftEar, "left_ear", 7), (.rightEar, "right_ear", 8), (.leftShoulder, "left_shoulder", 11),
    (.rightShoulder, "right_shoulder", 12), (.leftHip, "left_hip", 23), (.rightHip, "right_hip", 24),
    (.leftKnee, "left_knee", 25), (.rightKnee, "right_knee", 26), (.leftAnkle, "left_ankle", 27),
    (.rightAnkle, "right_ankle", 28),
  ]

  /// A table of a row of names and a row a frame, each after what stands before.
  private func table(
    _ sequence: LandmarkSequence, _ head: (String, Int) -> [String], before: (Int) -> [String] = { ["\($0)"] },
    first: [String] = ["frame"], mark: String = ",", scale: Vector3 = [1, 1, 1]
  ) throws -> String {
    let width = head("x", 0).count
    var rows = [(first + Self.names.flatMap { head($0.1, $0.2) }).joined(separator: mark)]
    for i in sequence.times.indices {
      let numbers = Self.names.flatMap { point, _, _ -> [String] in
        let place = sequence.tracks[point]!.positions[i] / scale
        return ["\(place.x)", "\(place.y)"] + (width > 3 ? ["\(place.z)"] : []) + (width > 2 ? ["0.9"] : [])
      }
      rows.append((before(i) + numbers).joined(separator: mark))
    }
    return try files.write(rows.joined(separator: "\n") + "\n", as: "\(UUID().uuidString).csv")
  }

  private func knee(_ path: String, _ options: ReadingOptions) throws -> [Double] {
    let file = try MotionFile.read(path, options)
    let task = try MotionTask(.knee, .right, view: .lateral)
    return try JointAngles(try #require(file.landmarks), task, confidence: 0.3, path: path).degrees
  }

  private func expectKnee(_ path: String, _ options: ReadingOptions, _ comment: Comment) throws {
    let found = try knee(path, options)
    #expect(found.count == body.knee.count && zip(found, body.knee).allSatisfy { abs($0 - $1) < 1e-9 }, comment)
  }

  @Test func tablesOfMediaPipesLandmarksAreRead() throws {
    defer { files.remove() }
    let lateral = body.lateral
    var shares = ReadingOptions.at(15)
    (shares.width, shares.height) = (1920, 1080)
    try expectKnee(
      table(
        lateral, { name, _ in ["\(name)_x", "\(name)_y", "\(name)_z", "\(name)_visibility"] }, scale: [1920, 1080, 1]),
      shares, "names")
    try expectKnee(
      table(
        lateral, { name, _ in ["\(name.uppercased()).x", "\(name.uppercased()).y", "\(name.uppercased()).score"] },
        mark: ";"),
      .at(15), "names in capitals, pixels, between semicolons")
    try expectKnee(
      table(
        lateral, { _, number in ["x\(number)", "y\(number)", "z\(number)", "v\(number)"] },
        before: { ["\($0)", "0.5", "0.5"] }, first: ["frame", "x32", "y32"], scale: [1920, 1080, 1]), shares,
      "numbers from 0")
    // Without the last point they may be another model's.
    let other = try table(lateral, { _, number in ["x\(number)", "y\(number)"] })
    #expect(throws: MotionError.unrecognised(path: other)) { try MotionFile.read(other, .at(15)) }
    // Depth beside pixels or millimetres may be that of points in space.
    let deep = try table(lateral, { name, _ in ["\(name)_x", "\(name)_y", "\(name)_z", "\(name)_v"] })
    #expect(throws: MotionError.self) { try MotionFile.read(deep, .at(15)) }
    var picture = ReadingOptions.at(15)
    picture.usesWorld = false
    try expectKnee(deep, picture, "z of a picture")
    // A last point of 33 tells that numbers count from 1.
    try expectKnee(
      table(
        lateral, { _, number in ["x_\(number + 1)", "y_\(number + 1)"] }, before: { ["\($0)", "1", "1"] },
        first: ["frame", "x_33", "y_33"]), .at(15), "numbers from 1")
    let timed = try table(
      lateral, { name, _ in ["\(name)_x", "\(name)_y"] }, before: { ["\(1000 * Double($0) / 15)"] },
      first: ["timestamp_ms"])
    try expectKnee(timed, ReadingOptions(), "times")
    #expect(try MotionFile.read(timed).landmarks?.confidence == nil)
    #expect(throws: MotionError.unusedOption("--rate", .table)) { try MotionFile.read(timed, .at(15)) }
  }

  /// Metres about the hips are points in space, whether anybody says so or not.
  @Test func landmarksInMetresAreToldByTheHips() throws {
    defer { files.remove() }
    var space = body.space
    for i in space.times.indices {
      let middle = (space.tracks[.leftHip]!.positions[i] + space.tracks[.rightHip]!.positions[i]) / 2
      for point in space.tracks.keys {
        // As a camera has them: y down, and z with it so that the hand stays.
        let place = space.tracks[point]!.positions[i] - middle
        space.tracks[point]!.positions[i] = [place.x, -place.y, -place.z]
      }
    }
    let path = try table(space, { name, _ in ["\(name)_x", "\(name)_y", "\(name)_z", "\(name)_visibility"] })
    try expectKnee(path, .at(15), "metres")
    #expect(try MotionFile.read(path, .at(15)).landmarks?.space == .camera)
    var picture = ReadingOptions.at(15)
    picture.usesWorld = false
    #expect(throws: MotionError.noPictureSize(path: path)) { try MotionFile.read(path, picture) }
  }

  private func deepLabCut(_ people: [(String, LandmarkSequence)], areNamed: Bool = false) throws -> String {
    let columns = people.flatMap { person in
      Self.names.flatMap { point in ["x", "y", "likelihood"].map { (person.0, point.1, $0) } }
    }
    var rows = [(["scorer"] + columns.map { _ in "DLC_resnet50" }).joined(separator: ",")]
    if people.count > 1 || areNamed { rows.append((["individuals"] + columns.map(\.0)).joined(separator: ",")) }
    rows.append((["bodyparts"] + columns.map(\.1)).joined(separator: ","))
    rows.append((["coords"] + columns.map(\.2)).joined(separator: ","))
    for i in people[0].1.times.indices {
      let numbers = people.flatMap { person in
        Self.names.flatMap { point -> [String] in
          let place = person.1.tracks[point.0]!.positions[i]
          return ["\(place.x)", "\(place.y)", "0.95"]
        }
      }
      rows.append((["\(i)"] + numbers).joined(separator: ","))
    }
    return try files.write(rows.joined(separator: "\r\n"), as: "\(UUID().uuidString).csv")
  }

  @Test func tablesOfDeepLabCutAreRead() throws {
    defer { files.remove() }
    try expectKnee(deepLabCut([("one", body.lateral)]), .at(15), "one animal")
    try expectKnee(deepLabCut([("one", body.lateral)], areNamed: true), .at(15), "one animal that has a name")
    let other = SimulatedBody(knee: body.knee.map { _ in 0 }, rate: 15).lateral
    let path = try deepLabCut([("other", other), ("one", body.lateral)])
    #expect(throws: MotionError.severalPeople(path: path, most: 2)) { try MotionFile.read(path, .at(15)) }
    var second = ReadingOptions.at(15)
    second.person = 1
    try expectKnee(path, second, "the second of two")
    second.person = 2
    #expect(throws: MotionError.noSuchPerson(path: path, person: 2, most: 2)) { try MotionFile.read(path, second) }
    #expect(throws: MotionError.noRate(path: path)) {
      second.person = 0
      second.rate = nil
      try MotionFile.read(path, second)
    }
  }

  @Test func faultsAreToldByTheirLine() throws {
    defer { files.remove() }
    let good = "frame,left_hip_x,left_hip_y,left_knee_x,left_knee_y,left_ankle_x,left_ankle_y\n0,1,2,3,4,5,6\n"
    for (rows, line) in [("1,1,2,3,4,5\n", 3), ("1,1,2,abc,4,5,6\n", 3), ("\n\n1,1,2,3,4,5,6,7\n", 5)] {
      let path = try files.write(good + rows, as: "faulty.csv")
      let error = #expect(throws: MotionError.self) { try MotionFile.read(path, .at(15)) }
      guard case .malformed(_, .line(line), _, _)? = error else {
        Issue.record("\(rows): \(error as Any)")
        continue
      }
    }
    let field = String(repeating: "x", count: 30) + String(repeating: "y", count: 30)
    #expect(
      throws: MotionError.malformed(
        path: "made", place: .line(3), expected: .phrase("a_number"), found: .quoted(String(field.prefix(40))))
    ) { try MotionFile.read(bytes: Array((good + "1,1,2,\(field),4,5,6\n").utf8), path: "made", .at(15)) }
    let backwards = try files.write(good + "0,1,2,3,4,5,6\n", as: "twice.csv")
    #expect(throws: MotionError.self) { try MotionFile.read(backwards, .at(15)) }
    // A table without a body is none of these.
    let other = try files.write("a,b,c\n1,2,3\n", as: "other.csv")
    #expect(throws: MotionError.unrecognised(path: other)) { try MotionFile.read(other, .at(15)) }
    // Empty fields and what is no number are missing points.
    let gap = try files.write(good + "1,,,NaN,4,5,6\n2,0,0,3,4,5,6\n", as: "gap.csv")
    let sequence = try #require(try MotionFile.read(gap, .at(15)).landmarks)
    #expect(sequence.tracks[.leftHip]!.positions.map(\.isFinite) == [true, false, false], "and what is at 0, 0")
    #expect(!sequence.tracks[.leftHip]!.positions[1].isFinite && !sequence.tracks[.leftKnee]!.positions[1].isFinite)
  }

  /// The last of MediaPipe's points counts from 0 where there is no 33, be there a nose or not.
  @Test func pointsCountFromZeroWithoutANoseToo() throws {
    let text = "frame,x23,y23,x24,y24,x26,y26,x32,y32\n0,11,12,13,14,15,16,17,18\n"
    let tracks = try #require(try MotionFile.read(bytes: Array(text.utf8), path: "made", .at(15)).landmarks).tracks
    #expect(tracks.mapValues { $0.positions[0].x } == [.leftHip: 11, .rightHip: 13, .rightKnee: 15, .rightToe: 17])
  }

  /// Seven columns and others: four for each of 2,000 points are the most.
  @Test(arguments: [(7993, true), (7994, false)]) func aTableHasAFewThousandColumns(_ more: Int, _ isRead: Bool) {
    let names = "frame,left_hip_x,left_hip_y,left_knee_x,left_knee_y,left_ankle_x,left_ankle_y"
    let text =
      names + String(repeating: ",q", count: more) + "\n0,1,2,3,4,5,6" + String(repeating: ",0", count: more) + "\n"
    #expect(((try? MotionFile.read(bytes: Array(text.utf8), path: "made", .at(15))) != nil) == isRead)
  }

  /// Whatever is cut or changed in a table, it is read or refused.
  @Test func damagedTablesAreReadOrRefused() throws {
    defer { files.remove() }
    let whole = Array(
      try Data(contentsOf: URL(fileURLWithPath: deepLabCut([("a", body.lateral), ("b", body.lateral)]))).prefix(4000))
    var random = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<4 { bytes[Int(random.uniform() * Double(bytes.count))] = UInt8(random.uniform() * 255) }
      var options = ReadingOptions.at(15)
      options.person = 1
      _ = try? MotionFile.read(bytes: Array(bytes.prefix(Int(random.uniform() * 4000))), path: "damaged", options)
    }
  }

  @Test func pointsHaveTheNamesThatPeopleGiveThem() {
    for name in ["left_hip", "LHip", "hip_L", "L hip", "HipLeft", "l-hip", "LHJC", "LHJC_study"] {
      #expect(BodyPoint.named(name) == .leftHip, "\(name)")
    }
    for point in BodyPoint.allCases { #expect(BodyPoint.named(point.rawValue) == point) }
    for name in ["hip", "", "left", "left_hip_2", "chip"] { #expect(BodyPoint.named(name) == nil, "\(name)") }
  }
}
