import Diagnostics
import Foundation
import Recordings
import Testing

@testable import Viewer

/// The frames of a recording as a page gets them.
@Suite struct PickingSessionFramesTests {
  private let three: ThreeFrames

  init() throws { three = try ThreeFrames() }

  private func session(isBlind: Bool = false) -> PickingSession {
    let walk = SessionState.Walk(number: 1, count: 2, kind: "all", isBlind: isBlind)
    return PickingSession(BareSource(recording: three.recording), language: .english, walk: walk)
  }

  private func list(_ session: PickingSession) async throws -> [String: Any] {
    let content = try await session.frameList().content
    return try #require(try JSONSerialization.jsonObject(with: content) as? [String: Any])
  }

  @Test func framesAreListedWithTheirTimes() async throws {
    let all = try await list(session())
    #expect(all["width"] as? Int == 64)
    #expect(all["height"] as? Int == 48)
    let frames = try #require(all["frames"] as? [[String: Any]])
    #expect(frames.map { $0["index"] as? Int } == [0, 1, 2])
    #expect(frames.map { $0["name"] as? String } == ["100.00", "100.25", "100.50"])
    #expect(frames.map { $0["time_s"] as? Double } == [0, 0.25, 0.5], "from the first")
    // Nothing is tracked yet.
    #expect(frames.allSatisfy { $0["posed"] as? Bool == false })
    #expect(frames.allSatisfy { ($0["score"] as? [String: Double])?.isEmpty == true })
  }

  /// Times of day would tell who was scanned.
  @Test func blindFramesHaveNumbersForNames() async throws {
    let frames = try #require(try await list(session(isBlind: true))["frames"] as? [[String: Any]])
    #expect(frames.map { $0["name"] as? String } == ["0", "1", "2"])
  }

  @Test func aMeshHasNoFrames() async throws {
    let mesh = PickingSession(BareSource(), language: .english)
    #expect(try await list(mesh)["width"] as? Int == 0)
    #expect((try await list(mesh)["frames"] as? [Any])?.isEmpty == true)
    await #expect(throws: ViewRefusal.notFound) { try await mesh.frame(0, width: nil) }
  }

  /// The first divisor of a JPEG's first table, 16 where quality is 50: at quality q above it is 16 · (2 − q / 50), rounded.
  private func divisor(_ jpeg: Data) -> Int? {
    let bytes = [UInt8](jpeg)
    return bytes.indices.dropLast(5).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDB }.map { Int(bytes[$0 + 5]) }
  }

  @Test func aFrameIsAnImageAsWideAsItIsAskedFor() async throws {
    let session = session()
    let whole = try await session.frame(1, width: nil)
    let image = try ImageFile.color(whole.content)
    #expect((image.width, image.height) == (64, 48))
    #expect(whole.type == "image/jpeg")
    #expect(whole.head["Cache-Control"] == "private, max-age=3600")
    // Whoever clicks looks at it closely: quality 95, and 80 in the strip of small ones.
    #expect(divisor(whole.content) == 2)
    let small = try await session.frame(1, width: 16)
    let reduced = try ImageFile.color(small.content)
    #expect((reduced.width, reduced.height) == (16, 12))
    #expect(divisor(small.content) == 6)
    #expect(try await session.frame(2, width: nil).content != whole.content)
  }

  @Test func whatThereIsNotIsRefused() async {
    let session = session()
    for index in [-1, 3] {
      await #expect(throws: ViewRefusal.notFound) { try await session.frame(index, width: nil) }
    }
    for width in [0, 15, 4097] {
      await #expect(throws: ViewRefusal.badRequest) { try await session.frame(0, width: width) }
    }
    await #expect(throws: ViewRefusal.notReady) { try await session.probe(.init(frame: 0, pixel: [1, 2])) }
  }

  /// Metres become millimetres, the depth to a tenth and the place to a thousandth; pixels are told to a tenth.
  @Test func aPixelIsToldInMillimetres() {
    let told = PickingSession.ProbeAnswer(
      depth: 0.31234, position: [0.0123456, -0.02, 0.3], lines: [(frame: 7, points: [[1.26, 2], [-3.34, 40.08]])])
    #expect(told.depthMm == 312.3)
    #expect(told.mm == [12.346, -20, 300])
    #expect(told.lines.map(\.frame) == [7])
    #expect(told.lines[0].points == [[1.3, 2], [-3.3, 40.1]])
    let none = PickingSession.ProbeAnswer(depth: nil, position: nil, lines: [])
    #expect(none.depthMm == nil)
    #expect(none.mm == nil)
  }
}
