import Diagnostics
import Geometry
import Testing

@testable import Markers

/// Depth that does not lie on the colour image.
@Suite struct DepthShiftTests {
  private static let camera = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 320, cy: 240)
  private static let cap = Cap(dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.016, ids: Set(0..<30))

  /// Markers on a ball of 65 mm, 0.31 m away, whose depth lies `shift` pixels beside the image.
  ///
  /// - Parameters:
  ///   - size: the markers' size over the print.
  ///   - offset: what is added to depth, metres.
  private static func frames(shift: Vector2, size: Double = 1, offset: Double = 0, seed: UInt64 = 1)
    -> [FrameObservations]
  {
    var random = SeededGenerator(seed: seed)
    return (0..<20).map { index in
      let middle = Vector3(0.01 * random.normal(), 0.01 * random.normal(), 0.375)
      let markers = (0..<10).map { id -> MarkerObservation in
        let towards = Vector3(0.4 * random.normal(), 0.4 * random.normal(), -1).normalized
        let across = towards.anyOrthogonal
        let (centre, down) = (middle + towards * 0.065, towards.cross(across))
        let half = 0.008 * size
        let corners = [-across - down, across - down, across + down, -across + down].map { centre + $0 * half }
        let pixels = corners.map(camera.project)
        // The ball's surface that depth shows at a pixel: |t ray − middle| = 65 mm.
        let seen = { (pixel: Vector2) in
          let ray = camera.ray(pixel - shift)
          let (a, b) = (ray.dot(ray), ray.dot(middle))
          let root = max(0, b * b - a * (middle.dot(middle) - 0.065 * 0.065)).squareRoot()
          return ray * ((b - root) / a)
        }
        let points = pixels.map { camera.ray($0) * (seen($0).z + offset + 0.0003 * random.normal()) }
        let normal = (seen(camera.project(centre)) - middle).normalized
        return MarkerObservation(
          id: id, corners: pixels,
          metric: MetricCorners(
            points: points, depthSigmas: [0, 0, 0, 0], normal: normal, residual: 0, pixels: 100),
          depthPixels: 100, validDepthPixels: 100)
      }
      return FrameObservations(frame: index, time: Double(index) / 30, camera: camera, markers: markers)
    }
  }

  @Test(arguments: [Vector2(15, 0), Vector2(-9, 0), Vector2(0, 12), Vector2(8, -8)], [1, 2] as [UInt64])
  func itIsFound(shift: Vector2, seed: UInt64) throws {
    let found = try #require(DepthShift(Self.frames(shift: shift, seed: seed), cap: Self.cap))
    // To first order only: shifts of a tenth of the radius come out a fifth too large.
    #expect((found.pixels - 1.2 * shift).length < 0.1 * shift.length, "\(found)")
    let fault = try #require(found.fault(largest: 0.002))
    #expect(fault.code == .calibrationRegistration)
  }

  /// Neither a print of another size nor depth that is too long looks like one.
  @Test(arguments: [(1.0, 0.0), (0.93, 0), (1, 0.006)], [1, 2, 3] as [UInt64])
  func soundDepthLiesOnTheImage(fault: (size: Double, offset: Double), seed: UInt64) throws {
    let frames = Self.frames(shift: .zero, size: fault.size, offset: fault.offset, seed: seed)
    let found = try #require(DepthShift(frames, cap: Self.cap))
    #expect(found.metres.length < 0.0003, "\(found)")
    #expect(found.fault(largest: 0.002) == nil, "\(found)")
  }

  @Test func fewMarkersShowNothing() {
    #expect(DepthShift(Array(Self.frames(shift: [15, 0]).prefix(3)), cap: Self.cap) == nil)
    #expect(DepthShift([], cap: Self.cap) == nil)
  }
}
