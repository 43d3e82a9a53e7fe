import Geometry
import Landmarks
import PointClouds
import Workers

/// A head that is measured again and again with slightly different landmarks.
///
/// Everything is in the nominal head frame; only triangles and vertices that such landmarks can bring to the section or
/// to the top are kept, and the volumes follow the head frame to first order.
struct LandmarkMonteCarlo: Sendable {
  /// What the landmarks' own errors can bring to the section or to the top, and what those of observers can.
  private var near: Reach
  private let far: Reach
  /// What a bent surface can bring there.
  private let still: Reach
  private let choices: MeasurementProtocol
  private(set) var volumes: VolumeModel
  private(set) var profile: Profile
  /// A smooth error of the surface as a whole, and of hair under the cap.
  private let bending, hair: SmoothField
  /// The deviations by which landmarks are drawn.
  let errors: LandmarkErrors
  /// The section's height as a share of the vertex height for the landmarks as they are.
  private let fraction: Double
  /// The midline, where it comes from the face.
  private let symmetry: FaceSymmetry?
  /// The one measure that is asked for; nil for all.
  private let only: MeasureName?

  /// - Parameters:
  ///   - head: the head in its nominal frame.
  ///   - holes: the rims of its surface.
  ///   - top: the height of the vertex in metres.
  ///   - symmetry: the midline, where it comes from the face.
  ///   - isFixed: true where the nominal landmarks alone will be evaluated.
  ///   - hidden: by how much the vertex may be higher, metres.
  ///   - only: the one measure that is asked for, without a budget; nil for all. Draws give no other.
  init(
    _ head: HeadSurface, holes: [Hole], _ landmarks: HeadLandmarks, _ choices: MeasurementProtocol, top: Double,
    symmetry: FaceSymmetry? = nil, observer: ObserverOptions = .none, isFixed: Bool = false,
    hidden: Double = 0, only: MeasureName? = nil, workers: Workers = Workers(count: 1)
  ) {
    (self.choices, self.symmetry, self.only) = (choices, symmetry, only)
    errors = LandmarkErrors(landmarks, observer)
    fraction = SectionLevel.fraction(
      choices, head, .identity, height: top, tragions: Self.tragions(landmarks))
    let level = if case .height(let height) = choices.level { height } else { fraction * top }
    (bending, hair) = (.bending(about: [0, 0, level]), .hair(about: [0, 0, level]))
    let measuresVolumes = only.map { $0.basis == .volume } ?? true
    volumes = VolumeModel(
      measuresVolumes ? head : HeadSurface(positions: [], triangles: []), holes: measuresVolumes ? holes : [], top: top,
      bridgedGap: choices.bridgedGap, isFixed: isFixed, workers: workers)
    profile = Profile(
      only == nil ? head : HeadSurface(positions: [], triangles: []), sellion: landmarks[.sellion] ?? .zero,
      bridgedGap: choices.bridgedGap)
    let searched = (choices.level.isSearched ? 1.1 * SectionLevel.reach * top : 0) + fraction * hidden
    far = Reach(head, level: level, top: top, error: errors.largest, searched: searched)
    still = Reach(head, level: level, top: top, error: BentMeasures.amplitude, searched: 0)
    // A plane of symmetry has errors of its own.
    near =
      errors.areBiased && symmetry == nil
      ? Reach(head, level: level, top: top, error: errors.largestOwn, searched: searched) : far
  }

  /// The part of a head that drawn landmarks can bring to the section or to the top.
  private struct Reach {
    var band: CutSurface
    var crown: [Vector3]

    /// - Parameters:
    ///   - error: the largest deviation of a landmark along any axis, metres.
    ///   - searched: how far from its height the section is searched for, metres.
    init(_ head: HeadSurface, level: Double, top: Double, error: Double, searched: Double) {
      // A landmark moved by up to 4 σ tilts the base plane about the others, and lifts a point of the head, which is at
      // most 2.5 times as far from them, by up to three times that.
      let margin = 12 * error + 0.002 + searched
      band = CutSurface(ClosedRange(finite: level - margin, level + margin).map(head.band) ?? head)
      crown = head.positions.filter { $0.z >= top - margin }
    }
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
  /// - Parameters:
  ///   - midline: the plane that belongs to them; by default that of the nominal ones.
  ///   - isSearching: whether a level that is searched for is searched for anew; otherwise it is that of the nominal
  ///     landmarks.
  ///   - kind: which errors they may have.
  ///   - raised: by how much the vertex lies higher than what was seen, metres.
  ///   - only: the one measure that is wanted; nil for all.
  func evaluate(
    _ landmarks: HeadLandmarks, midline: Plane? = nil, isSearching: Bool = false, _ kind: IntervalKind = .repeatability,
    raised: Double = 0, only: MeasureName? = nil
  ) -> Evaluation? {
    let reach = kind == .whole ? far : near
    guard let frame = try? HeadFrame(landmarks, apAxis: choices.apAxis, midline: midline ?? symmetry?.headPlane),
      let top = VertexHeight.top(of: reach.crown, frame.headFromScan)
    else { return nil }
    let tragions = Self.tragions(landmarks.transformed(by: frame.headFromScan))
    let level =
      isSearching && choices.level.isSearched
      ? top.z
        * SectionLevel.fraction(
          near: fraction, choices, reach.band, frame.headFromScan, height: top.z, tragions: tragions)
      : level(top.z + raised)
    let cut = Section(
      of: reach.band, headFromScan: frame.headFromScan, level: level, bridgedGap: choices.bridgedGap)
    let section = SectionMeasures(cut, tragions: tragions, choices: choices, only: only)
    let volume = VolumeMeasures(volumes.volumes(in: frame.headFromScan), volumes)
    var evaluation = Evaluation(section: section, volume: volume)
    evaluation.values[.earShift] = 1000 * ((tragions[.tragionRight]?.y ?? .nan) - (tragions[.tragionLeft]?.y ?? .nan))
    evaluation.values[.axisDifference] = frame.axisDifferenceDegrees
    evaluation.values[.vnoAngle] = landmarks[.sellion].flatMap {
      profile.angle(frame.headFromScan, sellion: frame.headFromScan * $0)
    }
    evaluation.reasons[.vnoAngle] = profile.obstacle
    return evaluation
  }

  /// What all sources do to the measures.
  ///
  /// - Parameters:
  ///   - nominal: the measures for the landmarks as they are.
  ///   - cap: what the cap does; nil without one.
  func spreads(
    _ landmarks: HeadLandmarks, nominal: Evaluation, cap: CapEffect?, _ options: UncertaintyOptions,
    _ workers: Workers
  ) -> Spreads {
    let own = draws(landmarks, by: errors.own, .repeatability, options, workers)
    // Beside the budget, only landmarks without a bias need the draws of the face.
    let drawsFace = symmetry != nil && (only == nil || !errors.areBiased)
    let face = drawsFace ? draws(landmarks, by: errors.own, .whole, options, workers) : own
    let whole = errors.areBiased ? draws(landmarks, by: errors.whole, .whole, options, workers) : face
    return Spreads(
      nominal: nominal, own: own, face: only == nil ? face : nil, whole: whole,
      bent: options.surface.bends ? bent(landmarks, workers) : [],
      lifted: cap != nil && options.intervals.hairScatter + options.intervals.standOffScatter > 0
        ? lifted(landmarks, workers) : [], options: options,
      volumes: volumes, profile: profile, landmarks: errors, midlineDegrees: symmetry?.drawnAngleDeviation ?? 0,
      cap: cap)
  }

  /// Draws of every measure under the landmarks' errors (Monte Carlo, in antithetic pairs: an error and its opposite,
  /// which cancels the sampling error of first order); the same on any number of threads.
  private func draws(
    _ landmarks: HeadLandmarks, by deviations: [Landmark: Vector3], _ kind: IntervalKind,
    _ options: UncertaintyOptions, _ workers: Workers
  ) -> [Evaluation] {
    let drawn = Self.drawn(landmarks, by: deviations, options)
    let midlines = symmetry?.planes(
      for: drawn, from: landmarks, isRepeat: kind == .repeatability, seed: UInt64(options.intervals.seed))
    return workers.map(drawn.count) { evaluate(drawn[$0], midline: midlines?[$0], isSearching: true, kind, only: only) }
      .compactMap(\.self)
  }

  /// The measures with each harmonic of an error of the surface as a whole, on which the landmarks lie.
  private func bent(_ landmarks: HeadLandmarks, _ workers: Workers) -> [BentMeasures] {
    bent(by: bending, workers) { mode, amplitude in
      var moved = landmarks
      for landmark in landmarks.estimates.keys {
        moved.estimates[landmark]!.position =
          bending.moved(landmarks.estimates[landmark]!.position, bending.harmonic(mode), by: amplitude)
      }
      return (moved, symmetry?.plane(for: moved, from: landmarks))
    }
  }

  /// The measures with each harmonic of the hair under a cap, which lifts no landmark.
  private func lifted(_ landmarks: HeadLandmarks, _ workers: Workers) -> [BentMeasures] {
    bent(by: hair, workers) { _, _ in (landmarks, nil) }
  }

  /// The measures with each harmonic of a field.
  ///
  /// - Parameter move: the landmarks, and the midline that belongs to them, for a harmonic and its coefficient in metres.
  private func bent(
    by field: SmoothField, _ workers: Workers, move: @Sendable (Int, Double) -> (HeadLandmarks, Plane?)
  ) -> [BentMeasures] {
    let bends = volumes.bends(field, workers)
    let ends = workers.map(2 * field.modes) { k -> Evaluation? in
      let (mode, amplitude) = (k / 2, k % 2 == 0 ? BentMeasures.amplitude : -BentMeasures.amplitude)
      var head = self
      let band = still.band.surface
      head.near.band = CutSurface(
        HeadSurface(
          positions: field.moved(band.positions, mode: mode, by: amplitude), triangles: band.triangles),
        isCutOnce: true)
      head.near.crown = field.moved(still.crown, mode: mode, by: amplitude)
      head.profile = profile.bent { field.moved($0, mode: mode, by: amplitude) }
      head.volumes = volumes.adding(bends[mode] * amplitude)
      let (moved, midline) = move(mode, amplitude)
      return head.evaluate(moved, midline: midline, only: only)
    }
    return (0..<field.modes).map { BentMeasures(up: ends[2 * $0], down: ends[2 * $0 + 1]) }
  }

  /// The landmarks moved by errors drawn from standard deviations along the axes of the head. One seed moves them by the
  /// same multiples of any deviations, so that what two sets of draws differ by is due to the deviations.
  private static func drawn(
    _ landmarks: HeadLandmarks, by deviations: [Landmark: Vector3], _ options: UncertaintyOptions
  ) -> [HeadLandmarks] {
    var random = SeededGenerator(seed: UInt64(options.intervals.seed))
    return (0..<max(1, (options.intervals.draws + 1) / 2)).flatMap { _ in
      let errors = Landmark.required.map { landmark in
        (landmark, limited(random.normal3()) * (deviations[landmark] ?? .zero))
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

/// The measures with one harmonic of a smooth error of the surface.
struct BentMeasures {
  /// The coefficient in metres: so small that measures follow it linearly, so large that the facets of a mesh do not matter.
  static let amplitude = 0.0002
  /// With that coefficient, and with its opposite.
  let up, down: Evaluation?
}

/// The standard deviations by which landmarks are drawn, along X, Y and Z of the head in metres.
struct LandmarkErrors {
  /// The landmarks' own scatter.
  let own: [Landmark: Vector3]
  /// The landmarks' own scatter and the bias of whoever picked them.
  let whole: [Landmark: Vector3]

  init(_ landmarks: HeadLandmarks, _ observer: ObserverOptions) {
    let required = landmarks.estimates.filter { Landmark.required.contains($0.key) }
    let own = required.mapValues { Vector3(repeating: $0.standardDeviation) }
    self.own = own
    whole = Dictionary(
      uniqueKeysWithValues: required.map { landmark, estimate in
        let (scatter, bias) = (own[landmark]!, observer.deviations(of: landmark, estimate.source))
        guard bias != .zero else { return (landmark, scatter) }
        let both = (scatter * scatter + bias * bias).squareRoot()
        return (landmark, estimate.confirmed.map { pointwiseMin(both, Vector3(repeating: $0)) } ?? both)
      })
  }

  /// True where an observer adds anything.
  var areBiased: Bool { own != whole }

  /// The largest deviation along any axis, and the largest of the landmarks' own.
  var largest: Double { whole.values.map { $0.max() }.max() ?? 0 }
  var largestOwn: Double { own.values.map { $0.max() }.max() ?? 0 }

  /// The root mean square of the landmarks' own deviations.
  var scatter: Double {
    let squares = Landmark.required.compactMap { own[$0] }.map { $0.dot($0) }
    return squares.isEmpty ? 0 : (squares.reduce(0, +) / Double(3 * squares.count)).squareRoot()
  }
}

extension HeadSurface {
  /// The part whose triangles reach into a range of heights.
  func band(_ range: ClosedRange<Double>) -> HeadSurface {
    let inside = triangles.filter { t in
      let (a, b, c) = corners(t)
      return max(a.z, b.z, c.z) >= range.lowerBound && min(a.z, b.z, c.z) <= range.upperBound
    }
    return part(inside)
  }
}
