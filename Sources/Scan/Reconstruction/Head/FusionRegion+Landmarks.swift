import Geometry
import Landmarks
import PointClouds
import Tracking

extension FusionRegion {
  /// The part of space that is the head's: around the cap, down to a little below the landmarks where they are known.
  ///
  /// - Throws: ``TrackingError/noMap(framesPosed:frames:)`` without any marker.
  public static func around(
    _ map: MarkerMap, _ landmarks: HeadLandmarks, options: RegionOptions = RegionOptions()
  ) throws -> FusionRegion {
    guard let region = around(markerCentres: map.centres) else {
      throw TrackingError.noMap(framesPosed: 0, frames: 0)
    }
    return region.withFloor(landmarks, options: options)
  }

  /// The region with a floor where the landmarks tell where the head ends.
  public func withFloor(
    _ landmarks: HeadLandmarks, options: RegionOptions = RegionOptions()
  ) -> FusionRegion {
    guard landmarks.areSufficient, let sellion = landmarks[.sellion], let left = landmarks[.tragionLeft],
      let right = landmarks[.tragionRight], liesAbove(sellion: sellion, left: left, right: right)
    else { return self }
    return withFloor(sellion: sellion, tragionLeft: left, tragionRight: right, options: options)
  }

  /// Whether the region's middle, which is the head's, lies above the plane of the landmarks, as it does unless they
  /// are exchanged.
  ///
  /// With exchanged landmarks the floor would be a ceiling: it would cut the vault away, and with it the evidence of
  /// the mistake.
  private func liesAbove(sellion: Vector3, left: Vector3, right: Vector3) -> Bool {
    let between = (left + right) / 2
    return (right - left).cross(sellion - between).dot(centre - between) > 0
  }
}
