import Foundation
import Geometry
import Recordings
import TestSupport
import Testing

@testable import Markers

@Suite struct MarkerDetectorTests {
  private func observe(_ scene: PrintedScene) throws -> MarkerObservation {
    let (gray, depth) = scene.render()
    let detector = MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side)
    let frame = try detector.observe(gray: gray, depth: depth, camera: scene.camera, frame: 0, time: 0, name: "0")
    #expect(frame.markers.map(\.id) == [scene.id])
    return try #require(frame.markers.first)
  }

  @Test(arguments: [(0.15, 0.0), (0.2, 0.4), (0.2, -0.7), (0.25, 0.9)])
  func findsCornersOfAPlaneMarker(distance: Double, turn: Double) throws {
    let scene = PrintedScene(distance: distance, turn: turn)
    let marker = try observe(scene)
    let metric = try #require(marker.metric)
    let offsets = (0..<4).map { (marker.corners[$0] - scene.pixels[$0]).length }
    #expect(RobustStatistics.rms(offsets) < 0.3, "corners in pixels: \(offsets)")
    let plane = try #require(Plane.fit(scene.corners))
    for k in 0..<4 {
      #expect(abs(plane.distance(to: metric.points[k])) < 2e-5, "corner \(k) off the print")
      #expect((scene.camera.project(metric.points[k]) - marker.corners[k]).length < 1e-9, "corner \(k) off its ray")
    }
    #expect(abs(metric.side / scene.side - 1) < 0.03)
    #expect(metric.normal.dot(scene.cameraFromMarker.rotation.c2) > cos(1 * Double.pi / 180))
    #expect(abs(metric.viewCosine - abs(scene.cameraFromMarker.rotation.c2.dot(scene.corners[0].normalized))) < 0.05)
  }

  @Test func followsTheBulgeOfACurvedMarker() throws {
    var scene = PrintedScene(distance: 0.2, turn: 0.3)
    scene.radius = 0.065
    let metric = try #require(try observe(scene).metric)
    let plane = scene.cameraFromMarker.translation.z
    for k in 0..<4 {
      #expect(abs(metric.points[k].z - scene.corners[k].z) < 2e-4)
    }
    #expect(abs(RobustStatistics.mean(scene.corners.map(\.z)) - plane) > 5e-4, "the bulge is larger than the tolerance")
  }

  @Test func findsBothPosesAndPutsTheTrueOneFirst() throws {
    for turn in [-0.8, -0.5, 0.5, 0.8] {
      let scene = PrintedScene(distance: 0.25, turn: turn)
      let marker = try observe(scene)
      let detector = MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side)
      let poses = try detector.poses(of: marker, scene.camera, frame: "0")
      #expect(poses.count == 2)
      let normal = poses[0].cameraFromMarker.rotation.c2
      #expect(normal.dot(scene.cameraFromMarker.rotation.c2) > cos(5 * Double.pi / 180))
      #expect((poses[0].cameraFromMarker.translation - scene.cameraFromMarker.translation).length < 0.004)
    }
  }

  /// Detection drops plain black squares; no dictionary's darkest marker may go with them.
  @Test(arguments: MarkerDictionary.all.map(\.name)) func tellsTheDarkestMarkerFromPlainBlack(name: String) throws {
    var scene = PrintedScene(distance: 0.15)
    scene.dictionary = try #require(MarkerDictionary(name: name))
    let white = (0..<scene.dictionary.count).map { scene.dictionary.bits(of: $0)!.joined().count { $0 } }
    scene.id = white.firstIndex(of: white.min()!)!
    var gray = scene.render().0
    for y in 20..<60 {
      for x in 20..<60 { gray.pixels[y * gray.width + x] = 25 }
    }
    let found = try MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side).corners(in: gray, frame: "0")
    #expect(found.map(\.id) == [scene.id])
  }

  /// Where light is dim and prints are bent and slanting, the polygon of their outline is up to a cell off.
  @Test(arguments: MarkerDictionary.all.map(\.name)) func findsBentMarkersInDimLight(name: String) throws {
    var scene = PrintedScene()
    scene.radius = 0.05
    scene.dictionary = try #require(MarkerDictionary(name: name))
    let detector = MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side)
    var random = SeededGenerator(seed: 5)
    var missed: [String] = []
    for (id, turn, roll) in [(3, -0.7, 0.2), (17, 0.5, 0.9), (21, 0.8, 1.4), (29, -0.6, 2.1)] {
      let turned = PrintedScene(distance: 0.14, turn: turn, roll: roll)
      (scene.id, scene.cameraFromMarker) = (id, turned.cameraFromMarker)
      let dim = scene.render().0.blurred.dimmed(&random)
      let found = try detector.corners(in: dim, frame: "0")
      if found.map(\.id) != [id] { missed.append("\(id): \(found.map(\.id))") }
      for (_, corners) in found {
        let offsets = zip(corners, scene.pixels).map { ($0 - $1).length }
        #expect(RobustStatistics.rms(offsets) < 1, "corners of \(id) in pixels: \(offsets)")
      }
    }
    #expect(missed.isEmpty, "\(missed)")
  }

  @Test func measuresNothingWithoutDepth() throws {
    let scene = PrintedScene()
    let (gray, depth) = scene.render()
    var holes = depth
    for i in holes.pixels.indices { holes.pixels[i] = .nan }
    let frame = try MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side)
      .observe(gray: gray, depth: holes, camera: scene.camera, frame: 0, time: 0, name: "0")
    let marker = try #require(frame.markers.first)
    #expect(marker.metric == nil)
    #expect(marker.validDepthPixels == 0)
    #expect(marker.depthPixels > 100)
  }

  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
  func findsTheMarkersOfARealPhotograph() throws {
    let file = SharedMaterial.folder.appendingPathComponent("real/singlemarkersoriginal.jpg")
    let gray = try ImageFile.gray(try Data(contentsOf: file))
    let detector = MarkerDetector(dictionary: MarkerDictionary(name: "DICT_6X6_250")!, markerSize: 0.05)
    #expect(try detector.corners(in: gray, frame: "photo").map(\.id).sorted() == [23, 40, 62, 98, 124, 203])
  }

  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
  func findsThirtyMarkersInEveryRealTrueDepthFrame() throws {
    let folder = SharedMaterial.folder.appendingPathComponent("real/truedepth-iphone11pro")
    let detector = MarkerDetector(dictionary: MarkerDictionary(name: "DICT_ARUCO_ORIGINAL")!, markerSize: 0.0104375)
    for name in ["1233681", "1233714", "1233747", "1233781", "1233814"] {
      let gray = try ImageFile.gray(try Data(contentsOf: folder.appendingPathComponent("rgb_\(name).png")))
      let found = try detector.corners(in: gray, frame: name)
      #expect(found.count >= 30, "frame \(name): \(found.count)")
      #expect(Set(found.map(\.id)).isSubset(of: Set(0..<40)))
    }
  }
}
