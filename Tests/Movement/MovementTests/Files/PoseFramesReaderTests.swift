import Geometry
import Testing

@testable import Movement

/// Frames with people, as other programs than COCO's write its points.
@Suite struct PoseFramesReaderTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

  @Test func peopleInFramesOfOtherProgramsAreRead() throws {
    defer { files.remove() }
    let lateral = body.lateral
    let joined = { (texts: [String]) in "[" + texts.joined(separator: ",") + "]" }
    let pairs = { (i: Int) -> String in joined(points(lateral, i).map { list($0) }) }
    let flat = { (i: Int, skeleton: Skeleton) -> String in list(points(lateral, i, skeleton).flatMap { $0 + [0.9] }) }
    let named = { (i: Int, isNested: Bool) -> String in
      joined(
        points(lateral, i).map { point -> String in
          let place = "\"x\":\(point[0]),\"y\":\(point[1])"
          return "{\"score\":0.9,\"name\":\"n\"," + (isNested ? "\"position\":{\(place)}}" : place + "}")
        })
    }
    let scores = list(Array(repeating: 0.9, count: 17))
    let mmpose = course.indices.map { i -> String in
      let person = "{\"keypoints\":\(pairs(i)),\"keypoint_scores\":\(scores),\"bbox\":[[0,0,1,1]]}"
      return "{\"frame_id\":\(i + 1),\"instances\":[\(person)]}"
    }
    let pifpaf = course.indices.map { i -> String in
      "{\"frame\":\(i),\"predictions\":[{\"keypoints\":\(flat(i, .coco17)),\"score\":0.9}]}"
    }
    let whole = course.indices.map { i -> String in
      "{\"image_id\":\"\(i).jpg\",\"score\":3,\"box\":[0,0,1,1],\"keypoints\":\(flat(i, .halpe136))}"
    }
    let poseNet = course.indices.map { i -> String in "{\"score\":0.9,\"keypoints\":\(named(i, true))}" }
    let moveNet = course.indices.map { i -> String in "[{\"keypoints\":\(named(i, false))}]" }
    let texts: [(String, String)] = [
      ("MMPose", "{\"meta_info\":{},\"instance_info\":\(joined(mmpose))}"),
      ("openpifpaf", pifpaf.joined(separator: "\n")),
      ("PoseNet", joined(poseNet)), ("MoveNet", joined(moveNet)), ("HALPE_136", joined(whole)),
    ]
    for (name, text) in texts {
      let path = try files.write(text, as: "\(name).json")
      expectWhole(try knee(path, at15), name)
      #expect(throws: MotionError.noRate(path: path), "\(name)") { try knee(path) }
    }
    // A frame with nobody is one, and several people are refused as elsewhere.
    var some = mmpose
    some[3] = "{\"frame_id\":4,\"instances\":[]}"
    let path = try files.write("{\"instance_info\":[\(some.joined(separator: ","))]}", as: "some.json")
    #expect(try knee(path, at15).reasons[3] == .missing)
    let person = "{\"keypoints\":\(pairs(0)),\"keypoint_scores\":\(scores)}"
    let two = try files.write(
      "{\"instance_info\":[{\"frame_id\":1,\"instances\":[\(person),\(person)]}]}", as: "two.json")
    #expect(throws: MotionError.severalPeople(path: two, most: 2)) { try knee(two, at15) }
    var third = at15
    third.person = 2
    #expect(throws: MotionError.noSuchPerson(path: two, person: 2, most: 2)) { try knee(two, third) }
    for broken in [
      "[{\"keypoints\":[1,2]}]", "[{\"keypoints\":[[1]]}]", "[[{\"keypoints\":\(pairs(0))}],7]", "{\"keypoints\":1}",
    ] {
      #expect(throws: MotionError.self, "\(broken)") { try knee(files.write(broken, as: "broken.json"), at15) }
    }
  }

  /// Triples have their scores; and nobody goes four tenths of the body in the thirtieth part of a second.
  @Test func scoresAndStepsAreThoseOfTheFrames() throws {
    let frame = { (number: Int, shift: Double) in
      let points = (0..<17).map { "[\(200 + shift),\(100 + 20 * $0),0.7]" }.joined(separator: ",")
      return "{\"frame\":\(number),\"predictions\":[{\"keypoints\":[\(points)]}]}"
    }
    for (shift, others) in [(128, [1]), (64, [])] as [(Double, Set<Int>)] {
      let text = "[\(frame(0, 0)),\(frame(1, shift))]"
      let read = try sequence(.read(bytes: Array(text.utf8), path: "made", at30))
      #expect(read.tracks[.nose]?.confidences?[0] == 0.7 && read.others == others)
    }
  }
}
