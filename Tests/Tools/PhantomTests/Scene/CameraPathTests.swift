import Geometry
import Testing

@testable import Phantom

@Suite struct CameraPathTests {
  @Test(arguments: CameraPath.Extent.allCases.filter { $0 != .board })
  func theCameraLooksAtTheHeadFromAScanningDistance(_ extent: CameraPath.Extent) throws {
    let path = try CameraPath(extent: extent, duration: 20, seed: 3)
    for step in 0...200 {
      let pose = path.headFromCamera(at: Double(step) / 10)
      let distance = pose.translation.length
      #expect(distance > 0.25)
      #expect(distance < 0.42)
      #expect(pose.rotation.c2.dot(-pose.translation / distance) > 0.97)
      #expect(abs(pose.rotation.determinant - 1) < 1e-9)
      #expect(pose.rotation.c1.z < 0.35, "the image's top is up")
    }
  }

  @Test func theWholePathGoesAllAroundAndTheHalfDoesNot() throws {
    let whole = try CameraPath(extent: .whole, duration: 1)
    let half = try CameraPath(extent: .half, duration: 1)
    let times = (0...300).map { Double($0) / 300 }
    let leftmost = { (path: CameraPath) in times.map { path.headFromCamera(at: $0).translation.x }.min()! }
    #expect(leftmost(whole) < -0.3)
    #expect(leftmost(half) > 0)
  }

  @Test func theSpeedIsNearlyConstant() throws {
    let path = try CameraPath(extent: .whole, duration: 30, jitter: 0)
    let places = (0...300).map { path.headFromCamera(at: Double($0) / 10).translation }
    let steps = zip(places, places.dropFirst()).map { ($1 - $0).length }
    #expect(steps.max()! < 2.5 * RobustStatistics.median(steps))
  }
}
