import Foundation
import Geometry
import Testing

@testable import Movement

/// Times of frames: what they must be, and rows that have lost theirs.
@Suite struct TimeCheckTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

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

  /// Recorders count from a day of their own.
  @Test func timesMayCountFromAnyDay() throws {
    defer { files.remove() }
    let rows = (0..<60).map { "\(1.7e9 + Double($0) / 30)\t\($0)" }.joined(separator: "\n")
    let text = "x\nversion=1\nnRows=60\nnColumns=2\ninDegrees=yes\nendheader\ntime\tknee_angle_r\n" + rows
    #expect(try knee(.read(files.write(text, as: "epoch.mot"))) == (0..<60).map { Double($0) })
  }

  /// More than three, and more than a twentieth of all.
  @Test(arguments: [(5, 3, true), (76, 4, true), (75, 4, false), (4, 4, false)])
  func fewRowsMayHaveLostTheirTimes(kept: Int, lost: Int, isSound: Bool) {
    var times = LostTimes()
    let accepted = ((1...kept).map(Double.init) + [Double](repeating: 0, count: lost)).map { times.accepts($0) }
    #expect(accepted.count { $0 } == kept)
    var isRefused = false
    do { try times.check(path: "a", place: .phrase("none")) } catch { isRefused = true }
    #expect(isRefused != isSound)
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
    let error = #expect(throws: MotionError.self) { try knee(other, sized) }
    guard case .malformed(_, let place, _, _) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(place == .phrase("frame", ["frame": .count(course.count - 1)]))
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
}
