internal import Diagnostics
import Geometry

/// A lens as Apple's camera calibration states it (AVCameraCalibrationData): by how much radii lengthen, at radii evenly
/// spaced from the distortion's centre to the farthest corner of the image.
///
/// Its `lensDistortionLookupTable` leads from a rectified image to the lens's, the inverse table back (the comments of
/// Apple's header). Other readers take them the other way round.
struct LensTable {
  /// From the rectified image to the image, and from that to the rectified image; one of them may be empty.
  let toImage, toRectified: [Double]
  /// The distortion's centre in pixels of the camera's size, counted from the image's corner; nil for the middle of the
  /// image.
  let centre: [Double]?

  /// How many numbers a table may have: as many as there are coefficients to find and one more; phones write 42.
  private static let lengths = 8...10_000
  /// The number of radial coefficients that follow a table.
  private static let terms = 7
  /// The farthest that the coefficients may lie from a table, pixels.
  private static let largestMisfit = 0.05

  /// The lens as radial coefficients of the same camera; nil where the tables change nothing.
  func lens(of camera: Camera, file: String) throws(RecordingError) -> Lens? {
    for table in [toRectified, toImage] where !table.isEmpty {
      guard Self.lengths.contains(table.count), table.allSatisfy({ $0.isFinite && abs($0) < 0.5 }) else {
        throw .badIntrinsics(file: file, expected: .phrase("lens_table"), found: .count(table.count))
      }
    }
    guard (toRectified + toImage).contains(where: { $0 != 0 }) else { return nil }
    // Apple counts from the corner of the image, where pixel centres are at halves.
    let middle = (centre ?? [Double(camera.width) / 2, Double(camera.height) / 2]).map { $0 - 0.5 }
    guard middle.count == 2, camera.contains([middle[0], middle[1]]) else {
      throw .badIntrinsics(
        file: file, expected: .phrase("principal_point_within"),
        found: .text("(\(middle.map { "\($0)" }.joined(separator: ", ")))"))
    }
    let (x, y) = (middle[0], middle[1])
    let (across, down) = (max(x + 0.5, Double(camera.width) - 0.5 - x), max(y + 0.5, Double(camera.height) - 0.5 - y))
    let corner = Vector2(across, down).length
    return try fitted(
      centre: [(x - camera.cx) / camera.fx, (y - camera.cy) / camera.fy], farthest: corner,
      focal: (camera.fx + camera.fy) / 2, file: file)
  }

  /// Coefficients by least squares, relative to the farthest radius so that the equations are well conditioned.
  private func fitted(
    centre: Vector2, farthest: Double, focal: Double, file: String
  ) throws(RecordingError) -> Lens {
    let samples = samples(farthest)
    guard
      let (lens, misfit) = Lens.fitted(samples, centre: centre, farthest: farthest, focal: focal, terms: Self.terms)
    else { throw .badIntrinsics(file: file, expected: .phrase("lens_table"), found: .count(samples.count)) }
    guard misfit < Self.largestMisfit else {
      throw .badIntrinsics(
        file: file, expected: .phrase("smooth_lens_table", ["pixels": .exact(Self.largestMisfit)]),
        found: .phrase("pixels", ["count": .exact(misfit)]))
    }
    return lens
  }

  /// Radii of a pinhole's image and where the lens shows them, pixels.
  private func samples(_ farthest: Double) -> [(ideal: Double, seen: Double)] {
    let (table, isToImage) = toImage.isEmpty ? (toRectified, false) : (toImage, true)
    return table.enumerated().dropFirst().map { index, magnification in
      let radius = farthest * Double(index) / Double(table.count - 1)
      let other = radius * (1 + magnification)
      return isToImage ? (radius, other) : (other, radius)
    }
  }
}

extension Lens {
  /// The lens that shows radii where they are seen, by least squares, and its greatest distance from them in pixels; nil
  /// where they do not determine it.
  ///
  /// - Parameters:
  ///   - samples: radii of a pinhole's image and where the lens shows them, pixels.
  ///   - farthest: the greatest radius: coefficients are relative to it, so that the equations are well conditioned.
  static func fitted(
    _ samples: [(ideal: Double, seen: Double)], centre: Vector2, farthest: Double, focal: Double, terms: Int
  ) -> (lens: Lens, misfit: Double)? {
    var equations = LeastSquares(unknowns: terms)
    for (ideal, seen) in samples {
      let s = ideal * ideal / (farthest * farthest)
      var powers = [s * ideal]
      while powers.count < terms { powers.append(powers[powers.count - 1] * s) }
      equations.add(powers, value: seen - ideal)
    }
    let unit = (focal * focal) / (farthest * farthest)
    guard let solution = equations.solved()?.solution else { return nil }
    let lens = Lens(
      radial: solution.enumerated().map { k, value in (0...k).reduce(value) { value, _ in value * unit } },
      centre: centre)
    let misfit =
      samples.map { ideal, seen in
        abs((lens.distorted(centre + [ideal / focal, 0]) - centre).x * focal - seen)
      }.max() ?? 0
    return (lens, misfit)
  }
}
