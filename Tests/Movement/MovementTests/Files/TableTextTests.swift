import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Tables of numbers, as spreadsheets, scripts and OpenSim write them.
@Suite struct TableTextTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

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
}
