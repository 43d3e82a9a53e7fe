import Geometry
import Testing

@testable import Analysis

/// What holes and notches may hide of a volume.
@Suite struct HiddenVolumeTests {
  /// A square of 20 mm in a level plane, around a middle.
  private static func square(_ x: Double, _ y: Double, _ z: Double, half: Double = 0.01) -> Hole {
    Hole(rim: [[x - half, y - half, z], [x + half, y - half, z], [x + half, y + half, z], [x - half, y + half, z]])
  }

  /// Over d = 28.3 mm a head of 50 mm radius bulges by d² / 8r = 2 mm; a quarter of that over 4 cm² are 0.2 ml, as much of
  /// which may be more or less.
  @Test func aHoleHidesAQuarterOfItsBulge() {
    for (place, quadrant) in [(Vector2(-0.03, -0.04), 0), ([0.03, -0.04], 1), ([-0.03, 0.04], 2), ([0.03, 0.04], 3)] {
      let hidden = HiddenVolume([Self.square(place.x, place.y, 0.05)], bridgedGap: 0.003)
      #expect(hidden.holes.count == 1)
      for k in 0..<4 {
        let expected = k == quadrant ? 2e-7 : 0
        // Diameters are found at most 1 % short.
        #expect(abs(hidden.most[k] - expected) < 0.025 * 2e-7, "\(k)")
        #expect(hidden.added[k] == hidden.most[k], "\(k)")
        #expect(abs(hidden.deviation[k] - hidden.most[k] / 1.7320508) < 1e-13, "\(k)")
      }
    }
    // A crack hides nothing, but is closed.
    let crack = HiddenVolume([Self.square(0.03, 0.04, 0.05, half: 0.0009)], bridgedGap: 0.003)
    #expect(crack.holes.count == 1)
    #expect(crack.most == .zero)
    #expect(crack.worst == nil)
  }

  /// The rim of a scan that ends 10 mm under the base plane, and 6 mm above it over 40 mm at the back: h² / 2 for each metre.
  @Test func aNotchHidesWhatLeansByHalfARightAngle() {
    let rim: [Vector3] = [
      [0, 0.07, -0.01], [-0.05, 0, -0.01], [-0.03, -0.07, -0.01], [-0.03, -0.07, 0.006], [0, -0.07, 0.006],
      [0.01, -0.07, 0.006], [0.01, -0.07, -0.01], [0.05, 0, -0.01],
    ]
    let hidden = HiddenVolume([Hole(rim: rim)], bridgedGap: 0.003)
    #expect(hidden.holes.isEmpty)
    #expect(hidden.added == .zero)
    #expect(abs(hidden.most[0] - 0.006 * 0.006 / 2 * 0.03) < 1e-12)
    #expect(abs(hidden.most[1] - 0.006 * 0.006 / 2 * 0.01) < 1e-12)
    #expect(hidden.most[2] == 0)
    #expect(hidden.most[3] == 0)
    // The same in front counts there.
    let turned = HiddenVolume([Hole(rim: rim.map { [-$0.x, -$0.y, $0.z] })], bridgedGap: 0.003)
    #expect(abs(turned.most[3] - hidden.most[0]) < 1e-15)
    #expect(abs(turned.most[2] - hidden.most[1]) < 1e-15)
    // Its ends lie on the base plane.
    let notch = Hole(rim: rim).notches
    #expect(notch.count == 1)
    #expect(abs(notch.first?.rim.first?.z ?? .nan) < 1e-12)
    #expect(abs(notch.first?.rim.last?.z ?? .nan) < 1e-12)
    #expect(notch.first?.rim.count == 5)
    #expect(Hole(rim: rim.map { $0 + [0, 0, 0.02] }).notches.isEmpty)
  }

  @Test func theWorstIsNamedAndTwoPerCentAreTooMuch() throws {
    let (small, large) = (Self.square(0.03, 0.04, 0.05, half: 0.005), Self.square(-0.03, -0.04, 0.05))
    for holes in [[small, large], [large, small]] {
      let hidden = HiddenVolume(holes, bridgedGap: 0.003)
      #expect(hidden.worst == large)
      #expect(hidden.obstacle(0.001, hiding: 0.0000199) == nil)
      let found = try #require(hidden.obstacle(0.001, hiding: 0.000021))
      #expect(abs(try #require(found.values["hidden_percent"]?.figure) - 2.1) < 0.01)
      #expect(found.place == "back-left")
      #expect(abs(try #require(found.values["width_mm"]?.figure) - 28) <= 1)
    }
    #expect(HiddenVolume([], bridgedGap: 0.003).obstacle(0.001, hiding: 0.0001) == nil)
  }
}
