public import Diagnostics
import Markers
import Reconstruction
import Recordings
import Tracking

/// Whether a recording can be reconstructed, as far as some of its frames show.
public struct InspectionVerdict: Sendable {
  /// What stands against it.
  public enum Obstacle: Sendable {
    /// What would withhold all measures.
    case finding(Finding)
    /// What would stop the reconstruction.
    case error(ErrorMessage)

    /// The name that scripts know it by.
    public var code: String {
      switch self {
      case .finding(let finding): finding.code.rawValue
      case .error(let message): message.code.rawValue
      }
    }

    /// The obstacle in words.
    public func text(_ language: Language = .english) -> String {
      switch self {
      case .finding(let finding): finding.text(language)
      case .error(let message): message.line(in: language)
      }
    }
  }

  /// How many frames were looked at.
  public let frames: Int
  /// Nothing of a fit recording.
  public let obstacles: [Obstacle]
}

extension InspectionVerdict {
  /// Judges frames as a reconstruction does.
  ///
  /// - Parameters:
  ///   - seen: the markers of frames that could be decoded.
  ///   - findings: of the recording and its depth.
  init(_ seen: [FrameObservations], _ recording: Recording, cap: Cap, findings: [Finding], _ stages: StageOptions) {
    let choices = stages.reconstruction
    var obstacles = findings.filter { Self.refused.contains($0.code) }.map(Obstacle.finding)
    do {
      let usable = try MarkerCheck(recording, cap: cap, choices.markers.screening).screened(seen)
      let (best, required) = (usable.map(\.markers.count).max() ?? 0, choices.tracking.fewestMarkers)
      if best < required {
        obstacles.append(.error(TrackingError.tooFewMarkers(required: required, best: best).message))
      }
    } catch let error as any UserFacingError {
      obstacles.append(.error(error.message))
    } catch {
      // A frame that can't be read is a finding already.
    }
    let faults = [
      DepthShift(seen, cap: cap)?.fault(largest: stages.quality.largestShift),
      MarkerSizeRatio(seen, cap: cap).fault(usable: stages.quality.scalableSizeRatios),
    ]
    // An error that tells why sizes in depth are wrong is told alone.
    if !obstacles.contains(where: { Self.ofDepth.contains($0.code) }) {
      obstacles += faults.compactMap(\.self).map(Obstacle.finding)
    }
    (self.frames, self.obstacles) = (seen.count, obstacles)
  }

  /// Findings of a recording that stop a reconstruction or withhold what it measures.
  private static let refused: Set<FindingCode> = [.recordingUnreadableFrames, .depthTemporalFilter]
  /// Errors that tell why sizes in depth are wrong.
  private static let ofDepth = [
    ErrorCode.detectionSize, .detectionSwappedDepth, .detectionTurnedDepth, .detectionMirrored,
  ].map(\.rawValue)
}
