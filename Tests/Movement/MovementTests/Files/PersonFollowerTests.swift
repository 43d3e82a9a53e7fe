import Foundation
import Geometry
import Testing

@testable import Movement

/// One person through frames in which others are, too.
@Suite struct PersonFollowerTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

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

  /// A quarter of the body from one frame to the next, as much again with each quarter of a second, and never more than half of
  /// it.
  @Test func howFarAPersonGoesIsAShareOfTheBody() throws {
    let list = { (x: Double) in
      PointList(positions: [[x, 0, 0], [x + 60, 100, 0], .missing], confidences: [1, 1, 0])
    }
    for (time, way, isSame) in [
      (0.1, 34.9, true), (0.1, 35.1, false), (1, 49.9, true), (1, 50.1, false), (0, 24.9, true),
    ] {
      for sign in [1.0, -1] {
        var follower = PersonFollower(path: "made", chosen: nil, MotionRules.standard.people)
        #expect(try follower.pick([list(7)], at: 3) != nil)
        let found = try follower.pick([list(7 + sign * way)], at: 3 + time)
        #expect((found != nil) == isSame, "\(time) s, \(way)")
        #expect(follower.others == (isSame ? [] : [1]), "\(time) s, \(way)")
      }
    }
  }

  /// A single point has no extent, and tells nobody.
  @Test func aSinglePointIsFollowedWhereverItGoes() throws {
    let point = { (x: Double) in PointList(positions: [[x, 0, 0], .missing], confidences: [1, 0]) }
    var follower = PersonFollower(path: "made", chosen: nil, MotionRules.standard.people)
    let (first, second) = (try follower.pick([point(7)], at: 3), try follower.pick([point(900)], at: 3.1))
    #expect(first != nil && second?.positions[0].x == 900 && follower.others.isEmpty)
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
    #expect(measured.result.status == .incomplete)
    #expect(measured.result.values.maximum == nil)
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

  /// Person 1 bends to 110° and is not found for a while; person 2 beside bends to 70°. The file says who is who.
  @Test func whoIsWhoIsTakenFromTheFile() throws {
    defer { files.remove() }
    let (one, two) = (
      SimulatedBody(knee: course).lateral, SimulatedBody(knee: Course.repeats(3, to: { _ in 70 })).lateral
    )
    let lost = 5..<15
    var options = at30
    options.person = 0
    for key in [
      "\"idx\":%d", "\"track_id\":%d", "\"idx\":[%d]", "\"person_id\":%d", "\"trackingId\":%d",
      "\"instance_id\":\"%d\"",
      "\"object_id\":\"child %d\"", "\"id\":%d",
    ] {
      let named = { (text: String, id: Int) in
        text.replacingOccurrences(
          of: "\"score\":1", with: "\"score\":1,\(key.replacingOccurrences(of: "%d", with: "\(id)"))")
      }
      let people = course.indices.flatMap { i in
        (lost.contains(i) ? [] : [named(person(one, i), 1)]) + [named(person(two, i, shift: 60), 2)]
      }
      let measured = try measure(people, options)
      #expect(abs(try #require(measured.result.values.maximum).degrees - 110) < 0.5, "\(key)")
      #expect(measured.reasons.enumerated().allSatisfy { ($1 == .otherPerson) == lost.contains($0) }, "\(key)")
    }
    // A number that all have says nothing.
    let alike = course.indices.flatMap { i in
      [person(one, i), person(two, i, shift: 600)].map {
        $0.replacingOccurrences(of: "\"score\":1", with: "\"score\":1,\"idx\":0")
      }
    }
    #expect(abs(try #require(try measure(alike, options).result.values.maximum).degrees - 110) < 0.5)
    // Nor do the numbers of annotations and of places in a list.
    for number in [{ 2 * $0 + $1 }, { $1 }, { $1 + 1 }] as [(Int, Int) -> Int] {
      let numbered = course.indices.flatMap { i in
        (i % 2 == 0 ? [person(one, i), person(two, i, shift: 600)] : [person(two, i, shift: 600), person(one, i)])
          .enumerated().map { place, text in
            text.replacingOccurrences(of: "\"score\":1", with: "\"score\":1,\"id\":\(number(i, place))")
          }
      }
      #expect(abs(try #require(try measure(numbered, options).result.values.maximum).degrees - 110) < 0.5)
    }
    // Nor does `id` where another key says who is who.
    let both = course.indices.flatMap { i in
      let pair = [(person(one, i), 1), (person(two, i, shift: 600), 2)]
      return (i % 2 == 0 ? pair : pair.reversed()).enumerated().map { place, who in
        who.0.replacingOccurrences(of: "\"score\":1", with: "\"score\":1,\"idx\":\(who.1),\"id\":\(5 + place)")
      }
    }
    #expect(abs(try #require(try measure(both, options).result.values.maximum).degrees - 110) < 0.5)
    // OpenPose's person_id, −1 where it follows nobody.
    let place = files.folder.appending(path: "followed")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for i in course.indices {
      let texts = [(one, 1, 0.0), (two, 2, 60)].compactMap { body, id, shift -> String? in
        guard id == 2 || !lost.contains(i) else { return nil }
        var numbers = [Double](repeating: 0, count: 75)
        for (point, at) in Skeleton.body25.places {
          let position = body.tracks[point]!.positions[i]
          (numbers[3 * at], numbers[3 * at + 1], numbers[3 * at + 2]) = (position.x + shift, position.y, 0.9)
        }
        return "{\"person_id\":[\(id)],\"pose_keypoints_2d\":[\(numbers.map { "\($0)" }.joined(separator: ","))]}"
      }
      try Data("{\"people\":[\(texts.joined(separator: ","))]}".utf8).write(
        to: place.appending(path: "c_\(i)_keypoints.json"))
    }
    let task = try MotionTask(.knee, .right, view: .lateral)
    let followed = try MotionMeasurement(task).measure(.read(place.path, options), path: "followed")
    #expect(abs(try #require(followed.result.values.maximum).degrees - 110) < 0.5)
    #expect(followed.reasons.enumerated().allSatisfy { ($1 == .otherPerson) == lost.contains($0) })
  }

  /// A tracker that has lost a person finds it under a new name.
  @Test func aNewNameIsTakenWhereNobodyElseHasIt() throws {
    defer { files.remove() }
    let (one, two) = (
      SimulatedBody(knee: course).lateral, SimulatedBody(knee: Course.repeats(3, to: { _ in 70 })).lateral
    )
    let named = { (text: String, id: Int) in
      text.replacingOccurrences(of: "\"score\":1", with: "\"score\":1,\"idx\":\(id)")
    }
    var options = at30
    options.person = 0
    for hasOther in [false, true] {
      let people = course.indices.flatMap { i in
        [named(person(one, i), i < 60 ? 1 : i < 150 ? 4 : 9)]
          + (hasOther ? [named(person(two, i, shift: 60), 2)] : [])
      }
      let measured = try measure(people, options)
      #expect(abs(try #require(measured.result.values.maximum).degrees - 110) < 0.5, "\(hasOther)")
      #expect(measured.result.gates.rejected.isEmpty, "\(measured.result.gates.rejected)")
    }
    // The new name turns out to be that of somebody else, where both are seen.
    let away = 80..<120
    let people = course.indices.flatMap { i in
      (away.contains(i) ? [] : [named(person(one, i), 1)])
        + (i >= away.lowerBound ? [named(person(two, i, shift: 60), 3)] : [])
    }
    let measured = try measure(people, options)
    #expect(measured.reasons.enumerated().allSatisfy { ($1 == .otherPerson) == away.contains($0) })
    #expect(abs(try #require(measured.result.values.maximum).degrees - 110) < 0.5)
  }

  /// People need not stand in the order of their pictures.
  @Test func theOrderOfPeopleInAFileDoesNotMatter() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: course).lateral
    let list = course.indices.map { person(body, $0) }
    #expect(try measure(list.reversed(), at30).angles[0].degrees == measure(list, at30).angles[0].degrees)
  }

  /// A third of the frames has a person, and the file has no others: they are counted all the same.
  @Test func framesThatTheFileLacksAreCounted() throws {
    defer { files.remove() }
    let body = SimulatedBody(knee: course).lateral
    let there = course.indices.filter { ($0 / 12) % 3 == 0 }
    let measured = try measure(there.map { person(body, $0) }, at30)
    let all = there.last! - there[0] + 1
    #expect(measured.result.gates.all == all)
    #expect(measured.result.gates.rejected["absent"] == all - there.count)
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

  @Test func severalPeopleAreRefusedUnlessOneIsChosenAndThenFollowed() throws {
    defer { files.remove() }
    let place = try files.openPose(SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral, people: 2)
    #expect(throws: MotionError.severalPeople(path: place, most: 2)) { try MotionFile.read(place, at30) }
    var third = at30
    third.person = 2
    #expect(throws: MotionError.noSuchPerson(path: place, person: 2, most: 2)) { try MotionFile.read(place, third) }
    // Two people who are listed in turn first and second.
    let (one, two) = (SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral, 700.0)
    let people = one.times.indices.map { i in
      let person = { (shift: Double) in
        let numbers = (0..<17).flatMap { index -> [Double] in
          let point = Skeleton.coco17.places.first { $0.value == index }?.key
          return point.map { [one.tracks[$0]!.positions[i].x + shift, one.tracks[$0]!.positions[i].y, 0.9] } ?? [
            0, 0, 0,
          ]
        }
        return "{\"image_id\":\(i),\"score\":1,\"keypoints\":[\(numbers.map { "\($0)" }.joined(separator: ","))]}"
      }
      return i % 2 == 0 ? person(0) + "," + person(two) : person(two) + "," + person(0)
    }
    let path = try files.write("[" + people.joined(separator: ",") + "]", as: "two.json")
    var options = at30
    options.person = 1
    let read = try sequence(.read(path, options))
    #expect(
      read.tracks[.rightHip]!.positions.allSatisfy { abs($0.x - one.tracks[.rightHip]!.positions[0].x - two) < 1e-9 })
    options.person = 2
    #expect(throws: MotionError.noSuchPerson(path: path, person: 2, most: 2)) { try MotionFile.read(path, options) }
  }
}
