import Analysis

extension TimedStage {
  /// From a mesh and landmarks to the measures with their intervals.
  static func measuring(_ subject: Subject) throws -> TimedStage {
    let scan = try subject.scan.get()
    let (mesh, landmarks) = (scan.mesh, scan.measures.landmarks)
    return TimedStage("measuring", count: 1, unit: .recording) {
      _ = try HeadAnalysis.measure(mesh, landmarks: landmarks)
    }
  }
}
