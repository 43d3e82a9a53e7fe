import Geometry
import Recordings
import Workers

extension DepthView {
  /// The measured points in the scan frame with normals, colours (where there was a colour image) and weights.
  ///
  /// - Parameter step: every how many pixels, along both axes, a point is taken.
  public func cloud(step: Int = 1) -> Cloud {
    var cloud = Cloud()
    var isPainted = true
    for y in stride(from: 0, to: camera.height, by: max(1, step)) {
      for x in stride(from: 0, to: camera.width, by: max(1, step)) {
        let pixel = pixels[y * camera.width + x]
        guard pixel.weight > 0 else { continue }
        let normal = Vector3(Double(pixel.plane.x), Double(pixel.plane.y), Double(pixel.plane.z))
        cloud.positions.append(scanFromCamera * (camera.ray([Double(x), Double(y)]) * Double(pixel.depth)))
        cloud.normals.append(SIMD3<Float>(scanFromCamera.rotation * normal))
        cloud.colors.append(pixel.sRGB)
        cloud.weights.append(pixel.weight)
        isPainted = isPainted && pixel.isPainted
      }
    }
    if !isPainted { cloud.colors = [] }
    return cloud
  }
}

extension ViewPixel {
  /// True where a colour is known.
  var isPainted: Bool { color & 255 != 0 }
  /// The colour.
  var sRGB: SIMD3<UInt8> {
    [UInt8(color >> 8 & 255), UInt8(color >> 16 & 255), UInt8(color >> 24)]
  }
}

extension Cloud {
  /// Back-projects a whole depth image: p = z · ((u − cx) / fx, (v − cy) / fy, 1), with normals from the smoothed inverse
  /// depth; pixels near depth edges and seen under more than 70° are left out.
  ///
  /// - Returns: points in metres, in the camera frame.
  public static func backProjecting(
    _ depth: DepthImage, camera: PinholeCamera, color: ColorImage? = nil, workers: Workers = Workers(count: 1)
  ) -> Cloud {
    let everything = FusionOptions(region: FusionRegion(centre: .zero, radius: 100))
    return DepthView(
      depth: depth, camera: camera, scanFromCamera: .identity, color: color, options: everything, workers: workers
    ).cloud()
  }
}
