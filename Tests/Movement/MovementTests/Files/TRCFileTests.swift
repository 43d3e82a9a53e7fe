import Diagnostics
import Feedback
import Foundation
import Geometry
import Testing

@testable import Movement

/// Marker files, read and written.
@Suite struct TRCFileTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

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
    for (wrong, right) in [("Time\t", "Time\tNose\t\t"), ("\t20\tm", "\t21\tm"), ("\tY2\tX2", "\tX2\tY2")] {
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

  /// A flat file may have a depth for each marker, and a lost one is at 0, 0 all the same.
  @Test func aPointInTheCornerOfAFlatFileIsMissing() throws {
    let nose = LandmarkSequence.Track(positions: [[0, 0, 0.1], [2, 0, 0.1], [0, 3, 0.1], [1, 1, 0.1]])
    let read = try TRCReader.sequence(
      [.nose: nose], [0, 1, 2, 3], ["a", "b", "c", "d"], path: "made", units: "`Units`")
    let places = try #require(read.tracks[.nose]).positions
    #expect(read.space.isFlat && !places[0].isFinite)
    #expect(Array(places.dropFirst()) == [[2, 0, 0], [0, -3, 0], [1, -1, 0]])
  }

  /// The text as OpenSim has it: rows count from 1, a missing point is three empty fields.
  @Test func aFileIsWrittenLineByLine() {
    let made = LandmarkSequence(
      space: .laboratory, times: [0, 0.3, 0.6], frames: ["a", "b", "c"],
      tracks: [
        .nose: .init(positions: [[0.5, 1, 2], [0.5, 1, 3], [0.5, 1, 4]]),
        .leftHip: .init(positions: [[1, -2, 3], .missing, [1, -2, 5]]),
      ])
    let lines = [
      "PathFileType\t4\t(X/Y/Z)\tmyfile.trc",
      "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
      "3.333333\t3.333333\t3\t2\tm\t3.333333\t1\t3", "Frame#\tTime\tNose\t\t\tLHip\t\t",
      "\t\tX1\tY1\tZ1\tX2\tY2\tZ2", "", "1\t0.0\t0.5\t1.0\t2.0\t1.0\t-2.0\t3.0",
      "2\t0.3\t0.5\t1.0\t3.0\t\t\t", "3\t0.6\t0.5\t1.0\t4.0\t1.0\t-2.0\t5.0", "",
    ]
    #expect(made.trc(name: "my file.trc") == lines.joined(separator: "\n"))
  }

  /// A file of some markers in metres, up to its rows, which begin in line 7.
  private func head(_ count: Int, _ names: String, _ axes: [String]) -> String {
    let axes = axes.joined(separator: "\t")
    return "PathFileType\t4\nNumMarkers\tUnits\n\(count)\tm\nFrame#\tTime\t\(names)\n\t\t\(axes)\n\n"
  }

  private static let axes = (1...3).flatMap { ["X\($0)", "Y\($0)", "Z\($0)"] }

  /// The names stand in line 4, the axes in line 5.
  @Test func aWrongHeadIsNamedByItsLine() {
    let wrong = { (line: Int, expected: FindingValue, found: FindingValue) in
      MotionError.malformed(path: "made", place: .line(line), expected: expected, found: found)
    }
    let count = { (key: String, count: Int) in FindingValue.phrase(key, ["count": .count(count)]) }
    #expect(fault(head(3, "A\t\t\tB\t\t\tC", Self.axes)) == nil)
    #expect(fault(head(4, "A\t\t\tB\t\t\tC", Self.axes)) == wrong(5, count("motion_axes", 4), .count(3)))
    var swapped = Self.axes
    swapped.swapAt(3, 4)
    #expect(fault(head(3, "A", swapped)) == wrong(5, count("motion_axes", 3), .quoted("X1 Y1 Z1 Y2")))
    // Two names that are closer than their columns, and one more than there are markers.
    #expect(fault(head(3, "A\t\tB", Self.axes)) == wrong(4, count("motion_marker_names", 3), .count(2)))
    #expect(
      fault(head(3, "A\t\t\tB\t\t\tC\t\t\tD", Self.axes)) == wrong(4, count("motion_marker_names", 3), .count(4)))
    // 6,005 fields are those of 2,001 markers.
    #expect(
      fault(head(1, String(repeating: "\t", count: 6002), []))
        == wrong(4, .phrase("number_at_most", ["limit": .count(2000)]), .count(2001)))
  }

  @Test func aWrongFieldIsNamedByItsLine() throws {
    let wrong = { (found: FindingValue) in
      MotionError.malformed(path: "made", place: .line(7), expected: .phrase("a_number"), found: found)
    }
    let head = head(1, "RHip", Array(Self.axes.prefix(3)))
    #expect(fault(head + "1\t0\t0.5\tabc\t2\n") == wrong(.quoted("abc")))
    let row = "1\tsoon\t" + String(repeating: "1", count: 30) + String(repeating: "2", count: 30)
    #expect(fault(head + row + "\n") == wrong(.quoted(String(row.prefix(40)))))
    // What a line lacks at its end is missing; a long name is cut.
    let name = String(repeating: "7", count: 200)
    let rows = "\(name)8\t0\t0.5\n2\t0.1\t0.5\t1\t2\n"
    let read = try sequence(.read(bytes: Array((head + rows).utf8), path: "made"))
    #expect(read.frames == [name, "2"] && read.tracks[.rightHip]!.positions.map(\.isFinite) == [false, true])
  }

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
}
