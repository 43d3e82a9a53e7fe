public import Diagnostics
import Geometry
public import Landmarks
import Platform
public import PointClouds
public import Workers

/// What lies between the skin and the outside of a cap, by a scan of the same head without it: the cloth, the hair that it
/// presses flat, and air.
///
/// The skin that both scans show below the cap registers them, with a scale: a scan without markers has none of its own.
public struct CapGap: Sendable, Equatable {
  /// How thick it is on average between the cap's edge and the upper part of the head, metres, and the standard deviation
  /// of that.
  public let thickness, deviation: Double
  /// The standard deviation by which it is thicker in one place than in another, metres.
  public let scatter: Double
  /// The root mean square distance of the skin of both scans, metres, and the lengths of the scan without the cap over
  /// those of the other.
  public let rms, scale: Double

  /// The thickness counts below this share of the head's height: where the section and the diagonals lie.
  private static let highest = 0.6
  /// The thickness is never known better than this, metres: what a scan without markers is off between the skin and the cap.
  /// The error of six simulated heads, Docs/methods/cap-thickness.md (A scan without the cap).
  private static let leastDeviation = 0.00025
  /// How much it scatters from place to place where the cap lies equally close everywhere, metres; of the same heads. Less
  /// than twice as much is no sign of a cap that stands off somewhere.
  private static let ownScatter = 0.0004
  /// Skin that is farther apart than this, metres, tells the cap no better than what is assumed without a second scan: anything
  /// from nothing to 2 mm, of a standard deviation of 0.58 mm.
  private static let largestRMS = 0.0005
  /// Lengths that differ by more than this are not of one head, as a share. Assumed.
  private static let largestGrowth = 0.015
  /// A cap that is thicker by more than this in one place than in another, standard deviation in metres, is rather a fit that
  /// leans: 0.45 and 0.55 mm on two heads whose cloth stands off and creases.
  private static let largestScatter = 0.001
  /// The least share of the skin in each quarter about the upright axis: without its back a head leans. Assumed.
  private static let leastSide = 0.003
  /// Nothing lies farther off the cap than this that is the head under it, metres. Assumed.
  private static let reach = 0.02
  /// The least share of the cap's points that the other scan must have seen. Assumed.
  private static let leastSeen = 0.6
  /// The places in which it may differ: as many sectors about the upright axis.
  private static let sectors = 12

  /// Measures what lies under a cap.
  ///
  /// - Parameters:
  ///   - capped: the capped surface, metres, with its landmarks and the cap in the same frame.
  ///   - bare: the surface of the other scan, metres, with its landmarks in its frame.
  ///   - workers: the threads that share the points.
  public init(
    _ capped: HeadSurface, _ landmarks: HeadLandmarks, under cap: CapLayer, bare: HeadSurface,
    _ bareLandmarks: HeadLandmarks, workers: Workers = Workers(count: 1)
  ) throws(Refusal) {
    guard let frame = try? HeadFrame(landmarks, apAxis: .sellion),
      let top = VertexHeight.top(of: capped.positions, frame.headFromScan)
    else { throw .landmarks }
    guard let bareFrame = try? HeadFrame(bareLandmarks, apAxis: .sellion) else { throw .bareLandmarks }
    let cap = cap.transformed(by: frame.headFromScan)
    let (under, skin) = cap.split(capped.moved(by: frame.headFromScan).evenPoints, top: top.z)
    let covered = under.filter { $0.z < Self.highest * top.z }
    let surface = SurfaceMatcher(bare.moved(by: bareFrame.headFromScan))
    let fit = try Self.registered(
      skin, to: surface,
      landmarks.transformed(by: frame.headFromScan).anchors(
        onto: bareLandmarks.transformed(by: bareFrame.headFromScan)), workers)
    (rms, scale) = (fit.rms, fit.surfaceFromPoints.scale)
    let gaps = covered.compactMap { point in
      surface.match(fit.surfaceFromPoints * point, within: Self.reach)
        .map { (sector: Self.sector(point), size: $0.signed / fit.surfaceFromPoints.scale) }
    }
    let seen = Double(gaps.count) / Double(max(1, covered.count))
    guard seen >= Self.leastSeen else { throw .unseen(share: seen) }
    let bySize = fit.scaleDeviation * RobustStatistics.median(covered.map(\.length))
    deviation = (Self.leastDeviation * Self.leastDeviation + fit.rms * fit.rms + bySize * bySize).squareRoot()
    let found = RobustStatistics.median(gaps.map(\.size))
    guard found > cap.thickness - 2 * deviation, found < Self.reach else { throw .thickness(found) }
    // Never less than the cloth.
    thickness = max(cap.thickness, found)
    scatter = Self.scatter(of: gaps)
    guard scatter < Self.largestScatter else { throw .scatter(scatter) }
  }

  /// The fit of the skin that both scans show.
  private static func registered(
    _ skin: [Vector3], to surface: SurfaceMatcher, _ anchors: [Anchor], _ workers: Workers
  ) throws(Refusal) -> SimilarityFit {
    let sides = Dictionary(grouping: skin) { PlaceText.quarter([$0.x, $0.y]) }
    let least = max(1, leastSide * Double(skin.count))
    if let unseen = PlaceText.quarters.first(where: { Double(sides[$0]?.count ?? 0) < least }) {
      throw .skinUnseen(unseen)
    }
    let fit = SimilarityFit(skin, onto: surface, anchors: anchors, workers)
    guard let fit, fit.hasConverged || fit.rms < largestRMS else { throw .noFit(rms: nil, scale: nil) }
    let scale = fit.surfaceFromPoints.scale
    guard fit.rms < largestRMS, abs(scale - 1) < largestGrowth else { throw .noFit(rms: fit.rms, scale: scale) }
    return fit
  }

  /// The standard deviation by which gaps differ between sectors, beyond what the other scan's own errors make of it.
  private static func scatter(of gaps: [(sector: Int, size: Double)]) -> Double {
    let medians = Dictionary(grouping: gaps, by: \.sector).sorted { $0.key < $1.key }
      .map { RobustStatistics.median($0.value.map(\.size)) }
    let deviation = RobustStatistics.standardDeviation(medians)
    return deviation > 2 * ownScatter ? (deviation * deviation - ownScatter * ownScatter).squareRoot() : 0
  }

  /// A cap with what was seen to lie between skin and surface.
  public func applied(to cap: CapLayer) -> CapLayer {
    var layer = cap
    (layer.thickness, layer.standardDeviation) = (thickness, deviation)
    return layer
  }

  /// The sector about the upright axis in which a point lies.
  private static func sector(_ point: Vector3) -> Int {
    Int((atan2(point.y, point.x) / (2 * .pi) * Double(sectors)).rounded(.down))
  }
}

extension CapGap {
  /// Why a scan without the cap does not tell what lies under it.
  public enum Refusal: Error, Equatable {
    /// There are no landmarks on the capped head, or none on the bare one.
    case landmarks, bareLandmarks
    /// The skin of both does not fit: so far apart, metres, and so many times as large.
    case noFit(rms: Double?, scale: Double?)
    /// No skin below the cap in one quarter of the head.
    case skinUnseen(String)
    /// The cap is thicker in one place than in another by so much, metres.
    case scatter(Double)
    /// Only so much of the place under the cap was seen, 0 to 1.
    case unseen(share: Double)
    /// The cap is thinner than its cloth, or thicker than any; metres.
    case thickness(Double)

    /// The refusal in words.
    public var finding: Finding {
      let problem: FindingValue =
        switch self {
        case .landmarks: .phrase("bare_no_capped_landmarks")
        case .bareLandmarks: .phrase("bare_no_landmarks")
        case .noFit(let rms?, let scale?):
          .phrase(
            "bare_apart",
            ["rms_mm": .millimetres(rms, decimals: 1), "percent": .percent(abs(scale - 1))])
        case .noFit: .phrase("bare_no_fit")
        case .skinUnseen(let place): .phrase("bare_skin_unseen", ["place": .place(place)])
        case .scatter(let scatter):
          .phrase("bare_scatter", ["scatter_mm": .millimetres(scatter, decimals: 1)])
        case .unseen(let share): .phrase("bare_unseen", ["share_percent": .percent(share)])
        case .thickness(let thickness):
          .phrase("bare_thickness", ["thickness_mm": .millimetres(thickness, decimals: 1)])
        }
      return Finding(.capBareUnusable, ["problem": problem])
    }
  }

  /// What was measured.
  public var finding: Finding {
    Finding(
      .capMeasured,
      [
        "thickness_mm": .millimetres(thickness, decimals: 1), "sd_mm": .millimetres(deviation, decimals: 1),
        "scatter_mm": .millimetres(scatter, decimals: 1),
      ])
  }
}
