import Geometry

@testable import Markers

/// Frames that see markers side by side on a plane 0.3 m away.
enum SeenMarkers {
  static let camera = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 320, cy: 240)

  /// - Parameters:
  ///   - ids: what each frame sees.
  ///   - side: of a marker, metres.
  static func frames(_ ids: [[Int]], side: Double = 0.016) -> [FrameObservations] {
    ids.enumerated().map { index, seen in
      FrameObservations(
        frame: index, time: Double(index) / 30, camera: camera,
        markers: seen.enumerated().map { place, id in
          let corner = Vector3(0.03 * Double(place) - 0.05, 0.01 * Double(place), 0.3)
          let points = [corner, corner + [side, 0, 0], corner + [side, side, 0], corner + [0, side, 0]]
          return MarkerObservation(
            id: id, corners: points.map(camera.project),
            metric: MetricCorners(
              points: points, depthSigmas: [0, 0, 0, 0], normal: [0, 0, -1], residual: 0, pixels: 500),
            depthPixels: 500, validDepthPixels: 500)
        })
    }
  }

  static func cap(_ ids: Set<Int>) -> Cap {
    Cap(dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.016, ids: ids, thickness: 0)
  }
}
