import Geometry
import Images
import PointClouds
import Reconstruction
import Recordings
import Testing

@testable import Reconstruction

@Suite struct DenseSeedTests {
  private func region(_ width: Int, _ height: Int) -> FusionRegion? {
    let scale = Double(width) / 640
    let camera = Camera(
      width: width, height: height, fx: 592 * scale, fy: 592 * scale, cx: Double(width) / 2, cy: Double(height) / 2)
    let pixels = [Float](repeating: 0.3, count: width * height)
    return DenseSeed.region(DepthImage(width: width, height: height, pixels: pixels), camera)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 8, 16]) func imagesOfAFewPixelsShowNoHead(width: Int) {
    #expect(region(width, width) == nil)
  }

  @Test func theMiddleLiesBehindTheNearestSurface() throws {
    let region = try #require(self.region(160, 120))
    #expect(abs(region.centre.z - 0.365) < 0.002)
    #expect(region.centre.isFinite)
  }
}
