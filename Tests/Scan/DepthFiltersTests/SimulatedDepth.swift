import Foundation
import Geometry
import Images

/// Depth images of a curved plate that moves before a wall, with noise that is known exactly, and filters for them.
struct SimulatedDepth {
  static let width = 320, height = 240

  var frames: [DepthImage]

  /// - Parameters:
  ///   - count: the number of frames.
  ///   - noise: the standard deviation of each pixel's own noise, metres.
  ///   - pattern: that of noise that stays with the pixel for good, metres.
  ///   - shift: how far the plate moves from frame to frame, pixels.
  init(_ count: Int = 8, noise: Double = 0.0005, pattern: Double = 0, shift: Double = 1, seed: UInt64 = 1) {
    var random = SeededGenerator(seed: seed)
    let fixed = (0..<(Self.width * Self.height)).map { _ in pattern == 0 ? 0 : pattern * random.normal() }
    frames = (0..<count).map { frame in
      let centre = 150 + shift * Double(frame)
      let pixels = (0..<Self.height).flatMap { y in
        (0..<Self.width).map { x -> Float in
          let (u, v) = (Double(x) - centre, Double(y) - 120)
          let (inside, shadow) = (abs(u) < 70 && abs(v) < 80, abs(u) < 76 && abs(v) < 86)
          guard inside || !shadow else { return .nan }
          let depth = inside ? 0.35 + 3e-6 * (u * u + v * v) : 0.5
          return Float(depth + noise * random.normal() + fixed[y * Self.width + x])
        }
      }
      return DepthImage(width: Self.width, height: Self.height, pixels: pixels)
    }
  }

  /// The images as a file holds them.
  func rounded(to step: Double = 0.0001) -> [DepthImage] {
    frames.map { image in image.mapped { Float((Double($0) / step).rounded() * step) } }
  }

  /// Every hole filled along its row from either side.
  var filled: SimulatedDepth {
    var filled = self
    filled.frames = frames.map { image in
      var image = image
      for y in 0..<image.height {
        let valid = (0..<image.width).filter { image[$0, y] > 0 }
        for (a, b) in zip(valid, valid.dropFirst()) where b > a + 1 {
          for x in (a + 1)..<b {
            let share = Float(x - a) / Float(b - a)
            image.pixels[y * image.width + x] = image[a, y] + share * (image[b, y] - image[a, y])
          }
        }
      }
      return image
    }
    return filled
  }

  /// Each image mixed with the filtered one before where they differ by less than 20 mm.
  func averaged(_ share: Float) -> SimulatedDepth {
    var averaged = self
    for (k, image) in frames.enumerated().dropFirst() {
      averaged.frames[k].pixels = zip(image.pixels, averaged.frames[k - 1].pixels).map { new, old in
        abs(new - old) < 0.02 ? share * new + (1 - share) * old : new
      }
    }
    return averaged
  }

  /// A Gaussian over neighbours that differ by less than 20 mm.
  func smoothed(_ sigma: Double) -> SimulatedDepth {
    let reach = Int(3 * sigma)
    let weights = (-reach...reach).map { Float(exp(-Double($0 * $0) / (2 * sigma * sigma))) }
    var smoothed = self
    smoothed.frames = frames.map { image in
      [(1, 0), (0, 1)].reduce(image) { image, step in
        var result = image
        for y in 0..<image.height {
          for x in 0..<image.width where image[x, y] > 0 {
            var (sum, total): (Float, Float) = (0, 0)
            for k in -reach...reach {
              let depth = image[x + k * step.0, y + k * step.1]
              guard abs(depth - image[x, y]) < 0.02 else { continue }
              sum += weights[k + reach] * depth
              total += weights[k + reach]
            }
            result.pixels[y * image.width + x] = sum / total
          }
        }
        return result
      }
    }
    return smoothed
  }
}

extension DepthImage {
  /// The image with every depth changed.
  func mapped(_ change: (Float) -> Float) -> DepthImage {
    DepthImage(width: width, height: height, pixels: pixels.map(change))
  }
}
