import Foundation
import Testing

@testable import Movement

/// Angles over time, written and read.
@Suite struct AngleCurveTests {
  private func curve(_ text: String) -> AngleCurve? { AngleCurve(csv: Array(text.utf8)) }

  private func curve(times: [Double]) -> AngleCurve {
    AngleCurve(
      times: times, names: times.indices.map { "\($0)" }, reasons: times.map { _ in nil }, outliers: [], channels: [])
  }

  @Test func whatIsWrittenReadsBack() throws {
    let made = AngleCurve(
      times: [0, 0.5, 2], names: ["a,1", "b \"2\"", "c"], reasons: [nil, .missing, nil], outliers: [2],
      channels: [
        .init(name: "flexion", raw: [1, .infinity, 3], filtered: [1.5, .nan, 2.5]),
        .init(name: "rotation", raw: [-4, .nan, 360], filtered: [-4.5, .nan, 359.5]),
      ])
    let read = try #require(curve(made.csv.text))
    #expect(read.times == made.times && read.names == made.names && read.states == ["valid", "missing", "outlier"])
    #expect(read.channels.map(\.name) == ["flexion", "rotation"])
    #expect(read.channels[1].raw[2] == 360 && read.channels[1].filtered[0] == -4.5)
    #expect(read.channels[0].raw[1].isNaN && read.channels[0].filtered[2] == 2.5)
    #expect(read.csv.text == made.csv.text)
    #expect(read.channel(of: "rotation")?.name == "rotation" && read.channel(of: "other")?.name == "flexion")
    #expect(read.index(of: "c") == 2)
  }

  private static let head = "frame,time_s,angle_deg,filtered_deg,state\n"

  /// The only angle has no name; columns stand in any order, beside others.
  @Test func columnsAreKnownByTheirNames() throws {
    let one = try #require(curve(Self.head + "7,0,1,2,valid\r\n8,0.5,,-3,missing\r\n"))
    #expect(one.channels.map(\.name) == [""] && one.names == ["7", "8"] && one.states == ["valid", "missing"])
    #expect(one.channels[0].raw[0] == 1 && one.channels[0].raw[1].isNaN && one.channels[0].filtered == [2, -3])
    let other = try #require(
      curve("state,filtered_tilt_deg,note,time_s,tilt_deg,lone_deg,frame\nvalid,4,\"x, \"\"y\"\"\",1,5,6,f\n"))
    #expect(other.channels == [.init(name: "tilt", raw: [5], filtered: [4])] && other.names == ["f"])
    #expect(curve(Self.head)?.times == [])
  }

  @Test(arguments: [
    "", "frame,time_s,angle_deg,state\n7,0,1,valid\n", "frame,time_s,angle_deg,filtered_deg\n7,0,1,2\n",
    head + "\"7,0,1,2,valid\n", head + "7,0,1,2\n", head + "7,0,1,2,valid,9\n", head + "7,soon,1,2,valid\n",
    head + "7,0,x,2,valid\n", head + "7,0,1,inf,valid\n", head + "7,0,361,2,valid\n", head + "7,0,1,-361,valid\n",
    head + "7,1,1,2,valid\n8,1,1,2,valid\n", head + "7,0,1,2,valid\n8,1.1e7,1,2,valid\n", head + "7,1.1e11,1,2,valid\n",
  ])
  func aFileOfAnotherFormIsNone(_ text: String) { #expect(curve(text) == nil) }

  /// Of the steps 1, 2, 3 and 4 s the upper one of the two in the middle; of 1, 1 and 17 s the middle one.
  @Test func theUsualStepIsTheMedian() {
    #expect(curve(times: [0, 2, 6, 7, 10]).step == 3)
    #expect(curve(times: [0, 1, 18, 19]).step == 1)
    #expect(curve(times: [5]).step == 0 && curve(times: []).step == 0)
  }

  @Test func aLineIsBrokenAtGaps() {
    let uneven = curve(times: [0, 1, 3, 6, 10])
    let values = [1.0, 2, 3, 4, 5]
    #expect(uneven.parts(of: values, at: 0..<5, gap: 2.5) == [[0, 1, 2], [3], [4]])
    #expect(uneven.parts(of: values, at: [0, 1, 3], gap: 5) == [[0, 1, 3]])
    #expect(uneven.parts(of: [1, .nan, 3, 4, 5], at: 0..<5, gap: 9) == [[0], [2, 3, 4]])
    // Three and a half steps of 2 s.
    let even = curve(times: [0, 2, 4, 6, 12.5, 20])
    #expect(even.parts(of: [1, 2, 3, 4, 5, 6], at: 0..<6) == [[0, 1, 2, 3, 4], [5]])
  }
}
