internal import Geometry
internal import Images
public import Recordings

/// Brings points of a picture into space by the depth of the recording that the picture belongs to.
///
/// What depth shows is the surface of skin or clothes, so the points lie in front of the joints' centres.
public struct DepthLifting {
  private let recording: Recording
  private let rules: MotionRules.Lifting

  /// A lifting by a recording's depth.
  public init(_ recording: Recording, _ rules: MotionRules.Lifting = MotionRules.standard.lifting) {
    (self.recording, self.rules) = (recording, rules)
  }

  /// The points in the colour camera's space, metres, x to its right, y down, z forward, with the recording's times. Frames that the recording
  /// lacks are left out.
  ///
  /// - Parameters:
  ///   - sequence: points in the picture.
  ///   - kind: the kind of their file.
  ///   - path: what the file is called in errors.
  ///   - witness: is told the name and the bytes of each depth image that is read, in order.
  public func lifted(
    _ sequence: LandmarkSequence, _ kind: MotionFormat, path: String,
    witness: (String, UnsafeRawBufferPointer) -> Void = { _, _ in }
  ) throws(PoseModelError) -> LandmarkSequence {
    // The flat files of Sports2D are in metres.
    guard sequence.space.isFlat, kind != .trc, kind != .c3d else { throw .notFlat(path: path) }
    let match = FrameMatch(sequence, kind, recording)
    let kept = sequence.times.indices.filter { match.frames[$0] != nil }
    let frames = kept.map { match.frames[$0]! }
    // Names that fit by chance do not run on as the frames do.
    guard !kept.isEmpty, 2 * kept.count >= sequence.times.count, zip(frames, frames.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw .otherFrames(path: path, matched: match.matched, count: sequence.times.count) }
    let scale = try pixelScale(sequence, path: path)
    var tracks = sequence.tracks.mapValues { _ in LandmarkSequence.Track(positions: []) }
    var decoder = FrameDecoder(recording)
    var image = DepthImage(width: 0, height: 0, pixels: [])
    for (place, source) in kept.enumerated() {
      let frame = recording.frames[frames[place]]
      do throws(RecordingError) { try decoder.depth(frame, into: &image) } catch { throw .recording(error) }
      decoder.withFile { witness(frame.depthImage.name, $0) }
      let limbs = LimbDepth(RegisteredDepth(image, frame.cameras), rules)
      let pixels = sequence.tracks.compactMapValues { track -> Vector2? in
        let position = track.positions[source]
        return position.isFinite ? (Vector2(position.x, position.y) + 0.5) * scale - 0.5 : nil
      }
      let found = points(pixels, limbs, frame.camera)
      for point in sequence.tracks.keys {
        switch found[point] {
        case .success(let position): tracks[point]!.positions.append(position)
        case .failure(let refusal):
          tracks[point]!.positions.append(Self.missing)
          tracks[point]!.refused[place] = refusal.reason
        case nil: tracks[point]!.positions.append(Self.missing)
        }
      }
    }
    for (point, track) in sequence.tracks {
      tracks[point]!.confidences = track.confidences.map { confidences in kept.map { confidences[$0] } }
    }
    let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    var lifted = LandmarkSequence(
      space: .camera, times: frames.map { recording.frames[$0].time }, frames: kept.map { sequence.frames[$0] },
      tracks: tracks, others: Set(sequence.others.compactMap { places[$0] }), confidence: sequence.confidence)
    lifted.points = .surface
    return lifted
  }

  private static let missing = Vector3(repeating: .nan)

  /// Why a point is not lifted.
  private struct Refusal: Error {
    let reason: RejectionReason
  }

  /// The limbs whose depth says whether their ends lie on them.
  private static let limbs: [(BodyPoint, BodyPoint)] = [
    (.leftHip, .leftKnee), (.rightHip, .rightKnee), (.leftKnee, .leftAnkle), (.rightKnee, .rightAnkle),
    (.leftElbow, .leftWrist), (.rightElbow, .rightWrist),
  ]

  /// What else says whether a point lies on a limb: the upper arm of an elbow, whose shoulder it does not judge.
  private static func beside(_ point: BodyPoint) -> [BodyPoint] {
    point == .leftElbow ? [.leftShoulder] : point == .rightElbow ? [.rightShoulder] : []
  }

  /// The points of a frame in space.
  private func points(
    _ pixels: [BodyPoint: Vector2], _ depth: LimbDepth, _ camera: Camera
  ) -> [BodyPoint: Result<Vector3, Refusal>] {
    var found: [BodyPoint: Result<Vector3, Refusal>] = [:]
    for (point, pixel) in pixels {
      switch depth.disc(at: pixel) {
      case .refused(let reason): found[point] = .failure(Refusal(reason: reason))
      case .surface(let own):
        let ends = Self.limbs.compactMap { $0 == point ? $1 : $1 == point ? $0 : nil } + Self.beside(point)
        let others = ends.compactMap { pixels[$0] }
        let fault = Self.fault(others.map { depth.place(of: pixel, own, other: $0) })
        let position = camera.ray(pixel) * own
        found[point] =
          fault.map { .failure(Refusal(reason: $0)) }
          ?? (position.isFinite ? .success(position) : .failure(Refusal(reason: .noDepth)))
      }
    }
    hideFar(.leftHip, .rightHip, behind: (.leftKnee, .rightKnee), &found)
    hideFar(.leftShoulder, .rightShoulder, behind: (.leftElbow, .rightElbow), &found)
    return found
  }

  /// Why a point is refused by what its limbs say: a bent knee lies off the line of one of them, but not of both.
  private static func fault(_ places: [LimbDepth.Place]) -> RejectionReason? {
    let told = places.filter { $0 != .untold }
    guard !told.isEmpty, !told.contains(.on) else { return nil }
    return told.contains(.before) ? .occluded : .depthEdge
  }

  /// From the side the far hip or shoulder is hidden by the near one, and both have the same surface: neither can be told then.
  ///
  /// - Parameter ends: the other ends of thighs or upper arms, whose length is the measure.
  private func hideFar(
    _ left: BodyPoint, _ right: BodyPoint, behind ends: (BodyPoint, BodyPoint),
    _ found: inout [BodyPoint: Result<Vector3, Refusal>]
  ) {
    guard case .success(let a) = found[left], case .success(let b) = found[right] else { return }
    let limbs = [(a, ends.0), (b, ends.1)].compactMap { start, end -> Double? in
      if case .success(let end) = found[end] { (end - start).length } else { nil }
    }
    guard let limb = limbs.max(), (a - b).length < rules.leastPelvis * limb else { return }
    for point in [left, right] { found[point] = .failure(Refusal(reason: .occluded)) }
  }

  /// The recording's pixels for a pixel of the landmarks' picture.
  private func pixelScale(_ sequence: LandmarkSequence, path: String) throws(PoseModelError) -> Vector2 {
    guard case .picture(let width?, let height?) = sequence.space else { return Vector2(1, 1) }
    let camera = recording.frames[0].camera
    let scale = Vector2(Double(camera.width) / width, Double(camera.height) / height)
    // Another size of the same picture, to a pixel.
    guard abs(scale.x * height - Double(camera.height)) <= 1.5 * max(1, scale.x) else {
      throw .otherPicture(
        path: path, found: .text([width, height].map(Self.shown).joined(separator: " × ")),
        expected: .text("\(camera.width) × \(camera.height)"))
    }
    return scale
  }

  /// A side in pixels as messages show it; a sequence may state any number.
  private static func shown(_ side: Double) -> String { Int(exactly: side).map { "\($0)" } ?? "\(side)" }
}
