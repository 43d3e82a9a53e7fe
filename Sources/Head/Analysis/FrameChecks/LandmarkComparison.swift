public import Diagnostics
public import Geometry
public import Landmarks
import PointClouds

/// Landmarks beside the places where the shape of the surface shows them.
public struct LandmarkComparison: Sendable {
  /// A landmark beside its place.
  public struct Place: Sendable, Equatable {
    /// Where the surface shows it, metres, frame of the surface.
    public let shown: Vector3
    /// How far the landmark lies from there, and how far it may lie in that direction, metres.
    public fileprivate(set) var distance, limit: Double

    /// True where it lies farther away than it may.
    public var isElsewhere: Bool { distance > limit }
  }

  /// Each landmark that could be compared.
  public private(set) var places: [Landmark: Place] = [:]
  /// Those that the surface does not show.
  public private(set) var unchecked: [Landmark] = []
  /// How far one tragion lies behind the other, metres.
  private var earShift = 0.0
  /// All that the surface shows of the face.
  private(set) var shown = HeadLandmarks([:])

  /// Compares the landmarks that make a head frame.
  ///
  /// They are looked for near where they lie; only where that contradicts them the whole surface is searched.
  ///
  /// - Parameters:
  ///   - frame: the head frame of the landmarks.
  ///   - observers: how far observers differ, standard deviations along the head's axes, metres.
  ///   - found: what the surface's shape shows, where that is known; nil where it is to be looked for.
  init(
    _ landmarks: HeadLandmarks, on surface: HeadSurface, _ frame: HeadFrame, found: HeadLandmarks?,
    observers: [Landmark: Vector3], finder: AutomaticLandmarkOptions
  ) {
    let compare = { (shown: HeadLandmarks) in
      LandmarkComparison(landmarks, beside: shown, frame, observers: observers)
    }
    let known = found.flatMap { $0.areSufficient ? $0 : nil }
    let near = known ?? AutomaticLandmarks.find(near: landmarks, on: surface, options: finder)?.landmarks
    self = compare(near ?? HeadLandmarks([:]))
    guard found == nil, places[.sellion] == nil || places.values.contains(where: \.isElsewhere) else { return }
    let whole = AutomaticLandmarks.find(on: surface, options: finder).landmarks
    if whole.areSufficient { self = compare(whole) }
  }

  private init(
    _ landmarks: HeadLandmarks, beside shown: HeadLandmarks, _ frame: HeadFrame, observers: [Landmark: Vector3]
  ) {
    let axes = frame.headFromScan.rotation
    var (own, deviations): ([Landmark: Vector3], [Landmark: Vector3]) = ([:], [:])
    for landmark in Landmark.required {
      guard let estimate = landmarks.estimates[landmark], let place = shown[landmark] else { continue }
      let (deviation, seen) = (estimate.standardDeviation, observers[landmark] ?? .zero)
      let found =
        landmark == .sellion
        ? Vector3(Self.sellionAside, Self.sellionAlong, Self.sellionAlong)
        : Vector3(repeating: Self.tragion)
      let shared = landmark == .sellion ? 0 : Self.tragions
      own[landmark] = seen * seen + found * found + deviation * deviation
      deviations[landmark] = axes * (estimate.position - place)
      places[landmark] = Place(
        place, off: deviations[landmark]!, variance: own[landmark]! + shared * shared)
    }
    let compared = places
    unchecked = Landmark.required.filter { landmark in
      compared[landmark] == nil && landmarks.estimates[landmark]?.source != .automatic
    }
    self.shown = shown
    if let left = landmarks[.tragionLeft], let right = landmarks[.tragionRight] {
      earShift = abs((axes * (left - right)).y)
    }
    if let left = deviations[.tragionLeft], let right = deviations[.tragionRight] {
      compareTragions(left, right, variance: own[.tragionLeft]! + own[.tragionRight]!)
    }
  }

  /// What the finder gets wrong it gets wrong on both sides: where the tragions contradict each other, the one that lies
  /// farther off is at the wrong place.
  private mutating func compareTragions(_ left: Vector3, _ right: Vector3, variance: Vector3) {
    let worst = left.length > right.length ? Landmark.tragionLeft : .tragionRight
    let apart = Place(places[worst]!.shown, off: left - right * [-1, 1, 1], variance: variance)
    if apart.isElsewhere, ![Landmark.tragionLeft, .tragionRight].contains(where: { places[$0]!.isElsewhere }) {
      places[worst] = apart
    }
  }

  /// Warnings of landmarks that lie elsewhere, and a note of those that could not be checked.
  public var findings: [Finding] {
    let elsewhere = places.sorted { $0.key < $1.key }.filter(\.value.isElsewhere).map { landmark, place in
      Finding(
        .landmarksElsewhere,
        [
          "distance_mm": .millimetres(place.distance, decimals: 1),
          "limit_mm": .millimetres(place.limit, decimals: 1),
        ]
      ).about([landmark])
    }
    return elsewhere + [uncheckedFinding].compactMap(\.self)
  }

  /// A note, and a warning where one ear lies farther behind the other than in all but the most asymmetric heads.
  private var uncheckedFinding: Finding? {
    if unchecked.isEmpty { return nil }
    guard earShift > Self.usualEarShift, unchecked.contains(where: { $0 != .sellion }) else {
      return Finding(.landmarksUnchecked).about(unchecked)
    }
    return Finding(.landmarksUnchecked, ["ear_shift_mm": .millimetres(earShift)]).about(unchecked).with(
      severity: .warning)
  }

  /// The number of standard deviations beyond which a landmark lies elsewhere, along each axis of the head.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  fileprivate static let most = 2.2
  /// How far the sellion that the surface shows lies from the true one, sideways, standard deviation, metres.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  private static let sellionAside = 0.0007
  /// How far it lies from the true one along the midline.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  private static let sellionAlong = 0.0012
  /// How far the tragions that the surface shows lie from the true ones, both alike, standard deviation along each axis,
  /// metres.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  private static let tragions = 0.0040
  /// How far each tragion lies from the true one by itself.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  private static let tragion = 0.0015
  /// A face that the surface shows turned by more than this against the landmarks, in degrees, is not theirs.
  ///
  /// Evidence: assumed: landmarks that are a head's are never that far off; no measurement behind it.
  private static let largestTurn = 30.0
  /// Ears that were not compared lie at most so far apart along the midline without a warning, metres; a head of CVAI 13 has
  /// 11 mm (hard_b).
  private static let usualEarShift = 0.012
}

extension LandmarkComparison.Place {
  /// - Parameters:
  ///   - off: the landmark less its place, along the head's axes, metres.
  ///   - variance: along the same axes, square metres.
  fileprivate init(_ shown: Vector3, off: Vector3, variance: Vector3) {
    let (deviation, most) = (variance.squareRoot(), LandmarkComparison.most)
    let share = (0..<3).map { abs(off[$0]) / (most * deviation[$0]) }.max()!
    self.init(shown: shown, distance: off.length, limit: share > 0 ? off.length / share : most * deviation.min())
  }
}

extension LandmarkComparison {
  /// Refuses landmarks that can't be those of the face that the surface shows.
  ///
  /// - Throws: ``HeadFrameError/faceElsewhere(degrees:)``, ``HeadFrameError/crossed(height:least:)``.
  func check(_ landmarks: HeadLandmarks, _ frame: HeadFrame) throws(HeadFrameError) {
    guard places.values.contains(where: \.isElsewhere), let shown = try? HeadFrame(shown, apAxis: .sellion) else {
      return
    }
    let turn = (shown.headFromScan.rotation * frame.headFromScan.rotation.transpose).rotationVector.length * 180 / .pi
    guard turn <= Self.largestTurn else { throw .faceElsewhere(degrees: turn) }
    guard let sellion = landmarks[.sellion], let root = self.shown[.sellion], let tip = self.shown[.noseTip],
      (sellion - tip).length < (sellion - root).length
    else { return }
    // Nearer to the tip than to the root is less than half the way from it to the root.
    let nose = root - tip
    throw .crossed(height: (sellion - tip).dot(nose) / nose.length, least: nose.length / 2)
  }
}

extension HeadFrame {
  /// The least height of the sellion above the nose tip, metres.
  ///
  /// Evidence: assumed: a third of a premature newborn's; no measurement behind it.
  private static let leastNose = 0.005

  /// Refuses a nose tip that does not lie below the sellion; passes where none was picked.
  ///
  /// - Throws: ``HeadFrameError/crossed(height:least:)``.
  func checkNose(_ landmarks: HeadLandmarks) throws(HeadFrameError) {
    guard let tip = landmarks[.noseTip] else { return }
    let height = -(headFromScan * tip).z
    guard height >= Self.leastNose else { throw .crossed(height: height, least: Self.leastNose) }
  }
}
