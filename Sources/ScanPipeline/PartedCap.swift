import Markers
import Tracking
import Workers

/// The reconstruction of a cap of which parts may have slipped over the rest.
struct PartedCap {
  private(set) var reconstruction: Reconstruction
  /// The observations that carry it, without the views of such parts that are not used.
  private(set) var observations: [FrameObservations]
  /// What slipped.
  private(set) var slips: [CapSlip]

  /// Tracks and fuses; of two parts, that counts as the one that stayed on the head which face and ears say stayed.
  init(
    _ inputs: ScanInputs, _ screened: [FrameObservations], voxelSize: Double, workers: Workers,
    step: @Sendable (Int) -> Void
  ) throws {
    let parts = try Tracker().trackParts(screened, cap: inputs.cap, workers: workers)
    reconstruction = try Reconstruction(parts.tracking, inputs, voxelSize: voxelSize, workers: workers, step: step)
    observations = parts.observations
    slips = parts.slips.map { CapSlip($0, inputs.recording) }
    guard parts.slips.count == 1, let other = parts.slips[0].exchanged, hasSlipped else { return }
    var usable = screened
    other.reject(&usable)
    guard let tracked = try? Tracker().track(usable, cap: inputs.cap, workers: workers) else { return }
    var exchanged = self
    exchanged.reconstruction = try Reconstruction(tracked, inputs, voxelSize: voxelSize, workers: workers)
    if exchanged.hasSlipped { return }
    (exchanged.observations, exchanged.slips) = (usable, [CapSlip(other, inputs.recording)])
    self = exchanged
  }

  /// Whether the cap as a whole slipped over face and ears.
  private var hasSlipped: Bool { SlipCheck(reconstruction.head, reconstruction.tracking.map)?.slip() != nil }
}
