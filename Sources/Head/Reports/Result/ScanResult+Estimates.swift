import Geometry
public import Landmarks

extension ScanResult.Landmarks {
  /// The landmarks as they were used, metres, the frame of the mesh; what this version does not know is left out.
  public var estimates: HeadLandmarks {
    HeadLandmarks(
      points.reduce(into: [:]) { all, item in
        guard let landmark = Landmark(rawValue: item.key), item.value.mm.count == 3, item.value.reason == nil else {
          return
        }
        let mm = item.value.mm
        all[landmark] = LandmarkEstimate(
          position: Vector3(mm[0], mm[1], mm[2]) / 1000, standardDeviation: item.value.sdMm / 1000,
          evidence: max(1, item.value.evidence ?? 1),
          source: item.value.source.flatMap(LandmarkSource.init(rawValue:)) ?? .picked)
      })
  }
}
