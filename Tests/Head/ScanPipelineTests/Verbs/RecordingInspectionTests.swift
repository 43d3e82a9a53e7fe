import Diagnostics
import Foundation
import Geometry
import Platform
import Recordings
import TestSupport
import Testing

@testable import Markers
@testable import ScanPipeline

/// What `info` tells of recordings.
@Suite struct RecordingInspectionTests {
  private static let recorders = SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders")
  private static let sample = Result {
    try RecordingInspection.inspect(SampleScan.folder, RecordingReading(), cap: nil, sample: 3, listing: true)
  }

  private static func inspect(_ recorder: String) throws -> RecordingInspection {
    try RecordingInspection.inspect(recorders.appendingPathComponent(recorder), RecordingReading(), cap: nil, sample: 4)
  }

  private func document(_ inspection: RecordingInspection) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: inspection.json()) as? [String: Any])
  }

  /// The lines of a table by what stands before them, which is as wide as the widest.
  private func lines(_ inspection: RecordingInspection) throws -> [String: String] {
    let rows = inspection.table().split(separator: "\n").map(Array.init)
    let widths = rows.map { row in row.indices.dropLast().first { row[$0] == " " && row[$0 + 1] == " " } ?? 0 }
    let width = try #require(widths.max())
    var lines: [String: String] = [:]
    for row in rows {
      let head = String(row.prefix(width + 2))
      #expect(head.hasSuffix("  "), "\(String(row))")
      #expect(row.count > width + 2 && row[width + 2] != " ", "\(String(row))")
      lines[head.trimmingCharacters(in: .whitespaces)] = String(row.dropFirst(width + 2))
    }
    return lines
  }

  /// Sixty frames from 0 to 30 s: one every 30 / 59 s.
  @Test func theSampleIsDescribed() throws {
    let inspection = try Self.sample.get()
    let lines = try lines(inspection)
    let english = Language.english
    #expect(lines[english("info.format")] == "tum")
    #expect(lines[english("info.frames")] == "60 in 30.00 s")
    #expect(lines[english("info.rate")] == "1.97 a second, largest gap 0.508 s")
    #expect(lines[english("info.colour")]?.hasPrefix("640 × 480 ") == true)
    #expect(lines[english("info.intrinsics")] == "fx 592.30 fy 591.10 cx 321.70 cy 238.40 px")
    #expect(lines[english("info.depth_intrinsics")] == nil)
    #expect(lines[english("info.depth_camera")] == nil)
    let range = try #require(inspection.summary.depthRange)
    let valid = try #require(lines[english("info.valid")])
    let ends = [range.p05, range.p95].map { "\(Int(($0 * 1000).rounded()))" }
    #expect(valid.contains(": \(ends[0])–\(ends[1]) mm"), "\(valid)")
    #expect(valid.contains(" 3 frames"))
    #expect(valid.contains("median \(Int((range.p50 * 1000).rounded())) mm"))
    #expect((0.25...0.4).contains(range.p50))
    #expect(lines[english("info.markers")]?.contains(" of 45 ids in 3 frames") == true)
    #expect(lines[english("info.verdict")]?.hasPrefix("fit to reconstruct") == true)
    #expect(inspection.findings.isEmpty)
  }

  @Test func theDocumentHasTheUnitsOfItsNames() throws {
    let inspection = try Self.sample.get()
    let json = try document(inspection)
    let (summary, markers) = (inspection.summary, try #require(inspection.markers))
    let number = { (part: [String: Any], key: String) in part[key] as? Double ?? .nan }
    #expect(abs(number(json, "duration_s") - 30) < 1e-6)
    #expect(abs(number(json, "rate_hz") - 59.0 / 30) < 1e-3)
    #expect(abs(number(json, "largest_gap_s") - 30.0 / 59) < 1e-5)
    let depth = try #require(json["depth"] as? [String: Any])
    let range = try #require(summary.depthRange)
    for (key, metres) in [("median_mm", range.p50), ("p05_mm", range.p05), ("p95_mm", range.p95)] {
      #expect(abs(number(depth, key) - 1000 * metres) < 1e-3, "\(key)")
    }
    let found = try #require(json["markers"] as? [String: Any])
    for (key, metres) in [
      ("marker_planarity_mm", markers.markerPlanarity), ("frame_planarity_mm", markers.framePlanarity),
    ] {
      #expect(abs(number(found, key) - 1000 * (metres ?? .nan)) < 1e-3, "\(key)")
    }
    // A marker is flat, a cap is not.
    #expect(try #require(markers.markerPlanarity) < 0.0005)
    #expect(try #require(markers.framePlanarity) > 0.002)
    let ratio = try #require(markers.sizeRatio)
    #expect(abs(number(found, "size_ratio") - ratio.value) < 1e-5)
    #expect(abs(number(found, "size_ratio_sd") - ratio.deviation) < 1e-5)
    #expect(abs(number(found, "mean_per_frame") - markers.meanPerFrame) < 1e-3)
    #expect(found["frames"] as? Int == 3)
    #expect(found["expected"] as? Int == 45)
    let camera = try #require(json["camera"] as? [String: Any])
    #expect(number(camera, "fx") == 592.3)
    #expect(camera["radial"] == nil)
    #expect(json["depth_camera"] == nil)
    #expect((json["verdict"] as? [String: Any])?["fit"] as? Bool == true)
  }

  /// Three frames of sixty, evenly spread; the corners of each marker make a square of 16 mm that is seen where they say.
  @Test func detectionsAreListed() throws {
    let list = try #require(try Self.sample.get().detections)
    #expect(list.seconds.count == 3 && list.seconds.allSatisfy { $0 > 0 })
    let json = try #require(try JSONSerialization.jsonObject(with: list.json()) as? [String: Any])
    let frames = try #require(json["frames"] as? [[String: Any]])
    #expect(frames.map { $0["index"] as? Int } == [0, 20, 40])
    var squares = 0
    for frame in frames {
      for marker in try #require(frame["markers"] as? [[String: Any]]) where marker["rejected"] == nil {
        let pixels = try #require(marker["corners_px"] as? [[Double]])
        #expect(pixels.count == 4)
        guard let corners = marker["corners_mm"] as? [[Double]] else { continue }
        squares += 1
        let points = corners.map { Vector3($0[0], $0[1], $0[2]) }
        for (k, point) in points.enumerated() {
          #expect(abs((points[(k + 1) % 4] - point).length - 16) < 2)
          let place = Vector2(point.x / point.z * 592.3 + 321.7, point.y / point.z * 591.1 + 238.4)
          #expect((place - Vector2(pixels[k][0], pixels[k][1])).length < 0.05)
        }
        let residual = try #require(marker["plane_residual_mm"] as? Double)
        #expect(residual > 0.005 && residual < 1.5)
        let own = list.frames.flatMap(\.markers).filter { $0.marker.id == marker["id"] as? Int }
        #expect(own.contains { abs(1000 * ($0.marker.metric?.residual ?? .nan) - residual) < 0.000_51 })
        for key in ["normal", "pose_normal"] {
          let n = try #require(marker[key] as? [Double])
          #expect(abs(Vector3(n[0], n[1], n[2]).length - 1) < 1e-4)
        }
      }
    }
    #expect(squares > 10)
  }

  @Test func aLensAndACameraOfDepthsOwnAreTold() throws {
    let lens = try Self.inspect("av-depth-data-lens")
    #expect(try lines(lens)[Language.english("info.intrinsics")]?.hasSuffix(" px, with a lens") == true)
    let camera = try #require(try document(lens)["camera"] as? [String: Any])
    #expect((camera["radial"] as? [Double])?.count == 8)
    #expect((camera["tangential"] as? [Double])?.count == 2)
    #expect((camera["centre"] as? [Double])?.count == 2)
    // Two notes, each about one thing.
    let findings = try #require(try document(lens)["findings"] as? [[String: Any]])
    #expect(findings.count == lens.findings.count && findings.count >= 2)
    for (written, own) in zip(findings, lens.findings) {
      #expect(written["count"] as? Int == Int(own.values["count"]?.figure ?? 1), "\(own.code)")
    }
    #expect(lens.verdict?.obstacles.isEmpty == false)

    let lidar = try Self.inspect("r3d-lidar")
    #expect(try lines(lidar)[Language.english("info.depth_intrinsics")]?.hasPrefix("fx 37.02 ") == true)
    let depth = try #require(try document(lidar)["depth_camera"] as? [String: Any])
    #expect(depth["width"] as? Int == 40)
  }

  /// Depth 6 ms late, four frames a second, and nothing to be seen.
  @Test func aRecordingWithoutACapIsDescribedTheSame() throws {
    let painted = try PaintedRecording(4, width: 80, height: 60, late: 6000) { _, _, _ in (90, 90, 90) }
    let url = painted.recording.folder
    let inspection = try RecordingInspection.inspect(url, RecordingReading(), cap: nil, sample: 9)
    let lines = try lines(inspection)
    let english = Language.english
    #expect(lines[english("info.frames")] == "4 in 0.75 s")
    #expect(lines[english("info.rate")] == "4.00 a second, largest gap 0.250 s")
    #expect(lines[english("info.offset")] == "6.0 ms apart (median), 6.0 ms at most")
    #expect(lines[english("info.markers")] == english("info.no_markers"))
    #expect(lines[english("info.verdict")] == english("info.unjudged"))
    #expect(inspection.markers == nil)
    #expect(inspection.verdict == nil)
    #expect(inspection.detections == nil)
    // A list of sightings needs a cap file.
    #expect(throws: (any Error).self) {
      try RecordingInspection.inspect(url, RecordingReading(), cap: nil, sample: 9, listing: true)
    }
  }

  /// Frames that can't be decoded are left out of the list; without any, the list would say that nothing was seen.
  @Test func aListOfNoFramesIsRefused() throws {
    let painted = try PaintedRecording(2, width: 40, height: 30) { (_: Int, _: Int, _: Int) in (90, 90, 90) }
    let (recording, cap) = (painted.recording, try CapFile.read(SampleScan.folder.appending(path: "cap.yaml")))
    let list = { try RecordingDetections.detect(recording, cap: cap, frames: recording.frames) }
    #expect(try list().frames.map(\.frame.index) == [0, 1])
    let images = recording.url.appending(path: "depth")
    let names = try FileManager.default.contentsOfDirectory(atPath: images.path).sorted()
    try FileManager.default.removeItem(at: images.appending(path: names[0]))
    #expect(try list().frames.map(\.frame.index) == [1])
    try FileManager.default.removeItem(at: images.appending(path: names[1]))
    #expect(throws: RecordingError.self) { try list() }
  }

  /// Six prints of an undescribed cap, five of them in the first frame, are looked for in at most three frames.
  @Test(arguments: [(2, 2, 5.5), (5, 3, 17.0 / 3)])
  func theDictionaryIsGuessed(sample: Int, looked: Int, mean: Double) throws {
    let dictionary = try #require(MarkerDictionary(name: "DICT_4X4_50"))
    let prints = (0..<6).map { dictionary.bits(of: $0)! }
    let painted = try PaintedRecording(5, width: 260, height: 176) { (frame: Int, x: Int, y: Int) -> (Int, Int, Int) in
      // Of 36 pixels, in two rows of three.
      let column: Int = (x - 20) / 90
      let row: Int = (y - 20) / 100
      let a: Int = (x - 20) % 90 / 6 - 1
      let b: Int = (y - 20) % 100 / 6 - 1
      guard x >= 20, y >= 20, column < 3, row < 2, a <= 4, b <= 4, frame > 0 || 3 * row + column < 5 else {
        return (220, 220, 220)
      }
      let isInside: Bool = (0..<4).contains(a) && (0..<4).contains(b)
      let level: Int = isInside && prints[3 * row + column][b][a] ? 220 : 20
      return (level, level, level)
    }
    let inspection = try RecordingInspection.inspect(
      painted.recording.folder, RecordingReading(), cap: nil, sample: sample)
    let markers = try #require(inspection.markers)
    #expect(markers.dictionary == "DICT_4X4_50")
    #expect(markers.dictionaryWasGuessed)
    #expect(markers.frames == looked)
    #expect(abs(markers.meanPerFrame - mean) < 1e-12)
    #expect(markers.fewestPerFrame == 5)
    #expect(markers.distinct == 6)
  }

  /// 12 mm to the right and 16 mm up make 20 mm; it is turned by 3° about the upright axis.
  @Test func aDepthCameraBesideTheOtherIsTold() throws {
    let painted = try PaintedRecording(2, width: 80, height: 60) { _, _, _ in (90, 90, 90) }
    let folder = painted.recording.folder
    let camera = "\"width\": 80, \"height\": 60, \"fx\": 80, \"fy\": 80, \"cx\": 40, \"cy\": 30"
    let (cosine, sine) = (0.9986295347545738, 0.052335956242943835)
    let pose = "[\(cosine), 0, \(sine), 0.012, 0, 1, 0, -0.016, \(-sine), 0, \(cosine), 0, 0, 0, 0, 1]"
    try "{\"color\": {\(camera)}, \"depth\": {\(camera), \"to_color\": \(pose)}}".write(
      to: folder.appendingPathComponent("intrinsic.json"), atomically: true, encoding: .utf8)
    let inspection = try RecordingInspection.inspect(folder, RecordingReading(), cap: nil, sample: 2)
    let line = try #require(try lines(inspection)[Language.english("info.depth_camera")])
    #expect(line.contains("20.0"), "\(line)")
    #expect(line.contains("3.00"), "\(line)")
    #expect(try lines(inspection)[Language.english("info.depth_intrinsics")]?.hasPrefix("fx 80.00 fy 80.00") == true)
  }

  /// Those of the cap in each frame: 3, 1 and 2; larger than the print by a tenth.
  @Test func markersOfTheCapAreCounted() {
    let cap = SeenMarkers.cap([1, 2, 3, 4])
    let seen = SeenMarkers.frames([[1, 2, 3, 50], [2, 50], [3, 1, 50]], side: 0.0176)
    let found = MarkerInspection.inspect(seen, cap: cap, unitsPerMetre: 1000)
    #expect(found.frames == 3)
    #expect(found.meanPerFrame == 2)
    #expect(found.fewestPerFrame == 1)
    #expect(found.distinct == 3)
    #expect(found.expected == 4)
    #expect(abs((found.sizeRatio?.value ?? .nan) - 1.1) < 1e-6)
    #expect((found.markerPlanarity ?? .nan) < 1e-9)
    #expect(found.findings.contains { $0.code == .markersUnlisted })
    let none = MarkerInspection.inspect([], cap: cap, unitsPerMetre: 1000)
    #expect(none.meanPerFrame == 0)
    #expect(none.fewestPerFrame == 0)
    #expect(none.markerPlanarity == nil)
    #expect(none.sizeRatio == nil)
  }
}
