import Diagnostics
import Foundation
import Testing

@testable import Movement

/// Tables of angles, read and written.
@Suite struct MOTFileTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

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

  /// A table is called by its first line, or by OpenSim's own name.
  @Test func aTableKeepsItsName() throws {
    let named = { (name: String) in AngleTable(name: name, isInDegrees: true, times: [], columns: []).mot }
    #expect(named("Walk").hasPrefix("Walk\nversion=1\n") && named("").hasPrefix("Coordinates\nversion=1\n"))
    let rest = "\nA remark\ninDegrees=yes\nendheader\ntime\tknee_angle_r\n0\t1\n"
    let long = String(repeating: "a", count: 200)
    for (name, read) in [("Walk", "Walk"), (long + "b", long)] {
      #expect(try MOTReader(path: "made").table(Array((name + rest).utf8)).name == read)
    }
  }

  /// Tabs part the fields where there are any, and fields behind the last name are none.
  @Test func fieldsArePartedAsTheNamesAre() throws {
    let head = "x\ninDegrees=yes\nendheader\ntime\tpelvis, tilt\tknee_angle_r\n"
    let table = try MOTReader(path: "made").table(Array((head + "0\t1\t2\t9\n0.5\t3\t4\n").utf8))
    #expect(
      table.columns == [.init(name: "pelvis, tilt", values: [1, 3]), .init(name: "knee_angle_r", values: [2, 4])])
    let field = String(repeating: "x", count: 30) + String(repeating: "y", count: 30)
    let error = #expect(throws: MotionError.self) {
      try MOTReader(path: "made").table(Array((head + "0\t\(field)\t2\n").utf8))
    }
    #expect(
      error
        == .malformed(
          path: "made", place: .line(5), expected: .phrase("a_number"), found: .quoted(String(field.prefix(40)))))
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
}
