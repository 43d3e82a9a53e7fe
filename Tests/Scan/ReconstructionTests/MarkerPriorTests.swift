import Geometry
@testable import Markers
import PointClouds
import Testing

@testable import Reconstruction
@testable import Tracking

/// What a few markers say of the pose of a frame.
@Suite struct MarkerPriorTests {
  private static let truth = BumpyHead.pose(azimuth: 0.4, elevation: 0.7)

  /// A tracking of one frame that sees some markers.
  private static func tracking(
    _ ids: [Int], delay: Double = 0, change: (MarkerObservation) -> MarkerObservation? = { $0 }
  ) throws -> Tracking {
    let markers = BumpyHead.markers(from: truth, seed: 5).filter { ids.contains($0.id) }.compactMap(change)
    let frame = FrameObservations(frame: 0, time: 0, depthDelay: delay, camera: BumpyHead.camera, markers: markers)
    let recording = try SyntheticRecording.blank(times: [0])
    return BumpyRecording(recording: recording, headFromCamera: []).tracking([nil], observations: [frame])
  }

  private static let seen = BumpyHead.markers(from: truth, seed: 5).map(\.id)

  @Test func aSingleMarkerTellsThePose() throws {
    let prior = try #require(MarkerPrior(try Self.tracking([Self.seen[2]]), frame: 0, .coarse)).prior
    // Noise of 0.05 pixels and 0.2 mm over a marker of 16 mm turns it by up to a few degrees, but does not move it.
    let marker = try #require(BumpyHead.map.markers[Self.seen[2]])
    let place = Self.truth.inverse * marker.centre
    #expect((prior.pose * place - marker.centre).length < 0.0005)
    #expect((prior.pose.rotation * Self.truth.rotation.transpose).rotationVector.length < 0.06)
  }

  /// More markers say more.
  @Test func moreMarkersTellItBetter() throws {
    let one = try #require(MarkerPrior(try Self.tracking([Self.seen[0]]), frame: 0, .coarse)).prior
    let all = try #require(MarkerPrior(try Self.tracking(Self.seen), frame: 0, .coarse)).prior
    #expect(RigidTransform.headDistance(all.pose, Self.truth) < 0.0003)
    for k in 0..<6 { #expect(all.information.rows[k][k] > 2 * one.information.rows[k][k]) }
  }

  @Test func whatSaysNothingIsLeftOut() throws {
    #expect(MarkerPrior(try Self.tracking([]), frame: 0, .coarse) == nil)
    let isUnknown = try Self.tracking([Self.seen[0]]) {
      MarkerObservation(
        id: 99, corners: $0.corners, metric: $0.metric, poses: [], depthPixels: 200, validDepthPixels: 200)
    }
    #expect(MarkerPrior(isUnknown, frame: 0, .coarse) == nil)
    let withoutDepth = try Self.tracking([Self.seen[0]]) {
      MarkerObservation(
        id: $0.id, corners: $0.corners, metric: nil, poses: [], depthPixels: 200, validDepthPixels: 0)
    }
    #expect(MarkerPrior(withoutDepth, frame: 0, .coarse) == nil)
    #expect(MarkerPrior(try Self.tracking(Self.seen, delay: 0.004), frame: 0, .coarse) != nil)
    #expect(
      MarkerPrior(try Self.tracking(Self.seen, delay: 0.02), frame: 0, .coarse) == nil, "it was seen at another moment")
  }

  /// A marker 3 cm from where a prediction has it is no marker of the cap.
  @Test func aStrayIsNotBelieved() throws {
    let prior = try #require(MarkerPrior(try Self.tracking(Self.seen), frame: 0, .coarse))
    let moved = { (d: Double) in Self.truth.retracted(rotation: .zero, translation: [0, 0, d]) }
    #expect(prior.prior(near: Self.truth) != nil)
    #expect(prior.prior(near: moved(0.028)) != nil)
    #expect(prior.prior(near: moved(0.032)) == nil)
  }
}
