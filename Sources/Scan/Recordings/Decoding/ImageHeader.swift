internal import Diagnostics
import Geometry

/// The kinds of image file that are read.
public enum ImageKind: String, Sendable {
  /// Joint Photographic Experts Group.
  case jpeg = "JPEG"
  /// Portable Network Graphics.
  case png = "PNG"
  /// Tagged Image File Format.
  case tiff = "TIFF"
  /// OpenEXR.
  case exr = "EXR"
  /// Netpbm's grey and colour.
  case pgm = "PGM"
  case ppm = "PPM"
  /// An array of NumPy.
  case npy = "NPY"
  /// Plain numbers, of which the recording says what they are.
  case raw = "raw"
}

/// The header of an image file.
public struct ImageHeader: Sendable, Equatable, CustomStringConvertible {
  /// The kind of file.
  public let kind: ImageKind
  /// The size in pixels.
  public let width, height: Int
  /// Samples a pixel; 3 for a palette, 1 for an EXR that has depth.
  public let channels: Int
  /// Bits a sample; 8 for a palette.
  public let bits: Int
  /// True where samples are floating-point numbers.
  public let isFloat: Bool

  /// The header in words: `640×480 PNG, 16 bits, 1 channel`.
  public var description: String { words.text() }

  /// The same in any language.
  var words: FindingValue {
    .phrase(
      isFloat ? "float_image_header" : "image_header",
      [
        "size": .text("\(width)×\(height)"), "kind": .text(kind.rawValue), "bits": .count(bits),
        "channels": .count(channels),
      ])
  }
}

/// The size of an image in pixels.
struct ImageSize: Equatable, CustomStringConvertible {
  let width, height: Int

  var description: String { "\(width)×\(height)" }

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  init(_ header: ImageHeader) { self.init(width: header.width, height: header.height) }
  init(_ camera: Camera) { self.init(width: camera.width, height: camera.height) }
}

extension ImageSize {
  /// Whether both are as wide for their height, within a pixel of the smaller one.
  func hasShape(of other: ImageSize) -> Bool {
    abs(width * other.height - height * other.width) <= max(width, height, other.width, other.height)
  }
}

/// The sizes of a recording's images in pixels.
struct ImageSizes: Equatable {
  let color, depth: ImageSize
}
