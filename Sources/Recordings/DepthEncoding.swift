#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a layout stores depth: codes of 16 bits in a fraction of a metre, or metres as floating-point numbers.
struct DepthEncoding {
  /// The codes of one metre.
  let codesPerMetre: Float

  /// Depth in metres, NaN where the file has 0, 65535 or, among floats, anything not positive and finite.
  func decode(_ data: Data, name: String) throws(ImageError) -> DepthImage {
    let header = try ImageFile.header(data, name: name)
    if header.isFloat {
      let raster = try ImageFile.depthFloat(data, name: name)
      return DepthImage(width: raster.width, height: raster.height, pixels: raster.pixels.map(Self.metres))
    }
    let raster = try ImageFile.depthCodes(data, name: name)
    return DepthImage(width: raster.width, height: raster.height, pixels: raster.pixels.map(metres))
  }

  private func metres(_ code: UInt16) -> Float {
    code == 0 || code == .max ? .nan : Float(code) / codesPerMetre
  }

  private static func metres(_ value: Float) -> Float {
    value > 0 && value.isFinite ? value : .nan
  }
}
