import Foundation
import Geometry
import TestSupport
import Testing
import Workers

@testable import Phantom

@Suite struct CapChangeTests {
  private static let made = Result {
    let head = try PhantomHead(HeadShape(flattening: 0.008, capFolds: 0.0005))
    return (head: head, cap: try PhantomCap(head: head, seed: 4))
  }
  private let head: PhantomHead
  private let cap: PhantomCap

  init() throws { (head, cap) = try Self.made.get() }

  private func change(_ faults: PhantomFault...) throws -> CapChange {
    CapChange(try FaultPlan(faults, duration: 10), cap: cap)
  }

  @Test func theCapTurnsWithinHalfASecond() throws {
    let change = try change(PhantomFault(.slip, at: 4, amount: 6))
    let full = 6 * Double.pi / 180
    #expect(change.state(at: 4).turn == 0)
    #expect(change.state(at: 3).turn == 0)
    #expect(abs(change.state(at: 4.25).turn - full / 2) < 1e-12)
    #expect(change.state(at: 4.5).turn == full)
    #expect(change.state(at: 10).turn == full)
    #expect(change.resting == [CapState(), CapState(turn: full)])
  }

  @Test func skinAndCapKeepTheirPlacesWhenTheCapSlips() throws {
    let change = try change(PhantomFault(.slip, amount: 10))
    let worn = change.head(head, in: change.state(at: 10))
    let turn = try #require(worn.capTurn)
    var generator = SeededGenerator(seed: 7)
    var (skin, moved) = (0, 0)
    for _ in 0..<4000 {
      let u = generator.direction()
      let (before, after) = (head.capDepth(toward: u), worn.capDepth(toward: u))
      #expect(abs(worn.capDepth(toward: turn * u) - before) < 1e-12)
      if before < 0 && after < 0 {
        #expect(worn.radius(toward: u) == head.radius(toward: u))
        skin += 1
      }
      if before * after < 0 { moved += 1 }
    }
    #expect(skin > 500)
    #expect(moved > 20)
  }

  @Test func inkTurnsWithTheCap() throws {
    let workers = Workers(count: 2)
    let change = try change(PhantomFault(.slip, at: 4, amount: 8))
    let worn = WornCap(head: head, cap: cap, change: change, cells: 160, workers: workers)
    let (before, after) = (worn.at(0), worn.at(9))
    let turned = change.head(head, in: change.state(at: 9))
    let turn = try #require(turned.capTurn)
    var inked = 0
    for marker in cap.markers {
      for corner in head.corners(of: marker) {
        let inside = corner + (marker.pose.translation - corner) * 0.1
        let place = head.point(toward: inside)
        let later = turned.point(toward: turn * place)
        #expect(before.ink.ink(at: place) == .black)
        #expect(after.ink.ink(at: later) == .black)
        if after.ink.ink(at: place) != .black { inked += 1 }
      }
    }
    #expect(inked > cap.markers.count)
  }

  /// What rays meet is the cloth where it is by then: the edge of a slipped cap stands off by 1 mm, a flap by nearly 7.
  @Test(arguments: [PhantomFault(.slip, at: 4, amount: 10), PhantomFault(.fold, at: 4, amount: 40)])
  func theSurfaceFollowsTheCap(fault: PhantomFault) throws {
    // The table is straight within a cell, at most 0.94 mm wide. At the ridge of the flap the slope changes by
    // 1.5 tan 40° = 1.26; there the table is off by up to 1.26 · 0.94 / 4 mm.
    let sag = 0.0003
    let change = try change(fault)
    let worn = WornCap(head: head, cap: cap, change: change, cells: 160, workers: Workers(count: 2))
    let (before, after) = (worn.at(0).surface, worn.at(9).surface)
    let moved = change.head(head, in: change.state(at: 9))
    let directions = Icosphere(subdivisions: 4).directions
    let farthest = { (surface: PhantomSurface) in
      directions.map { abs(surface.point(toward: $0).length - moved.radius(toward: $0)) }.max()!
    }
    #expect(farthest(before) > 2 * sag && farthest(after) < sag, "\(farthest(before)) \(farthest(after))")
  }

  @Test func aPartSlidesOverTheRest() throws {
    let change = try change(PhantomFault(.partSlip, at: 4, amount: 6, markers: 5))
    let part = try #require(change.part)
    #expect(part.ids.count == 5)
    #expect(change.head(head, in: change.state(at: 9)).capTurn == nil)
    let worn = WornCap(head: head, cap: cap, change: change, cells: 160, workers: Workers(count: 2))
    let (before, after) = (worn.at(0), worn.at(9))
    let turn = Matrix3.rotation(part.axis * part.turn(of: 0.006))
    // Its middle goes down and sideways alike.
    let places = cap.markers.filter { part.ids.contains($0.id) }.map(\.pose.translation)
    let middle = places.reduce(.zero, +) / 5
    let sideways = Vector3(0, 0, 1).cross(middle).normalized
    let (shift, down) = (turn * middle - middle, sideways.cross(middle).normalized)
    #expect(abs(shift.length / 0.006 - 1) < 0.001)
    #expect(shift.dot(down) > 0 && abs(shift.dot(sideways) / shift.dot(down) - 1) < 1e-9)
    for marker in cap.markers {
      let inside = head.corners(of: marker).map { $0 + (marker.pose.translation - $0) * 0.1 }
      for place in inside.map({ head.point(toward: $0) }) {
        #expect(before.ink.ink(at: place) == .black)
        let later = part.ids.contains(marker.id) ? head.point(toward: turn * place) : place
        if part.ids.contains(marker.id) {
          #expect(after.ink.ink(at: later) == .black)
          #expect(((later - place).length / 0.006 - 1).magnitude < 0.35)
        }
      }
    }
  }

  @Test(arguments: [(PhantomFault.Kind.slipBack, Vector3(1, 0, 0)), (.slipAside, Vector3(0, 1, 0))])
  func theCapSlipsAboutOtherAxes(kind: PhantomFault.Kind, axis: Vector3) throws {
    let change = try change(PhantomFault(kind, at: 4, amount: -6))
    let turn = try #require(change.head(head, in: change.state(at: 9)).capTurn)
    #expect((turn * axis - axis).length < 1e-12)
    #expect(abs(turn.rotationVector.dot(axis) + 6 * .pi / 180) < 1e-12)
  }

  @Test func theFallenMarkerLeavesTheCapForTheTorso() throws {
    let plan = try FaultPlan([PhantomFault(.fallOff, at: 5)], duration: 10)
    let change = CapChange(plan, cap: cap)
    let fallen = try #require(change.fallen)
    let scene = PhantomScene(
      head: head, cap: cap, plan: plan, movement: BodyMovement(sway: 1, seed: 1), sway: 1, seed: 1, cells: 96,
      workers: Workers(count: 2))
    let place = head.point(toward: head.corners(of: fallen)[0] * 0.9 + fallen.pose.translation * 0.1)
    let (before, after) = (scene.at(4.9, headFromCamera: .identity), scene.at(5, headFromCamera: .identity))
    #expect(before.ink.ink(at: place) == .black)
    #expect(after.ink.ink(at: place) == nil)
    let ids = { (snapshot: PhantomScene.Snapshot) in snapshot.moment.bodies.flatMap { $0.prints.map(\.id) } }
    #expect(!ids(before).contains(fallen.id))
    #expect(ids(after).contains(fallen.id))
    #expect(fallen.id != cap.stray?.id)
  }

  /// What happens to a marker happens to those nearest to half-way up, but not to the first, which the stray copies.
  @Test func markersHalfWayUpAreConcerned() throws {
    let height = { (marker: PrintedMarker) in abs(marker.pose.translation.normalized.z - 0.5) }
    let nearest = try #require(cap.markers.min { height($0) < height($1) })
    let place = try #require(cap.markers.firstIndex { $0.id == nearest.id })
    // Of a cap that begins with the nearest one, and of one that ends with it.
    for rest in [Array(cap.markers[place...]), Array(cap.markers[...place]), cap.markers] where rest.count > 4 {
      let ids = Set(rest.map(\.id))
      let plan = try FaultPlan(
        [PhantomFault(.fallOff), PhantomFault(.fold), PhantomFault(.partSlip, markers: 3)], duration: 10)
      let change = CapChange(plan, cap: cap.without { !ids.contains($0.id) })
      let expected = rest.dropFirst().sorted { height($0) < height($1) }
      #expect(change.fallen?.id == expected[0].id && change.folded?.id == expected[1].id)
      let middle = expected[2].pose.translation
      let near = rest.filter { $0.id != expected[0].id && $0.id != expected[1].id }
        .sorted { ($0.pose.translation - middle).length < ($1.pose.translation - middle).length }
      #expect(change.part?.ids == Set(near.prefix(3).map(\.id)))
    }
  }

  @Test func theFoldedHalfIsBent() throws {
    let change = try change(PhantomFault(.fold, at: 5, amount: 40))
    let marker = try #require(change.folded)
    let worn = change.head(head, in: change.state(at: 5))
    #expect(change.head(head, in: change.state(at: 4.9)).flap == nil)
    let (centre, right) = (marker.pose.translation, marker.pose.rotation.c0)
    for share in [0.2, 0.35, 0.5] {
      let step = right * (share * marker.size)
      let (bent, flat) = (worn.point(toward: centre + step), worn.point(toward: centre - step))
      #expect(flat == head.point(toward: centre - step))
      let rise = (bent.length - head.point(toward: centre + step).length) / (share * marker.size)
      #expect(abs(rise - 0.839) < 0.1, "\(share)")
    }
    #expect(worn.point(toward: -centre) == head.point(toward: -centre))
  }
}

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
