import Analysis
import Diagnostics
import Landmarks
import PointClouds
import Reconstruction
import Workers

/// A head as a recording without the cap shows it: the surface and its landmarks, in a frame of their own.
struct BareHead {
  let surface: HeadSurface
  let landmarks: HeadLandmarks

  /// Reconstructs the head by its surface alone.
  ///
  /// - Throws: a `UserFacingError` where it can't be tracked or has no surface.
  init(_ input: HeadRecording, _ options: ScanOptions) throws {
    let reconstruction = Reconstruction(
      input, options.stages.reconstruction, workers: Workers(count: options.threads))
    let tracked = try reconstruction.track(reconstruction.detect())
    let found = try reconstruction.locate(on: tracked)
    surface = try HeadSurface(reconstruction.fuse(tracked, above: found).mesh)
    landmarks = found.used
  }
}

extension ScanOptions {
  /// The options of the recording without the cap: without markers, and with landmarks that are found where none were clicked.
  var ofBare: ScanOptions? {
    guard let bare else { return nil }
    var options = self
    (options.recording, options.bare, options.cap, options.landmarks) = (bare, nil, nil, nil)
    (options.stages.reconstruction.method, options.stages.reconstruction.landmarkFinding) = (.dense, .whereMissing)
    return options
  }
}

extension ScanPipeline {
  /// What lies under the cap, by the recording without it, and why it does not tell; neither without one.
  func gap(
    under surface: Result<HeadSurface, any Error>, _ landmarks: HeadLandmarks, _ cap: CapLayer?, _ bare: ScanInputs?
  ) -> (gap: CapGap?, refusal: Finding?) {
    guard let bare, let options = options.ofBare else { return (nil, nil) }
    guard let surface = try? surface.get(), let cap else {
      return (nil, Finding(.capBareUnusable, ["problem": .phrase("bare_no_cap")]))
    }
    do {
      let head = try BareHead(bare.head, options)
      let gap = try CapGap(
        surface, landmarks, under: cap, bare: head.surface, head.landmarks, workers: Workers(count: options.threads))
      return (gap, nil)
    } catch let refusal as CapGap.Refusal {
      return (nil, refusal.finding)
    } catch {
      let problem = (error as? any UserFacingError)?.message.problem ?? .phrase("unknown")
      return (nil, Finding(.capBareUnusable, ["problem": .written(problem)]))
    }
  }
}
