import Geometry
import Landmarks
import PointClouds
import Workers

/// A head that is measured again and again with slightly different landmarks.
///
/// Everything is in the nominal head frame; only triangles and vertices that such landmarks can bring to the section or
/// to the top are kept, and the volumes follow the head frame to first order.
struct LandmarkMonteCarlo: Sendable {
  private let band: HeadSurface
  private let crown: [Vector3]
  private let choices: MeasurementProtocol
  private let ears: EarExclusionOptions
  private let unseen: UnseenOptions
  let volumes: VolumeModel
  /// The section's height as a share of the vertex height, fixed for all draws.
  private let fraction: Double
  /// The midline, where it comes from the face.
  private let symmetry: FaceSymmetry?

  /// - Parameters:
  ///   - head: the head in its nominal frame.
  ///   - holes: the rims of its surface.
  ///   - top: the height of the vertex in metres.
  ///   - symmetry: the midline, where it comes from the face.
  ///   - isFixed: true where the nominal landmarks alone will be evaluated.
  init(
    _ head: HeadSurface, holes: [Hole], _ landmarks: HeadLandmarks, _ choices: MeasurementProtocol, top: Double,
    ears: EarExclusionOptions = EarExclusionOptions(), unseen: UnseenOptions = UnseenOptions(),
    symmetry: FaceSymmetry? = nil, isFixed: Bool = false,
    workers: Workers = Workers(count: 1)
  ) {
    (self.choices, self.ears, self.unseen, self.symmetry) = (choices, ears, unseen, symmetry)
    fraction = SectionLevel.fraction(
      choices, head, .identity, height: top, tragions: Self.tragions(landmarks), ears,
      unseen)
    volumes = VolumeModel(
      head, holes: holes, top: top, bridgedGap: choices.bridgedGap, unseen: unseen, isFixed: isFixed,
      workers: workers)
    // A landmark moved by up to 4 σ tilts the base plane about the others, and lifts a point of the head, which is at
    // most 2.5 times as far from them, by up to three times that.
    let deviation = Landmark.required.compactMap { landmarks.estimates[$0]?.standardDeviation }.max() ?? 0
    let margin = 12 * deviation + 0.002
    let level = fraction * top
    band = ClosedRange(finite: level - margin, level + margin).map(head.band) ?? head
    crown = head.positions.filter { $0.z >= top - margin }
  }

  private static func tragions(_ landmarks: HeadLandmarks) -> [Landmark: Vector3] {
    landmarks.estimates.filter { $0.key == .tragionLeft || $0.key == .tragionRight }.mapValues(\.position)
  }

  /// The section's height over a base plane above which the vertex stands as high as this.
  private func level(_ top: Double) -> Double {
    if case .height(let height) = choices.level { return height }
    return fraction * top
  }

  /// The measures for landmarks given in the nominal head frame, or nil where these don't make a head frame.
  ///
  /// - Parameter midline: the plane that belongs to them; by default that of the nominal ones.
  func evaluate(_ landmarks: HeadLandmarks, midline: Plane? = nil) -> Evaluation? {
    guard let frame = try? HeadFrame(landmarks, apAxis: choices.apAxis, midline: midline ?? symmetry?.headPlane),
      let top = VertexHeight.top(of: crown, frame.headFromScan)
    else { return nil }
    let tragions = Self.tragions(landmarks.transformed(by: frame.headFromScan))
    let cut = Section(
      of: band, headFromScan: frame.headFromScan, level: level(top.z), bridgedGap: choices.bridgedGap,
      unseen: unseen)
    let section = SectionMeasures(cut, tragions: tragions, choices: choices, ears: ears)
    let volume = VolumeMeasures(volumes.volumes(in: frame.headFromScan), volumes)
    var evaluation = Evaluation(section: section, volume: volume)
    evaluation.values[.earShift] = 1000 * ((tragions[.tragionRight]?.y ?? .nan) - (tragions[.tragionLeft]?.y ?? .nan))
    evaluation.values[.axisDifference] = frame.axisDifferenceDegrees
    return evaluation
  }

  /// Draws of every measure under the landmarks' errors (Monte Carlo, in antithetic pairs: an error and its opposite,
  /// which cancels the sampling error of first order); the same on any number of threads.
  func draws(_ landmarks: HeadLandmarks, _ options: UncertaintyOptions, _ workers: Workers) -> [Evaluation] {
    let drawn = Self.drawn(landmarks, options)
    let midlines = symmetry?.planes(for: drawn, from: landmarks, seed: options.seed)
    return workers.map(drawn.count) { evaluate(drawn[$0], midline: midlines?[$0]) }.compactMap(\.self)
  }

  /// The landmarks moved by errors drawn from their standard deviations.
  private static func drawn(_ landmarks: HeadLandmarks, _ options: UncertaintyOptions) -> [HeadLandmarks] {
    var random = SeededGenerator(seed: options.seed)
    return (0..<max(1, (options.draws + 1) / 2)).flatMap { _ in
      let errors = Landmark.required.map { landmark in
        (landmark, limited(random.normal3()) * (landmarks.estimates[landmark]?.standardDeviation ?? 0))
      }
      return [1.0, -1.0].map { sign in
        var moved = landmarks
        for (landmark, error) in errors { moved.estimates[landmark]?.position += error * sign }
        return moved
      }
    }
  }

  /// A normal vector cut at 4 σ, so that no draw leaves what was kept of the head.
  private static func limited(_ v: Vector3) -> Vector3 { v.length > 4 ? v * (4 / v.length) : v }
}

extension HeadSurface {
  /// The part whose triangles reach into a range of heights.
  func band(_ range: ClosedRange<Double>) -> HeadSurface {
    let inside = triangles.filter { t in
      let (a, b, c) = corners(t)
      return max(a.z, b.z, c.z) >= range.lowerBound && min(a.z, b.z, c.z) <= range.upperBound
    }
    return HeadSurface(SurfaceCleaning.compact(positions, inside))
  }
}
