import Foundation
import Geometry
import TestSupport
import Testing

@testable import Recordings

/// What Record3D sends over USB.
@Suite struct Record3DStreamTests {
  private static let metres = (0..<(24 * 16)).map { 0.3 + Float($0) / 1000 }

  private func message(confidence: [UInt8]? = nil) throws -> Data {
    PhoneMessage.frame(
      sizes: ((24, 16), (24, 16)), camera: [15, 14.5, 11.5, 7.5], pose: [0, 0, 0, 1, 0.1, 0.2, 0.3],
      jpeg: try SmallRecording.color(width: 24, height: 16), depth: Self.metres, confidence: confidence)
  }

  @Test(arguments: [false, true]) func aFrameIsRecordedAsItCame(hasConfidence: Bool) throws {
    let levels = (0..<(24 * 16)).map { UInt8($0 % 3) }
    let message = try message(confidence: hasConfidence ? levels : nil)
    #expect(try Record3DStream.bodyBytes(message.prefix(16)) == message.count - 16)
    let folder = try TemporaryFolder()
    let writer = RecordingWriter(folder.url)
    for time in [0.5, 0.6] { _ = try writer.add(Record3DStream.frame(message.dropFirst(16), time: time)) }
    let recording = try Recording.open(folder.url)
    let frame = recording.frames[1]
    #expect([frame.name, recording.frames[0].name] == ["000001", "000000"])
    #expect(frame.time == 0.6)
    #expect(frame.camera == Camera(width: 24, height: 16, fx: 15, fy: 14.5, cx: 11.5, cy: 7.5))
    #expect(frame.recordedPose == RigidTransform(arkit: [0, 0, 0, 1, 0.1, 0.2, 0.3].map { Double(Float($0)) }))
    #expect(frame.down == Vector3(0, 1, 0))
    let read = { try Data(contentsOf: folder.url.appendingPathComponent($0)) }
    #expect(try read("color/000001.jpg") == SmallRecording.color(width: 24, height: 16))
    #expect(try read("depth/000001.lzfse") == PhoneMessage.stored(Self.metres.withUnsafeBytes { Data($0) }))
    let depth = try recording.depth(frame).pixels
    #expect(
      depth.indices.allSatisfy { hasConfidence && levels[$0] == 0 ? depth[$0].isNaN : depth[$0] == Self.metres[$0] })
  }

  @Test(arguments: [0, 87, (32 << 20) + 1, Int(UInt32.max)]) func aBodyOfAnImpossibleSizeIsRefused(count: Int) {
    #expect(throws: RecordingError.self) { try Record3DStream.bodyBytes(PhoneMessage.head(count)) }
  }

  /// Every number of the body set to what could hurt: an error or a frame, never more memory than came.
  @Test(arguments: [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x7FC0_0000] as [UInt32]) func aLyingBodyIsRefusedOrRecorded(
    _ lie: UInt32
  ) throws {
    let body = try message().dropFirst(16)
    for place in 0..<22 {
      var bad = Data(body)
      withUnsafeBytes(of: lie.littleEndian) { bad.replaceSubrange((4 * place)..<(4 * place + 4), with: $0) }
      let folder = try TemporaryFolder()
      do { _ = try RecordingWriter(folder.url).add(Record3DStream.frame(bad, time: 0)) } catch is RecordingError {
        continue
      }
      #expect(try Recording.open(folder.url).frames.count == 1, "number \(place)")
    }
    #expect(throws: RecordingError.self) { try Record3DStream.frame(body.prefix(200), time: 0) }
    #expect(throws: RecordingError.self) { try Record3DStream.frame(Data(repeating: 0xA5, count: 5000), time: 0) }
  }
}
