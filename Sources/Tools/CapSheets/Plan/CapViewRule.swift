import Geometry
import Platform

/// What a view of the cap must show so that the head's pose can be told from it.
///
/// The head is taken as a sphere. A marker counts where its normal is at most ``mostTilt`` from the line of sight (beyond
/// that its corners are not measured) and its mean side in the image is at least ``leastSidePixels``. Every view must show
/// ``leastMarkers`` whose optical axis goes through the centre of the head and meets the cap at least ``margin`` above its
/// rim.
public struct CapViewRule: Sendable, Equatable {
  /// The focal length of the colour camera in pixels; 592 is that of a TrueDepth camera at 640 × 480.
  public var focalLengthPixels = 592.0
  /// From the camera to the nearest point of the head, in metres.
  public var distance = 0.3
  /// The least mean side of a marker in the image, in pixels.
  public var leastSidePixels = 24.0
  /// So many markers are wanted in a view.
  public var leastMarkers = 8
  /// So many more are planned on a sphere: heads are longer than wide, and caps higher than a sphere's
  /// (Docs/evaluation/cap-sheets.md).
  public var reserve = 1
  /// The greatest angle between a marker's normal and the line of sight, in radians.
  public var mostTilt = Double.pi / 3
  /// The angle at the centre of the head between its top and the rim of the cap, in radians.
  public var rim = 105 * Double.pi / 180
  /// How far above the rim the axis of a view meets the cap, as an angle at the centre of the head, in radians.
  public var margin = 25 * Double.pi / 180

  /// The rule as it is used unless something is changed.
  public init() {}

  /// How many of some markers count in a view.
  ///
  /// - Parameters:
  ///   - directions: unit vectors from the centre of the head to the markers.
  ///   - axis: the unit vector from the centre of the head to the camera.
  ///   - radius: the head's, in metres.
  ///   - markerSize: a marker's side in metres.
  public func count(_ directions: [Vector3], from axis: Vector3, radius: Double, markerSize: Double) -> Int {
    let camera = axis * (radius + distance)
    return directions.count { direction in
      let sight = camera - radius * direction
      let cosine = sight.dot(direction) / sight.length
      // The mean of a side that is not foreshortened and one that is.
      let side = focalLengthPixels * markerSize / sight.dot(axis) * (1 + cosine) / 2
      return cosine >= cos(mostTilt) && side >= leastSidePixels
    }
  }

  /// The axes that a cap is judged on: evenly over all that the rule asks for.
  public var axes: [Vector3] { FibonacciSphere(count: 2000).points.filter { $0.z >= cos(rim - margin) } }
}
