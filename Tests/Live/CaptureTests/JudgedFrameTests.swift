import Feedback
import Geometry
import LiveTracking
import Recordings
import TestSupport
import Testing

@testable import Capture

/// What is known of a frame that was judged.
@Suite struct JudgedFrameTests {
  private func judged(_ pose: RigidTransform?, directions: [[Bool]]? = [[true]], head: HeadPlace?) throws -> JudgedFrame
  {
    let recording = try Recording.open(SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders/tum"))
    var engine = FeedbackEngine(FeedbackFile.builtIn.rules, ids: nil)
    let facts = FrameFacts(frame: 0, time: 0, mapFromCamera: pose)
    return JudgedFrame(
      frame: recording.frames[0], counts: FrameCounts(), seen: [], facts: facts, feedback: engine.step(facts),
      seenDirections: directions, head: head)
  }

  /// 0.3 m along the map's y from the head's middle, which is the head's right.
  @Test func theEyeIsSeenFromTheHeadsMiddle() throws {
    let pose = RigidTransform(rotation: .rotation([1, 2, 3]), translation: [0.1, 0.5, -0.3])
    let head = HeadPlace(middle: [0.1, 0.2, -0.3], headFromMap: Matrix3(columns: [0, -1, 0], [1, 0, 0], [0, 0, 1]))
    let eye = try #require(judged(pose, head: head).eye)
    #expect((eye - [1, 0, 0]).length < 1e-12)
    #expect(try judged(nil, head: head).eye == nil)
    #expect(try judged(pose, head: nil).eye == nil)
    #expect(try judged(pose, directions: nil, head: head).eye == nil)
  }
}
