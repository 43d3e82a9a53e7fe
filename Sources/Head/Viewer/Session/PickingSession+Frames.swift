import Diagnostics
import Foundation
import Geometry
import Images
import Landmarks
import Recordings
import Reports

extension PickingSession {
  private struct FrameEntry: Encodable {
    let index: Int
    let name: String
    let timeS: Double
    let posed: Bool
    let score: [String: Double]
  }

  private struct FrameList: Encodable {
    let width: Int
    let height: Int
    let frames: [FrameEntry]
  }

  /// What a page is told of a pixel: millimetres and pixels.
  struct ProbeAnswer: Encodable {
    struct Line: Encodable {
      let frame: Int
      let points: [[Double]]
    }

    @Nullable var depthMm: Double? = nil
    @Nullable var mm: [Double]? = nil
    let lines: [Line]

    /// - Parameters:
    ///   - depth: metres.
    ///   - position: metres.
    init(depth: Double?, position: Vector3?, lines: [(frame: Int, points: [Vector2])]) {
      self.lines = lines.map { line in
        Line(frame: line.frame, points: line.points.map { [rounded($0.x, 1), rounded($0.y, 1)] })
      }
      depthMm = depth.map { rounded($0 * 1000, 1) }
      mm = position.map { p in [p.x, p.y, p.z].map { rounded($0 * 1000, 3) } }
    }
  }

  /// The frames of the recording, and how well each shows the landmarks; none of a mesh.
  func frameList() throws -> ViewAnswer {
    guard let recording = source.recording else { return try .json(FrameList(width: 0, height: 0, frames: [])) }
    let posed = (subject as? RecordingSubject).map { subject in
      Set(recording.frames.indices.filter { subject.scan.view($0) != nil })
    }
    let scores = frameScores()
    let camera = recording.frames[0].camera
    // Frames are named by the time of day.
    let name = { [isBlind] (frame: RecordedFrame) in isBlind ? "\(frame.index)" : frame.name }
    return try .json(
      FrameList(
        width: camera.width, height: camera.height,
        frames: recording.frames.map { frame in
          FrameEntry(
            index: frame.index, name: name(frame), timeS: rounded(frame.time - recording.frames[0].time, 4),
            posed: posed?.contains(frame.index) ?? false, score: scores[frame.index] ?? [:])
        }))
  }

  /// How well each frame shows each landmark that is known.
  private func frameScores() -> [Int: [String: Double]] {
    sights.reduce(into: [:]) { all, seen in
      for sight in seen.value where sight.score > 0 {
        all[sight.frame, default: [:]][seen.key.rawValue] = rounded(sight.score, 3)
      }
    }
  }

  /// A colour frame as a JPEG, reduced to a width where one is asked for.
  func frame(_ index: Int, width: Int?) async throws -> ViewAnswer {
    guard let recording = source.recording, recording.frames.indices.contains(index) else { throw ViewRefusal.notFound }
    guard width.map({ (16...4096).contains($0) }) ?? true else { throw ViewRefusal.badRequest }
    let content = try? await Background.run {
      let image = try recording.color(recording.frames[index])
      return try ImageFile.jpeg(width.map(image.reduced) ?? image, quality: width == nil ? 95 : 80)
    }
    guard let content else { throw ViewRefusal.notFound }
    var answer = ViewAnswer(content: content, type: "image/jpeg")
    answer.fields["Cache-Control"] = "private, max-age=3600"
    return answer
  }

  /// What lies at a pixel: its depth, its place, and where its ray appears in other frames.
  func probe(_ asked: PicksRequest.Click) async throws -> ViewAnswer {
    guard let subject = subject as? RecordingSubject else { throw ViewRefusal.notReady }
    let frames = subject.scan.scan.recording.frames
    guard asked.pixel.count == 2, asked.pixel.allSatisfy(\.isFinite), frames.indices.contains(asked.frame) else {
      throw ViewRefusal.badRequest
    }
    let pixel = Vector2(asked.pixel[0], asked.pixel[1])
    return try await Background.run {
      let click = try? subject.sight(LandmarkClick(frame: frames[asked.frame].name, pixel: pixel), on: .sellion)
      let position = click.flatMap { subject.scan.view(asked.frame)?.position(of: $0) }
      let lines = subject.frames.lines(of: pixel, in: asked.frame)
      return try .json(ProbeAnswer(depth: click?.depth, position: position, lines: lines))
    }
  }
}
