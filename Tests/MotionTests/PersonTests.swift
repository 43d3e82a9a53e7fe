import Foundation
import Geometry
import Testing

@testable import Motion

/// One person through frames in which others are, too.
@Suite struct PersonTests {
  private let files: LandmarkFiles
  private var at30: ReadingOptions {
    var options = ReadingOptions()
    options.rate = 30
    return options
  }

  init() throws { files = try LandmarkFiles() }

  private let course = Course.repeats(3, to: { _ in 110 })

  /// A line of COCO's results for a frame of a body, moved to the side.
  private func person(_ body: LandmarkSequence, _ i: Int, shift: Double = 0) -> String {
    var numbers = [Double](repeating: 0, count: 51)
    for (point, place) in Skeleton.coco17.places {
      numbers[3 * place] = body.tracks[point]!.positions[i].x + shift
      numbers[3 * place + 1] = body.tracks[point]!.positions[i].y
      numbers[3 * place + 2] = 0.9
    }
    return "{\"image_id\":\(i),\"score\":1,\"keypoints\":[\(numbers.map { "\($0)" }.joined(separator: ","))]}"
  }

  private func measure(_ people: [String], _ options: ReadingOptions) throws -> MeasuredMotion {
    let file = try MotionFile.read(files.write("[" + people.joined(separator: ",") + "]", as: "p.json"), options)
    let task = try MotionTask(.knee, .right, view: .lateral, direction: .clockwise)
    return try MotionMeasurement(task).measure(file, path: "p.json")
  }

  @Test func whoLeavesIsNotReplacedBySomebodyElse() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: course).lateral
    let count = course.count
    var people: [String] = []
    for i in 0..<count {
      if i < 3 * count / 10 { people.append(person(body, i)) }
      if i > 20 { people.append(person(body, i, shift: 600)) }
    }
    var options = at30
    options.person = 0
    let measured = try measure(people, options)
    #expect(measured.result.status == .incomplete && measured.result.values.maximum == nil)
    #expect(measured.reasons.count { $0 == .otherPerson } == count - 3 * count / 10)
    #expect(measured.result.findings.contains { $0.text().contains("with another person only") })
  }

  /// One person in each frame, but not the same one.
  @Test func theOnlyPersonIsFollowedToo() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: course).lateral
    let measured = try measure(course.indices.map { person(body, $0, shift: $0 < 60 ? 0 : 900) }, at30)
    #expect(measured.reasons.count { $0 == .otherPerson } == course.count - 60)
    // Back after a moment in which somebody else was seen, and slow walking.
    let back = try measure(course.indices.map { person(body, $0, shift: (100..<130).contains($0) ? 900 : 0) }, at30)
    #expect(back.reasons.enumerated().allSatisfy { ($1 == .otherPerson) == (100..<130).contains($0) })
    let walking = try measure(course.indices.map { person(body, $0, shift: 5 * Double($0)) }, at30)
    #expect(walking.result.gates.rejected.isEmpty)
  }

  /// People need not stand in the order of their pictures.
  @Test func theOrderOfPeopleInAFileDoesNotMatter() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: course).lateral
    let list = course.indices.map { person(body, $0) }
    #expect(try measure(list.reversed(), at30).degrees == measure(list, at30).degrees)
  }

  /// A third of the frames has a person, and the file has no others: they are counted all the same.
  @Test func framesThatTheFileLacksAreCounted() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: course).lateral
    let there = course.indices.filter { ($0 / 12) % 3 == 0 }
    let measured = try measure(there.map { person(body, $0) }, at30)
    let all = there.last! - there[0] + 1
    #expect(measured.result.gates.all == all && measured.result.gates.rejected["absent"] == all - there.count)
    #expect(measured.result.findings.contains { $0.code == .motionFewValidFrames })
    // Every second frame is a rate, not a lack.
    let half = course.indices.filter { $0 % 2 == 0 }
    #expect(try measure(half.map { person(body, $0) }, at30).result.gates.rejected.isEmpty)
  }

  @Test func aFrameHasNoMoreThanAThousandPeople() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: [0]).lateral
    var options = at30
    options.person = 0
    let crowd = Array(repeating: person(body, 0), count: 1001)
    #expect(throws: MotionError.self) { try measure(crowd, options) }
    #expect(throws: Never.self) { try measure(Array(crowd.prefix(1000)), options) }
  }
}
