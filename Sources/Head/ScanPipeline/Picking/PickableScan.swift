import Analysis
import Geometry
public import Landmarks
public import PointClouds
import Recordings
import Reconstruction
import Workers

/// A reconstructed recording on which landmarks are picked anew: its poses and its surface stay.
///
/// A run of the whole pipeline with the same clicks may end the surface a little lower or higher, so its measures can
/// differ from these by some hundredths of a millimetre.
public struct PickableScan: Sendable {
  /// The scan.
  public let scan: Scan
  /// The surface that is measured, scan frame; an error where there is none.
  public let surface: Result<HeadSurface, any Error>
  private let workers: Workers

  /// Checks the surface of a scan, once for all that is picked on it.
  public static func prepare(_ scan: Scan) -> PickableScan {
    PickableScan(
      scan: scan, surface: Result { try HeadSurface(scan.mesh) }, workers: Workers(count: scan.options.threads))
  }

  /// The clicks of a landmark file with their depth.
  ///
  /// - Throws: a `LandmarkFileError` for a frame that does not exist, a pixel outside the image or without depth.
  public func sight(_ file: LandmarkFile) throws -> [ReportedClick] {
    try ReportedClick.all(of: file, in: scan.recording, workers: workers)
  }

  /// Places clicks with depth on the surface, scan frame.
  ///
  /// - Returns: what the clicks agree on, with what became of each; and the landmarks to measure with: picked before cap before
  ///   automatic.
  public func place(_ clicks: [ReportedClick]) -> (clicked: ClickedLandmarks, landmarks: HeadLandmarks) {
    let clicked = ClickedLandmarks(clicks, options: clickOptions, workers: workers) { view($0) }
    let onCap = HeadLandmarks(scan.cap, scan.tracking.map, on: scan.mesh)
    let found = scan.landmarks.found?.landmarks ?? HeadLandmarks([:])
    return (clicked, .byPrecedence(picked: clicked.landmarks, cap: onCap, automatic: found).confirmed(by: found))
  }

  /// A frame in which landmarks are clicked; nil where it has no pose.
  public func view(_ frame: Int) -> ClickView? {
    scan.recording.clickView(frame, scan.tracking, on: scan.mesh)
  }

  /// How clicks are combined.
  private var clickOptions: PickedLandmarkOptions { scan.options.stages.reconstruction.landmarks.picked }

  /// Measures the head with landmarks in the scan frame, by the code of `reconstruct`.
  ///
  /// - Parameters:
  ///   - choices: the protocol.
  ///   - withIntervals: false for values alone, which take a tenth of the time.
  public func measure(
    _ landmarks: HeadLandmarks, by choices: MeasurementProtocol, withIntervals: Bool
  ) -> HeadMeasures {
    var options = scan.options
    options.measurement = choices
    return ScanPipeline(options)
      .measure(
        surface, landmarks, found: scan.landmarks.found, scan.tracking, cap: CapLayer(scan.cap, scan.tracking.map),
        scan.gap, withIntervals ? scan.deviations : nil
      ).gated(by: scan.quality)
  }
}
