import Foundation
import Geometry
import TestSupport
import Testing
import Workers

@testable import Phantom

@Suite struct ClothFaultTests {
  private static func options(_ faults: PhantomFault...) -> PhantomOptions {
    var options = PhantomOptions()
    options.sensor.camera = Camera(width: 80, height: 60, fx: 74, fy: 74, cx: 40, cy: 30)
    (options.frames, options.truthSubdivisions) = (3, 3)
    options.faults = faults
    return options
  }

  @Test func aSnugCapLiesOnTheSkin() {
    #expect(CapFit().isSnug)
    #expect(CapFit().rise([0, 0, 1], depth: 0.05) == 0)
    #expect(!CapFit(hem: 0.001).isSnug)
  }

  @Test func theCapIsTautAtItsEdge() {
    let fit = CapFit(standOff: 0.002)
    #expect(fit.rise([0, 0, 1], depth: 0) == 0)
    #expect(fit.rise([0, 0, 1], depth: 0.04) == 0.002)
  }

  @Test func theHemIsAtTheEdge() {
    let fit = CapFit(hem: 0.0015)
    #expect(fit.rise([0, 0, 1], depth: 0.005) == 0.0015)
    #expect(fit.rise([0, 0, 1], depth: 0.02) == 0)
  }

  @Test func patchesAreBareHereAndThickThere() {
    let rises = Icosphere(subdivisions: 4).directions.map { CapFit(patchyHair: 0.003).rise($0, depth: 0.05) }
    #expect(rises.min()! < 0.0002)
    #expect(rises.max()! > 0.0028)
    #expect(rises.max()! <= 0.003)
    let mean = rises.reduce(0, +) / Double(rises.count)
    #expect((0.0008...0.0022).contains(mean), "\(mean)")
  }

  @Test func eachPatternOfHairIsAnother() {
    let directions = Icosphere(subdivisions: 3).directions
    let shares: [[Double]] = (0..<40 as Range<UInt64>).map { directions.map(HairPattern(seed: $0).share) }
    for share in shares {
      #expect(share.min()! >= 0)
      #expect(share.max()! <= 1)
    }
    // Over many patterns no direction has more hair than another.
    let means = directions.indices.map { k in shares.map { $0[k] }.reduce(0, +) / 40 }
    #expect(means.min()! > 0.25, "\(means.min()!) \(means.max()!)")
    #expect(means.max()! < 0.75, "\(means.min()!) \(means.max()!)")
    let first = shares[0], second = shares[1]
    #expect(zip(first, second).contains { abs($0 - $1) > 0.5 })
  }

  @Test(arguments: [(PhantomFault.Kind.standOff, 2.0), (.hair, 3)])
  func theSkinStaysUnderALiftedCap(_ kind: PhantomFault.Kind, _ amount: Double) throws {
    let lifted = try PhantomRecording(Self.options(PhantomFault(kind, amount: amount))).head
    let (plain, skin) = (try PhantomHead(HeadShape()), try lifted.skin())
    var bare = HeadShape()
    (bare.capThickness, bare.capFolds) = (0, 0)
    let naked = try PhantomHead(bare)
    for u in Icosphere(subdivisions: 3).directions {
      #expect(skin.radius(toward: u) == naked.radius(toward: u))
      let more = lifted.radius(toward: u) - plain.radius(toward: u)
      if plain.capDepth(toward: u) < 0 { #expect(more == 0) }
      // Along the normal of the head before it was sheared by 2 %, not along the radius.
      if plain.capDepth(toward: u) > 0.04 { #expect((0.995...1.5).contains(more / (amount / 1000))) }
    }
  }

  @Test func theTruthHasTheSkin() throws {
    let folder = try TemporaryFolder()
    for (name, faults, hasSkin) in [("hair", [PhantomFault(.hair)], true), ("none", [], false)] {
      var options = Self.options()
      options.faults = faults
      let url = folder.url.appendingPathComponent(name)
      try PhantomWriter(PhantomRecording(options)).write(to: url, workers: Workers(count: 2))
      #expect(FileManager.default.fileExists(atPath: url.appendingPathComponent("truth_skin.ply").path) == hasSkin)
    }
  }

  @Test func thePrintIsLargerThanStated() throws {
    let cap = try PhantomRecording(Self.options(PhantomFault(.printScale, amount: 3.9))).cap
    #expect(cap.statedMarkerSize == 0.016)
    #expect(cap.yaml.contains("marker_size_mm: 16.0\n"))
    #expect(cap.markers.allSatisfy { abs($0.size - 0.016 * 1.039) < 1e-12 })
    #expect(abs(cap.markerSize - 0.016 * 1.039) < 1e-12)
  }

  @Test func theClothStretchesAtTheCrown() throws {
    let recording = try PhantomRecording(Self.options(PhantomFault(.stretch, amount: 5)))
    let (sound, crown) = (try PhantomRecording(Self.options()).cap, recording.head.cloth.edgeNormal)
    for (marker, before) in zip(recording.cap.markers, sound.markers) {
      #expect(marker.pose == before.pose)
      #expect(before.size == 0.016)
      let angle = acos(marker.pose.translation.normalized.dot(crown)) * 180 / .pi
      let stretch = 100 * (marker.size / 0.016 - 1)
      #expect(abs(stretch - 5 * exp(-0.5 * (angle / 35) * (angle / 35))) < 1e-9)
    }
    let sizes = recording.cap.markers.map(\.size)
    #expect(sizes.max()! > 0.0165)
    #expect(sizes.min()! < 0.0163)
  }
}
