import Geometry
import Markers

extension Adjustment {
  /// Takes out sightings that don't move with the cap; `limit` multiplies the limits of the options.
  func rejectStrangers(_ frames: inout [FrameObservations], _ options: TrackingOptions, limit: Double) {
    for i in frames.indices {
      guard let pose = cameraFromMap[i] else { continue }
      let camera = calibration.corrected(frames[i].camera)
      let correction = calibration.depthCorrection
      frames[i].reject { marker in
        guard let mapped = map.markers[marker.id], let metric = marker.metric else { return nil }
        let predicted = mapped.corners.map { pose * $0 }
        let pixels = RobustStatistics.rms((0..<4).map { (camera.project(predicted[$0]) - marker.corners[$0]).length })
        let depth = RobustStatistics.rms(
          (0..<4).map {
            predicted[$0].z
              - correction.corrected(
                metric.points[$0].z, at: marker.corners[$0], width: camera.width, height: camera.height)
          })
        let agrees = pixels <= limit * options.reprojectionLimit && depth <= limit * options.depthLimit
        return agrees ? nil : .notRigid
      }
    }
  }

  /// Takes out markers that only one posed frame shows and that do not lie on the cap's surface: nothing else confirms
  /// that they move with the cap.
  func rejectUnconfirmed(_ frames: inout [FrameObservations]) {
    guard frames.count > 1 else { return }
    let sightings = sightings(frames)
    let confirmed = MarkerMap(markers: map.markers.filter { sightings[$0.key, default: 0] > 1 })
    for i in frames.indices {
      frames[i].reject { marker in
        guard sightings[marker.id, default: 0] < 2, let mapped = map.markers[marker.id] else { return nil }
        return mapped.continues(confirmed) ? nil : .rare
      }
    }
  }

  /// Takes frames with too few sightings and markers without any out of the adjustment.
  mutating func dropUnseen(_ frames: [FrameObservations], fewest: Int) {
    for i in frames.indices where frames[i].markers.count(where: { map.markers[$0.id] != nil }) < fewest {
      cameraFromMap[i] = nil
    }
    var seen: Set<Int> = []
    for i in frames.indices where cameraFromMap[i] != nil { seen.formUnion(frames[i].markers.map(\.id)) }
    map.markers = map.markers.filter { seen.contains($0.key) }
  }
}
