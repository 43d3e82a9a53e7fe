import Geometry
import Images
import Landmarks
import Platform
import PointClouds

/// Parts of the head's surface, by their direction from the middle of the ears.
public enum HeadRegion: String, CaseIterable, Sendable, Codable {
  case front, right, back, left, crown, nose
  case earRight = "ear_right"
  case earLeft = "ear_left"
}

/// The share of directions from the middle of the ears in which the head's surface was seen; not known without landmarks.
public struct SurfaceCoverage: Sendable, Equatable {
  /// The share over the whole cranial vault (above the base plane), 0 to 1.
  public let fraction: Double
  /// The share of each region.
  public let regions: [HeadRegion: Double]

  private static let directions = FibonacciSphere(count: 8000).points

  /// The coverage of a surface with a head frame: directions start midway between the tragions; the vault is what lies
  /// above the base plane. The crown is above 60°, the sides are quarters below that; nose and ears are cones of 15°
  /// and 20°
  /// about their landmarks, below the base plane too. Coverage of the nose needs its landmark.
  public static func measure(
    _ surface: HeadSurface, frame: HeadFrame, landmarks: HeadLandmarks
  ) -> SurfaceCoverage {
    let scanFromHead = frame.headFromScan.inverse
    let hits = RayCoverage(surface, centre: scanFromHead * .zero, directions: directions)
    let local = directions.map { frame.headFromScan.rotation * $0 }
    let inHead = landmarks.transformed(by: frame.headFromScan)
    var (vault, regions) = (ValidCount(), [HeadRegion: ValidCount]())
    for (direction, distance) in zip(local, hits.distances) {
      if direction.z > 0 { vault.add(distance != nil) }
      for region in HeadRegion.allCases where contains(region, direction, inHead) {
        regions[region, default: ValidCount()].add(distance != nil)
      }
    }
    return SurfaceCoverage(fraction: vault.fraction ?? 0, regions: regions.compactMapValues(\.fraction))
  }

  private static func contains(_ region: HeadRegion, _ d: Vector3, _ landmarks: HeadLandmarks) -> Bool {
    switch region {
    case .nose: return isNear(landmarks[.noseTip], d, degrees: 15)
    case .earLeft: return isNear(landmarks[.tragionLeft], d, degrees: 20)
    case .earRight: return isNear(landmarks[.tragionRight], d, degrees: 20)
    case .crown: return d.z > 0.75.squareRoot()
    case .front, .back: return isSide(d) && abs(d.y) >= abs(d.x) && (d.y > 0) == (region == .front)
    case .left, .right: return isSide(d) && abs(d.x) > abs(d.y) && (d.x > 0) == (region == .right)
    }
  }

  private static func isSide(_ d: Vector3) -> Bool { d.z > 0 && d.z <= 0.75.squareRoot() }

  private static func isNear(_ landmark: Vector3?, _ d: Vector3, degrees: Double) -> Bool {
    guard let landmark, landmark.length > 0 else { return false }
    return d.dot(landmark.normalized) >= cos(degrees * .pi / 180)
  }
}
