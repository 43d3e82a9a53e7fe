import Geometry
import Testing

@testable import PointClouds

@Suite struct FusionRegionTests {
  @Test func fitsTheSphereOfTheMarkers() throws {
    var random = SeededGenerator(seed: 1)
    let centre = Vector3(0.3, -0.2, 0.5)
    let markers = (0..<40).map { _ -> Vector3 in
      var d = random.direction()
      d.z = abs(d.z)
      return centre + d * 0.07
    }
    let region = try #require(FusionRegion.around(markerCentres: markers))
    #expect((region.centre - centre).length < 1e-9)
    #expect(abs(region.radius - 1.45 * 0.07) < 1e-9)
    let floor = try #require(region.floor)
    #expect(floor.normal.z > 0.97)
    #expect(abs(floor.distance(to: centre) - 0.93 * 0.07) < 1e-9)
  }

  @Test func staysSensibleWithFewMarkers() throws {
    #expect(FusionRegion.around(markerCentres: []) == nil)
    let one = try #require(FusionRegion.around(markerCentres: [[1, 2, 3]]))
    #expect(one.centre == [1, 2, 3])
    #expect(one.floor == nil)
    #expect(abs(one.radius - 1.45 * 0.12) < 1e-12)
    let flat = (0..<9).map { Vector3(Double($0 % 3) * 0.02, Double($0 / 3) * 0.02, 1) }
    #expect(FusionRegion.around(markerCentres: flat)?.floor == nil)
  }

  @Test func isDeepenedForAFace() throws {
    let (cap, up) = (0.065, Vector3(0, -0.3, 1).normalized)
    let region = FusionRegion(
      centre: [0.1, 0, 0.4], radius: 1.45 * cap,
      floor: Plane(normal: up, offset: up.dot([0.1, 0, 0.4]) - 0.93 * cap))
    let (deep, floor) = (region.deepened(), try #require(region.deepened().floor))
    #expect(deep.centre == region.centre)
    #expect(floor.normal == up)
    #expect(abs(deep.radius - 1.74 * cap) < 1e-9)
    #expect(abs(floor.distance(to: deep.centre) - 1.51 * cap) < 1e-9)
    #expect(FusionRegion(centre: .zero, radius: 0.1).deepened().floor == nil)
  }

  @Test func putsTheFloorBelowTheLandmarks() throws {
    let region = FusionRegion(centre: .zero, radius: 0.1).withFloor(
      sellion: [0, 0.07, 0.02], tragionLeft: [-0.05, 0, 0.02], tragionRight: [0.05, 0, 0.02])
    let floor = try #require(region.floor)
    #expect((floor.normal - [0, 0, 1]).length < 1e-12)
    #expect(abs(floor.offset - (0.02 - RegionOptions().belowBasePlane)) < 1e-12)
  }

  @Test func holdsWhatIsInItsSphereAboveItsFloor() {
    let floor = Plane(normal: [0, 0, 1], offset: 0.48)
    let region = FusionRegion(centre: [0.3, -0.2, 0.5], radius: 0.05, floor: floor)
    #expect(region.contains([0.349, -0.2, 0.5]) && !region.contains([0.351, -0.2, 0.5]))
    #expect(region.contains([0.3, -0.2, 0.481]) && !region.contains([0.3, -0.2, 0.479]))
    #expect(FusionRegion(centre: [0.3, -0.2, 0.5], radius: 0.05).contains([0.3, -0.2, 0.451]))
  }
}
