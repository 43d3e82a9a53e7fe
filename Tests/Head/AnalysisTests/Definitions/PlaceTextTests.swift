import Foundation
import Geometry
import Testing

@testable import Analysis

/// Places around the head in words.
@Suite struct PlaceTextTests {
  /// 60° over a place 50 mm off the axis are 86.6 mm.
  @Test func theCrownBeginsAtSixtyDegrees() {
    #expect(PlaceText.place([0.03, 0.04, 0.0865]) == "front-right")
    #expect(PlaceText.place([0.03, 0.04, 0.0867]) == "crown")
    #expect(PlaceText.place([-0.04, -0.03, 0.0867]) == "crown")
    #expect(PlaceText.place([-0.04, -0.03, 0.0865]) == "back-left")
    #expect(PlaceText.place([0, -0.05, -0.001]) == "below back")
    #expect(VaultRegion([0, -0.05, -0.001]) == .back)
    #expect(VaultRegion([0.01, 0, 0.08]) == .crown)
  }

  /// Eight directions of 45°, each from 22.5° before it to 22.5° behind it.
  @Test func directionsAreTheNearest() {
    let names = ["front", "front-right", "right", "back-right", "back", "back-left", "left", "front-left"]
    for (k, name) in names.enumerated() {
      for off in [-22.0, 0, 22] {
        let angle = (45 * Double(k) + off) * .pi / 180
        #expect(PlaceText.side([sin(angle), cos(angle)]) == name, "\(k), \(off)")
      }
    }
    for (k, name) in ["front", "right", "back", "left"].enumerated() {
      for off in [-44.0, 0, 44] {
        let angle = (90 * Double(k) + off) * .pi / 180
        #expect(PlaceText.quarter([sin(angle), cos(angle)]) == name, "\(k), \(off)")
      }
    }
    #expect(PlaceText.side([.nan, 1]) == "side")
  }
}
