import Geometry
import Images

/// How steep recorded depth may be; steeper pixels are ramps that a filter laid between near and far, and no
/// measurements.
public struct DepthRamps: Sendable, Equatable {
  /// The greatest difference of two neighbours as a share of the nearer depth.
  public let slope: Double
  /// The same times the focal length in pixels: pixels of a coarse image lie farther apart on a surface.
  public let slopePixels: Double
  /// How many columns and rows on the next pixel is that is no copy; 1 but for enlarged images.
  public let columns, rows: Int

  /// A limit from its values; the larger of the two holds.
  public init(slope: Double, slopePixels: Double, columns: Int = 1, rows: Int = 1) {
    (self.slope, self.slopePixels, self.columns, self.rows) = (slope, slopePixels, columns, rows)
  }

  /// Takes the ramps out of a camera's image.
  func drop(from image: inout DepthImage, _ camera: Camera) {
    let limit = Float(max(slope, slopePixels * Double(max(columns, rows)) / camera.fx))
    image.dropRamps(steeperThan: limit, spacing: (columns, rows))
  }
}

extension Recording {
  /// The same recording, whose depth comes without the pixels on ramps from now on.
  public func dropping(_ ramps: DepthRamps) -> Recording {
    var recording = self
    recording.droppedRamps = ramps
    return recording
  }
}
