import Foundation
import Geometry
import Images
import TestSupport

/// Pictures of coloured dots, one for each of COCO's points, which the tiny models of `Scripts/motion/make_dot_model.py`
/// find.
enum DotPictures {
  /// The colours of the points, as the script has them.
  static let colours: [SIMD3<Double>] = [
    [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [255, 0, 255], [0, 255, 255], [128, 0, 0], [0, 128, 0],
    [0, 0, 128], [128, 128, 0], [128, 0, 128], [0, 128, 128], [255, 128, 0], [0, 255, 128], [128, 0, 255],
    [255, 0, 128], [128, 255, 0],
  ]
  static let background = SIMD3<Double>(60, 60, 60)

  static let heatMap = fixture("dots-heatmap.onnx"), simcc = fixture("dots-simcc.onnx")

  static func fixture(_ name: String) -> URL {
    SharedMaterial.packageRoot.appendingPathComponent("Tests/Movement/MovementTests/BodyLandmarks/Fixtures/\(name)")
  }

  /// A picture with a dot at each place that is given; edges are shaded by the part of a pixel that is covered.
  static func picture(_ places: [Vector2?], width: Int, height: Int, radius: Double) -> ColorImage {
    let plain = [UInt8(background.x), UInt8(background.y), UInt8(background.z)]
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    for i in 0..<(width * height) { for c in 0..<3 { pixels[3 * i + c] = plain[c] } }
    for (colour, place) in zip(colours, places) {
      guard let place else { continue }
      let (rows, columns) = (
        Int(place.y - radius - 1)...Int(place.y + radius + 2), Int(place.x - radius - 1)...Int(place.x + radius + 2)
      )
      for y in rows where y >= 0 && y < height {
        for x in columns where x >= 0 && x < width {
          let cover = min(1, max(0, radius + 0.5 - (Vector2(Double(x), Double(y)) - place).length))
          for c in 0..<3 {
            let at = 3 * (y * width + x) + c
            pixels[at] = UInt8((Double(pixels[at]) * (1 - cover) + colour[c] * cover).rounded())
          }
        }
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  /// A body that is seen from its right side and faces the picture's right, with its right knee bent by an angle.
  ///
  /// The thigh stands upright, 100 pixels long, the shank turns about the knee.
  static func leg(degrees: Double, knee: Vector2 = [300, 260], size: Double = 100) -> [Vector2?] {
    let angle = degrees * .pi / 180
    var places = [Vector2?](repeating: nil, count: 17)
    places[12] = knee - Vector2(0, size)
    places[14] = knee
    // Flexion turns clockwise in the picture: the foot goes behind the subject, to the left.
    places[16] = knee + Vector2(-sin(angle), cos(angle)) * size
    places[6] = knee - Vector2(0, 2.1 * size)
    // Nose before ear, so that the way the subject faces can be told.
    places[0] = knee + Vector2(0.35 * size, -2.4 * size)
    places[4] = knee + Vector2(0, -2.45 * size)
    return places
  }
}
