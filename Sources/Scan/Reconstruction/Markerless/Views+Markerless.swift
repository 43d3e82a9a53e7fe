import Images
import Markers
import Files
import Platform
import Recordings
import Workers

extension Views {
  /// The depth validity of every frame, several frames at a time.
  static func withoutMarkers(
    _ recording: Recording, workers: Workers, step: @Sendable (Int) -> Void
  ) throws -> Views {
    let seen = workers.map(recording.frames.count, tool: { FrameDecoder(recording) }) {
      decoder, index -> Result<(ValidCount, String), any Error> in
      defer { step(index) }
      do { return .success(try validity(recording.frames[index], &decoder)) } catch { return .failure(error) }
    }
    let frames = try seen.map { try $0.get() }
    return Views(
      observations: recording.frames.map {
        FrameObservations(frame: $0.index, time: $0.time, cameras: $0.cameras, markers: [])
      },
      usable: [], depthValidity: frames.map { ($0.0, ValidCount()) },
      digest: Checksum.sha256(Data(frames.flatMap { $0.1.utf8 })))
  }

  /// A frame's valid depth, and the digests of its images, colour before depth.
  private static func validity(
    _ frame: RecordedFrame, _ decoder: inout FrameDecoder
  ) throws -> (ValidCount, String) {
    var depth = DepthImage(width: 0, height: 0, pixels: [])
    try decoder.depth(frame, into: &depth)
    let depthDigest = decoder.withFile { Checksum.sha256($0) }
    var gray = GrayImage(width: 0, height: 0, pixels: [])
    try decoder.gray(frame, into: &gray)
    let colorDigest = decoder.withFile { Checksum.sha256($0) }
    return (ValidCount(valid: depth.validCount, total: depth.pixels.count), colorDigest + depthDigest)
  }
}
