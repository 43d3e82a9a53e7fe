import Feedback
import Geometry
import Testing

@testable import LiveTracking
@testable import Markers

/// Facts from observations of a simulated cap, whose truth is known.
@Suite struct LiveScanTests {
  private let rules = FeedbackFile.builtIn.rules

  private let world = SyntheticCap()

  @Test func factsAreThoseOfTheSimulation() throws {
    var scan = LiveScan(world.cap, rules: rules)
    let pose = SyntheticCap.pose(0)
    let seen = world.frame(0, pose)
    let facts = scan.facts(seen, gray: nil, depth: world.depth(pose))
    #expect(facts.time == 0)
    #expect(facts.visible == Set(seen.markers.map(\.id)))
    #expect(facts.visible.count >= 5)
    #expect(facts.mapFromCamera == .identity)
    #expect(facts.blur == nil)
    #expect(facts.markers.allSatisfy { $0.validDepth == 0.96 })
    #expect(abs(facts.distance! - 0.30) < 0.02)
    for marker in facts.markers { #expect((facts.places[marker.id]! - marker.place).length < 0.02) }
    #expect(abs(facts.validDepth! - 0.12) < 0.08)
  }

  @Test func strangersAreLeftOut() {
    var scan = LiveScan(world.cap, rules: rules)
    var seen = world.frame(0, SyntheticCap.pose(0))
    let usual = Set(seen.markers.map(\.id))
    let model = seen.markers[0]
    let print = { (id: Int, scale: Double) in
      MarkerObservation(
        id: id, corners: model.corners,
        metric: MetricCorners(
          points: model.metric!.points.map { $0 * scale }, depthSigmas: [0, 0, 0, 0], normal: [0, 0, -1], residual: 0,
          pixels: 400), depthPixels: 500, validDepthPixels: 500)
    }
    let free = Set(0..<30).subtracting(usual).sorted()
    seen.markers += [print(77, 1), print(free[0], 1.3), print(free[1], 1), print(free[1], 1)]
    #expect(scan.facts(seen, gray: nil, depth: nil).visible == usual)
  }

  /// Without a layout, the head's axes follow from what the camera faced first.
  @Test(arguments: [(HeadPart.front, 0.0), (.right, 90), (.back, 180), (.left, 270)])
  func theFirstViewNamesTheParts(_ part: HeadPart, _ azimuth: Double) throws {
    var rules = rules
    rules.coverage.firstView = part
    var scan = LiveScan(world.cap, rules: rules)
    for k in 0..<4 {
      let pose = SyntheticCap.pose(azimuth)
      _ = scan.facts(world.frame(k, pose), gray: nil, depth: world.depth(pose))
    }
    let facts = scan.facts(world.frame(4, SyntheticCap.pose(azimuth)), gray: nil, depth: nil)
    #expect(facts.parts[part]!.away! < 15)
    #expect(facts.parts[part]!.direction == nil)
    #expect(facts.partsSource == .firstView)
    #expect(facts.parts[part]!.covered > 0.5)
    let opposite: [HeadPart: HeadPart] = [.front: .back, .right: .left, .back: .front, .left: .right]
    #expect(facts.parts[opposite[part]!]!.covered == 0 && facts.parts[opposite[part]!]!.away! > 130)
    #expect(facts.parts[.crown]!.direction == .up)
    // Seen from the front, the subject's right side is on the image's left.
    let neighbours: [HeadPart: HeadPart] = [.front: .right, .right: .back, .back: .left, .left: .front]
    #expect(facts.parts[neighbours[part]!]!.direction == .left)
  }

  @Test func turnedImagesTurnTheDirections() throws {
    let seen = world.frame(0, SyntheticCap.pose(0))
    let turned = (0..<4).map { turns in
      var scan = LiveScan(world.cap, rules: rules, layout: world.corners, quarterTurns: turns)
      return scan.facts(seen, gray: nil, depth: world.depth(SyntheticCap.pose(0))).parts[.right]!.direction
    }
    #expect(turned == [.left, .up, .right, .down])
  }

  @Test func aLayoutLeadsToMarkersThatWereNeverSeen() throws {
    var scan = LiveScan(world.cap, rules: rules, layout: world.corners)
    let pose = SyntheticCap.pose(90)
    let facts = scan.facts(world.frame(0, pose), gray: nil, depth: world.depth(pose))
    #expect(facts.places.count == 30)
    #expect(facts.partsSource == .layout)
    #expect((facts.mapFromCamera!.translation - pose.translation).length < 1e-6)
    #expect(facts.parts[.right]!.away! < 15 && facts.parts[.back]!.direction == .left)
    #expect(facts.parts[.front]!.direction == .right)
  }

  @Test func rolesNameThePartsWhereverTheScanBegins() throws {
    var world = world
    let centre = { (id: Int) in world.corners[id]!.reduce(.zero, +) / 4 }
    let foremost = (0..<30).max { centre($0).y < centre($1).y }!
    world.cap = Cap(
      dictionary: world.cap.dictionary, markerSize: 0.016, ids: world.cap.ids,
      landmarks: ["vertex": 0, "front": foremost])
    var scan = LiveScan(world.cap, rules: rules)
    var facts = FrameFacts(frame: 0, time: 0)
    var sources: [PartsSource?] = []
    for k in 0...18 {
      let pose = SyntheticCap.pose(180 - 10 * Double(k), elevation: 40)
      facts = scan.facts(world.frame(k, pose), gray: nil, depth: nil)
      if sources.last != facts.partsSource { sources.append(facts.partsSource) }
    }
    #expect(sources == [.firstView, .cap])
    // The scan began behind the head; where the front is is known once its marker has been seen.
    #expect(facts.parts[.front]!.away! < 40 && facts.parts[.right]!.direction != .right)
  }

  @Test func aTurnOfTheViewIsMeasured() throws {
    var scan = LiveScan(world.cap, rules: rules)
    let pose = SyntheticCap.pose(0)
    let turn = RigidTransform(rotation: .rotation([0, 2 * .pi / 180, 0]), translation: .zero)
    #expect(scan.facts(world.frame(0, pose), gray: nil, depth: nil).turnRate == nil)
    #expect(abs(scan.facts(world.frame(1, pose * turn), gray: nil, depth: nil).turnRate! - 60) < 3)
  }

  /// Two markers that both frames show are enough; the rate is the median's, by the time between the frames.
  @Test func aTurnTakesTwoMarkers() throws {
    let pose = SyntheticCap.pose(0)
    var seen = world.frame(0, pose)
    seen.markers = Array(seen.markers.prefix(3))
    let rate = { (count: Int) -> Double? in
      var scan = LiveScan(world.cap, rules: rules)
      _ = scan.facts(seen, gray: nil, depth: nil)
      let moved = seen.markers.prefix(count).map { marker in
        MarkerObservation(
          id: marker.id, corners: marker.corners.map { $0 + [3, -4] }, metric: marker.metric, depthPixels: 1,
          validDepthPixels: 1)
      }
      var next = FrameObservations(frame: 6, time: seen.time + 0.2, camera: world.camera, markers: moved)
      next.markers = moved
      return scan.facts(next, gray: nil, depth: nil).turnRate
    }
    // 5 pixels at a focal length of 592 in a fifth of a second.
    let expected = 2.4195277530527304  // the arc tangent of 5 / 592 is 0.48391°
    for count in [2, 3] { #expect(abs(try #require(rate(count)) - expected) < 1e-9) }
    #expect(rate(1) == nil)
    #expect(rate(0) == nil)
  }

  /// A marker without pixels of depth has no share of them.
  @Test(arguments: [(0, 0, 0.0), (1, 1, 1), (4, 1, 0.25)])
  func depthIsAShareOfAMarkersPixels(_ pixels: Int, _ valid: Int, _ share: Double) {
    var scan = LiveScan(world.cap, rules: rules)
    var seen = world.frame(0, SyntheticCap.pose(0))
    seen.markers = seen.markers.map {
      MarkerObservation(
        id: $0.id, corners: $0.corners, metric: $0.metric, depthPixels: pixels, validDepthPixels: valid)
    }
    let facts = scan.facts(seen, gray: nil, depth: nil)
    #expect(facts.markers.map(\.validDepth) == facts.markers.map { _ in share })
    #expect(!facts.markers.isEmpty)
  }

  /// A neck is guided by the same facts: nobody is there before markers are seen, then the neutral pose is waited for, then
  /// sides are asked for.
  @Test func aNeckIsGuidedByTheMarkersOfTheCap() throws {
    var neck = GuidedNeck(world.cap, rules: .standard, layout: world.corners, quarterTurns: 0)
    var empty = world.frame(0, SyntheticCap.pose(0))
    let ids = Set(empty.markers.map(\.id))
    empty.markers = []
    let before = neck.step(empty)
    #expect(before.feedback.state == .intro)
    #expect(before.ids.isEmpty && before.reference == nil)
    var events: [String] = []
    for k in 1...60 {
      let frame = neck.step(world.frame(k, SyntheticCap.pose(0)))
      #expect(frame.ids == ids)
      #expect(frame.reference == .camera)
      #expect(frame.feedback.state != .intro)
      events += frame.feedback.events.map(\.name)
    }
    #expect(events.contains("neutral"))
    let summary = neck.finish()
    #expect(summary.frames == 61)
    #expect(summary.axes == .layout)
    #expect(abs(try #require(summary.neutralAt) - 31.0 / 30) < 1e-6, "a second after the first marker")
  }

  @Test func memoryIsThatOfTheCap() {
    var scan = LiveScan(world.cap, rules: rules)
    for k in 0..<400 { _ = scan.facts(world.frame(k, SyntheticCap.pose(Double(k))), gray: nil, depth: nil) }
    #expect(scan.corners.count <= 30)
    #expect(scan.corners.count > 25)
    // Placed one frame after another without adjustment, the map still closes: exact corners, no drift.
    let known = scan.corners.keys.sorted()
    let fit = RigidTransform.fit(
      known.flatMap { scan.corners[$0]! }, onto: known.flatMap { world.corners[$0]! })!
    for id in known {
      #expect(zip(scan.corners[id]!, world.corners[id]!).allSatisfy { (fit * $0 - $1).length < 1e-6 })
    }
  }
}
