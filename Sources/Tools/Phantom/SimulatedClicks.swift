import Geometry

/// An operator's clicks on landmarks in colour frames.
struct SimulatedClicks {
  /// A frame in which a landmark can be clicked.
  struct Sight: Sendable {
    let landmark: PhantomLandmark
    let pixel: Vector2
    let cosine: Double
  }

  /// A click.
  struct Click {
    let frame: Int
    let pixel: Vector2
  }

  let recording: PhantomRecording

  /// The landmarks that a frame shows: facing the camera, away from the border, with nothing in front.
  func sights(in frame: PhantomFrame) -> [Sight] {
    let camera = frame.cameras.color
    return PhantomLandmark.allCases.compactMap { landmark in
      let position = recording.head.position(of: landmark)
      let (pixel, seen) = frame.rows.sight(of: position, by: camera)
      guard pixel.x.isFinite, pixel.y.isFinite, abs(pixel.x) < 1e6, abs(pixel.y) < 1e6 else { return nil }
      let (x, y) = (Int(pixel.x.rounded()), Int(pixel.y.rounded()))
      let margin = Double(camera.width) / 32
      guard seen.z > 0, pixel.x > margin, pixel.y > margin, pixel.x < Double(camera.width) - margin,
        pixel.y < Double(camera.height) - margin, hasDepth(frame, at: position),
        abs(Double(frame.exactDepth[x, y]) - seen.z) < 0.002
      else { return nil }
      let cosine = facing(position, frame.headFromCamera)
      return cosine > 0.35 ? Sight(landmark: landmark, pixel: pixel, cosine: cosine) : nil
    }
  }

  /// Up to four clicks a landmark, in the frames that face it best, some frames apart.
  func clicks(_ sights: [[Sight]]) -> [PhantomLandmark: [Click]] {
    var generator = SeededGenerator(seed: recording.options.seed ^ 0x436C_6963_6B)
    var clicks: [PhantomLandmark: [Click]] = [:]
    for landmark in PhantomLandmark.allCases {
      for (frame, sight) in chosen(landmark, sights) {
        let noise = Vector2(generator.normal(), generator.normal()) * recording.options.clickNoise
        let pixel = ((sight.pixel + noise) * 10).rounded(.toNearestOrAwayFromZero) / 10
        clicks[landmark, default: []].append(Click(frame: frame, pixel: pixel))
      }
    }
    return clicks
  }

  private func chosen(_ landmark: PhantomLandmark, _ sights: [[Sight]]) -> [(Int, Sight)] {
    let candidates = sights.indices.flatMap { frame in
      sights[frame].filter { $0.landmark == landmark }.map { (frame, $0) }
    }
    let best = candidates.sorted { ($0.1.cosine, $1.0) > ($1.1.cosine, $0.0) }
    var taken: [(Int, Sight)] = []
    for candidate in best where taken.allSatisfy({ abs($0.0 - candidate.0) > sights.count / 40 }) {
      taken.append(candidate)
      if taken.count == 4 { break }
    }
    return taken
  }

  /// Whether the depth camera measured something where it shows a point of the head frame.
  private func hasDepth(_ frame: PhantomFrame, at position: Vector3) -> Bool {
    let (camera, colorFromDepth) = (frame.cameras.depth, frame.cameras.colorFromDepth)
    let pixel = camera.project((frame.headFromCamera * colorFromDepth).inverse * position)
    let (x, y) = (pixel.x.rounded(), pixel.y.rounded())
    guard x >= 0, y >= 0, x < Double(camera.width), y < Double(camera.height) else { return false }
    return frame.depthCodes[Int(y) * camera.width + Int(x)] > 0
  }

  private func facing(_ position: Vector3, _ headFromCamera: RigidTransform) -> Double {
    let toCamera = (headFromCamera.translation - position).normalized
    return recording.head.normal(toward: position.normalized).dot(toCamera)
  }
}
