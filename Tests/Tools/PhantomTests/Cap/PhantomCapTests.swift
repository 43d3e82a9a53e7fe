import Geometry
import Markers
import Platform
import Testing

@testable import Phantom

@Suite struct PhantomCapTests {
  private static let made = Result {
    let head = try PhantomHead(HeadShape())
    return (head: head, cap: try PhantomCap(head: head, missing: 2, seed: 4))
  }
  let head: PhantomHead
  let cap: PhantomCap

  init() throws { (head, cap) = try Self.made.get() }

  @Test func theCapIsCoveredWithMarkers() {
    #expect(cap.ids.count >= 40)
    #expect(Set(cap.ids).count == cap.ids.count)
    #expect(cap.markers.count == cap.ids.count - 2)
    #expect(Set(cap.ids) == Set(cap.markers.map(\.id)).union(cap.missing))
  }

  @Test func cornersLieOnTheSurfaceAtTheirPlaceInThePrint() {
    for marker in cap.markers {
      let places = PrintedMarker.cornerPlaces(size: marker.size)
      for (corner, place) in zip(head.corners(of: marker), places) {
        #expect(abs(corner.length - head.radius(toward: corner.normalized)) < 1e-9)
        #expect((marker.place(of: corner) - place).length < 1e-6)
        #expect(head.capDepth(toward: corner.normalized) > 0)
      }
    }
  }

  @Test func linesOfThePrintKeepTheirLengthAlongTheSurface() {
    for marker in cap.markers {
      let h = marker.size / 2
      let axes = [(Vector2(-h, 0), Vector2(h, 0)), (Vector2(0, -h), Vector2(0, h))]
      let edges = [(Vector2(-h, h), Vector2(h, h)), (Vector2(h, h), Vector2(h, -h))]
      for (a, b) in axes { #expect(abs(length(a, b, marker) / marker.size - 1) < 0.004, "\(marker.id)") }
      // Cloth laid on a dome without stretching along its axes is some 0.3 % narrower at the print's edges.
      for (a, b) in edges { #expect(abs(length(a, b, marker) / marker.size - 0.996) < 0.008, "\(marker.id)") }
    }
  }

  @Test func whiteLiesBetweenMarkers() {
    for marker in cap.markers {
      for other in cap.markers where other.id != marker.id {
        for step in 0..<40 {
          let point = head.point(at: rim(marker.size, Double(step) / 40), of: marker)
          guard (point - other.pose.translation).length < 0.02 else { continue }
          let place = other.place(of: point)
          #expect(max(abs(place.x), abs(place.y)) > other.size / 2 + 0.001, "\(marker.id) on \(other.id)")
        }
      }
    }
  }

  @Test func theCapFileSaysWhatIsPrinted() throws {
    let read = try CapFile.parse(cap.yaml, path: "cap.yaml")
    #expect(read.dictionary == cap.dictionary)
    #expect(read.ids == Set(cap.ids))
    #expect(abs(read.markerSize - 0.016) < 1e-12)
    #expect(abs(read.thickness - 0.001) < 1e-12)
  }

  @Test func badCapsAreRefused() {
    #expect(throws: PhantomError.self) { try PhantomCap(head: head, dictionary: "DICT_3X3_1") }
    #expect(throws: PhantomError.self) { try PhantomCap(head: head, markerSize: 0) }
    #expect(throws: PhantomError.self) { try PhantomCap(head: head, count: 1000) }
    #expect(throws: PhantomError.self) { try PhantomCap(head: head, count: 10, missing: 11) }
    // No more than the dictionary has, nor than two hundred; markers of 5 to 40 mm.
    #expect(throws: PhantomError.self) { try PhantomCap(head: head, count: 101) }
    #expect(throws: PhantomError.self) { try PhantomCap(head: head, dictionary: "DICT_4X4_1000", count: 201) }
    for (millimetres, isGood) in [(4.9, false), (5.1, true), (39.9, true), (40.1, false)] {
      let size = millimetres / 1000
      #expect(((try? PhantomCap(head: head, markerSize: size, count: 0)) != nil) == isGood, "\(size)")
      let planned = try? PhantomCap(head: head, dictionary: "DICT_4X4_100", markerSize: size, plan: PlannedCap([]))
      #expect((planned != nil) == isGood, "\(size)")
    }
  }

  /// The stray copies the first marker: without one there is none.
  @Test func theStrayIsTheFirstMarkers() throws {
    for (count, isAskedFor) in [(0, true), (1, true), (1, false)] {
      let cap = try PhantomCap(head: head, count: count, stray: isAskedFor)
      #expect(cap.markers.count == count && cap.stray?.id == (isAskedFor ? cap.markers.first?.id : nil))
      #expect((cap.stray == nil) == !(isAskedFor && count > 0))
    }
  }

  /// Each marker has as much of the cap around it as the others, some half more or less, and they are turned every way.
  @Test func markersAreSpreadEvenly() {
    var layout = CapLayout(head: head, size: 0.016, bits: 4, seed: 4)
    let poses = layout.poses(count: 30)
    let places = Icosphere(subdivisions: 4).directions.filter { head.capDepth(toward: $0) > 0.0122 }
      .map { head.point(toward: $0) }
    var counts = [Int](repeating: 0, count: poses.count)
    var farthest = 0.0
    for place in places {
      let distances = poses.map { ($0.translation - place).length }
      let nearest = distances.indices.min { distances[$0] < distances[$1] }!
      counts[nearest] += 1
      farthest = max(farthest, distances[nearest])
    }
    let shares = counts.map { 30 * Double($0) / Double(places.count) }
    #expect(
      poses.count == 30 && shares.min()! > 0.45 && shares.max()! < 1.7 && farthest < 0.030, "\(shares) \(farthest)")
    let quarters = poses.map { pose -> Int in
      let (right, normal) = (pose.rotation.c0, pose.rotation.c2)
      let level = Vector3(0, 0, 1).cross(normal).normalized
      return (right.dot(level) > 0 ? 1 : 0) + (right.dot(normal.cross(level)) > 0 ? 2 : 0)
    }
    #expect(Set(quarters).count == 4)
  }

  @Test func theMapIsExactOnASphere() {
    let pose = RigidTransform(rotation: .identity, translation: [0, 0, 0.065])
    let marker = PrintedMarker(id: 0, size: 0.016, bits: [], pose: pose)
    for angle in [0.01, 0.05, 0.1, 0.2] {
      let point = Matrix3.rotation([0, angle, 0]) * Vector3(0, 0, 0.065)
      #expect((marker.place(of: point) - Vector2(0.065 * angle, 0)).length < 1e-12)
    }
  }

  private func length(_ a: Vector2, _ b: Vector2, _ marker: PrintedMarker) -> Double {
    let points = (0...40).map { head.point(at: a + (b - a) * (Double($0) / 40), of: marker) }
    return zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
  }

  /// A place on the rim of a square, going round once for share 0 … 1.
  private func rim(_ size: Double, _ share: Double) -> Vector2 {
    let t = share * 4
    let along = (t - t.rounded(.down) - 0.5) * size
    return switch Int(t) {
    case 0: [along, size / 2]
    case 1: [size / 2, along]
    case 2: [along, -size / 2]
    default: [-size / 2, along]
    }
  }
}

@Suite struct PhantomPatchTests {
  private let torso = Capsule(start: [-0.075, -0.02, -0.187], end: [0.075, -0.02, -0.187], radius: 0.058)
  private static let made = Result { try PhantomCap(head: PhantomHead(HeadShape())) }
  private let cap: PhantomCap

  init() throws { cap = try Self.made.get() }

  private func prints(slip: Double = 0, at time: Double = 0) throws -> [PrintedMarker] {
    try #require(PhantomPatch(beside: cap, slip: slip, at: 10)).prints(on: torso, at: time)
  }

  @Test func itsIdsAreNotTheCaps() throws {
    let patch = try #require(PhantomPatch(beside: cap, slip: 0, at: 0))
    #expect(patch.ids.count == 6)
    #expect(Set(patch.ids).isDisjoint(with: cap.ids))
    let stated = try CapFile.parse(cap.yaml(torso: patch.description), path: "cap.yaml")
    #expect(stated.torso == TorsoPatch(markerSize: 0.016, ids: Set(patch.ids)))
    #expect(stated.ids == Set(cap.ids))
  }

  @Test func itLiesOnTheTorsoAndFacesOutwards() throws {
    for print in try prints() {
      let (place, normal) = (print.pose.translation, print.pose.rotation.c2)
      let foot = Vector3(place.x, -0.02, -0.187)
      #expect(abs((place - foot).length - 0.058) < 1e-12)
      #expect((normal - (place - foot).normalized).length < 1e-12)
      #expect(abs(print.pose.rotation.determinant - 1) < 1e-12)
      #expect(print.pose.rotation.c0.x < 0)
    }
  }

  /// Two rows of three, 1.4 edge lengths apart along the cloth, whose middle faces forward and up by 4 : 3; turned by
  /// 30° they are where that takes them.
  @Test(arguments: [0.0, 30]) func itIsARectangle(degrees: Double) throws {
    for (k, print) in try prints(slip: degrees, at: 11).enumerated() {
      let place = print.pose.translation - Vector3(0, -0.02, -0.187)
      let unrolled = Vector2(-place.x, (atan2(place.z, place.y) - atan2(0.6, 0.8)) * 0.058)
      let flat = Vector2(Double(k % 3) - 1, k < 3 ? 0.5 : -0.5) * (1.4 * 0.016)
      let turned = Matrix3.rotation([0, 0, degrees * .pi / 180]) * Vector3(flat.x, flat.y, 0)
      #expect((unrolled - Vector2(turned.x, turned.y)).length < 1e-12, "\(k)")
    }
  }

  /// Half-way through the recording.
  @Test func itSlipsInTheMiddle() throws {
    var options = PhantomOptions(preset: .neck)
    options.sensor = PhantomSensor(camera: Camera(width: 64, height: 48, fx: 60, fy: 60, cx: 31, cy: 23))
    options.frames = 3
    options.neck?.patchSlip = 8
    let patch = try #require(try PhantomRecording(options).patch)
    let poses = { (time: Double) in patch.prints(on: torso, at: time).map(\.pose) }
    let middle = options.duration / 2
    #expect(poses(0) == poses(middle) && poses(middle + 0.1) != poses(middle))
    #expect(poses(middle + 0.4) != poses(middle + 0.51) && poses(middle + 0.51) == poses(options.duration))
  }

  @Test func aSlipTurnsItAboutItsMiddleAfterwards() throws {
    let (before, after) = (try prints(slip: 5, at: 9.9), try prints(slip: 5, at: 10.6))
    let centre = { (prints: [PrintedMarker]) in prints.map(\.pose.translation).reduce(.zero, +) / 6 }
    #expect((centre(before) - centre(after)).length < 1e-4)
    for (a, b) in zip(before, after) {
      let turn = (a.pose.rotation.transpose * b.pose.rotation).rotationVector * (180 / .pi)
      #expect(abs(turn.z - 5) < 0.1, "\(turn)")
    }
    #expect(try prints(slip: 5, at: 0).map(\.pose) == prints().map(\.pose))
  }
}
