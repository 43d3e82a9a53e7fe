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
