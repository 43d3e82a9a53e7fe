import Foundation
import Images
import Recordings
import TestSupport

/// A recording in Open3D's layout whose colour images are known: a frame every quarter of a second, the first at 2 s.
struct PaintedRecording {
  private let folder: TemporaryFolder
  let recording: Recording

  /// - Parameters:
  ///   - late: how much later than colour depth is taken, microseconds.
  ///   - paint: red, green and blue by frame, column and row.
  init(
    _ frames: Int, width: Int, height: Int, late: Int = 0, _ paint: (Int, Int, Int) -> (Int, Int, Int)
  ) throws {
    folder = try TemporaryFolder()
    for kind in ["color", "depth"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(kind), withIntermediateDirectories: true)
    }
    let depth = try ImageFile.png(
      depthCodes: [UInt16](repeating: 400, count: width * height), width: width, height: height)
    for frame in 0..<frames {
      let name = { (delay: Int) in
        Self.padded(frame + 1, 6) + "-" + Self.padded(2_000_000 + 250_000 * frame + delay, 12)
      }
      let pixels = (0..<height).flatMap { y in
        (0..<width).flatMap { x -> [UInt8] in
          let (red, green, blue) = paint(frame, x, y)
          return [UInt8(red), UInt8(green), UInt8(blue)]
        }
      }
      try ImageFile.png(ColorImage(width: width, height: height, pixels: pixels))
        .write(to: folder.url.appendingPathComponent("color/\(name(0)).png"))
      try depth.write(to: folder.url.appendingPathComponent("depth/\(name(late)).png"))
    }
    let camera =
      "{\"width\":\(width),\"height\":\(height),\"intrinsic_matrix\":[\(width),0,0,0,\(width),0,"
      + "\(width / 2),\(height / 2),1]}"
    try camera.write(to: folder.url.appendingPathComponent("intrinsic.json"), atomically: true, encoding: .utf8)
    recording = try Recording.open(folder.url)
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    String(repeating: "0", count: digits - "\(number)".count) + "\(number)"
  }
}

extension ColorImage {
  /// Red, green and blue at a column and a row.
  func color(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
    let at = 3 * (y * width + x)
    return (Int(pixels[at]), Int(pixels[at + 1]), Int(pixels[at + 2]))
  }

  /// Whether a place and the pixels beside it hold a colour that is much more red and green than blue.
  func isYellow(_ x: Int, _ y: Int) -> Bool {
    (-2...2).contains { dx in
      (-2...2).contains { dy in
        let (red, green, blue) = color(min(max(x + dx, 0), width - 1), min(max(y + dy, 0), height - 1))
        return red - blue > 30 && green - blue > 30
      }
    }
  }
}
