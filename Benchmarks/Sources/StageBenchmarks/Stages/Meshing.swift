import PointClouds

extension TimedStage {
  /// From a volume to the head's mesh: marching cubes, the wanted component, rims off.
  static func meshing(_ subject: Subject, voxelSize: Double) throws -> TimedStage {
    let volume = Volume(
      try fused(subject.posed.get(), subject.fusionOptions(voxelSize: voxelSize), subject.workers))
    var extraction = MeshExtraction()
    extraction.seeds = try subject.scan.get().tracking.map.centres
    let (choice, workers) = (extraction, subject.workers)
    return TimedStage(name("meshing", voxelSize), count: 1, unit: .recording) {
      _ = volume.fusion.mesh(choice, workers: workers)
    }
  }
}

/// A volume that several runs look at; a class, because volumes can't be copied.
private final class Volume {
  let fusion: TSDFVolume

  init(_ fusion: consuming TSDFVolume) { self.fusion = fusion }
}
