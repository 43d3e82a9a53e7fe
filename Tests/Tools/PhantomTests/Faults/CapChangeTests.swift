import Geometry
import Testing
import Workers

@testable import Phantom

@Suite struct CapChangeTests {
  private let head: PhantomHead
  private let cap: PhantomCap

  init() throws {
    head = try PhantomHead(HeadShape(flattening: 0.008, capFolds: 0.0005))
    cap = try PhantomCap(head: head, seed: 4)
  }

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

  @Test func aPartSlidesOverTheRest() throws {
    let change = try change(PhantomFault(.partSlip, at: 4, amount: 6, markers: 5))
    let part = try #require(change.part)
    #expect(part.ids.count == 5)
    #expect(change.head(head, in: change.state(at: 9)).capTurn == nil)
    let worn = WornCap(head: head, cap: cap, change: change, cells: 160, workers: Workers(count: 2))
    let (before, after) = (worn.at(0), worn.at(9))
    let turn = Matrix3.rotation(part.axis * part.turn(of: 0.006))
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
      let rise = (bent - head.point(toward: centre + step)).length / (share * marker.size)
      #expect(abs(rise - 0.839) < 0.1, "\(share)")
    }
    #expect(worn.point(toward: -centre) == head.point(toward: -centre))
  }
}
