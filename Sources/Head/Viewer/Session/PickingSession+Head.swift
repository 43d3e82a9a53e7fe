import Diagnostics
import Foundation
import HeadViews
internal import Files
import Landmarks

extension PickingSession {
  /// The head with its maps, for the 3-D view.
  func headScene() async throws -> ViewAnswer {
    guard let head = subject?.head else { throw ViewRefusal.notReady }
    let (annotation, language) = (annotation, language)
    let content = try await Background.run { try head.annotated(annotation)?.json(language, trianglesAtMost: nil) }
    guard let content else { throw ViewRefusal.notFound }
    return ViewAnswer(content: content, type: "application/json")
  }

  /// A still picture of the head from a side.
  func picture(_ name: String, map: String?) async throws -> ViewAnswer {
    guard let side = HeadView(rawValue: name) else { throw ViewRefusal.notFound }
    guard let head = subject?.head else { throw ViewRefusal.notReady }
    let (annotation, kind) = (annotation, map.flatMap(HeadMap.Kind.init(rawValue:)))
    let content = try await Background.run { try head.picture(side, annotation, map: kind)?.png() }
    guard let content else { throw ViewRefusal.notFound }
    return ViewAnswer(content: content, type: "image/png")
  }

  /// What is drawn on the head: landmarks with their states, section and diagonals.
  var annotation: HeadAnnotation {
    let shown = Landmark.required.compactMap { landmark -> HeadAnnotation.ShownLandmark? in
      guard let estimate = placement?.landmarks.estimates[landmark], estimate.evidence > 0 else { return nil }
      // A proposal that somebody has accepted is none any more.
      let isPicked = placement?.picked.estimates[landmark].map { $0.evidence > 0 } ?? false
      let state: HeadAnnotation.LandmarkState =
        estimate.fault != nil ? .rejected : estimate.source == .automatic && !isPicked ? .proposal : .accepted
      return .init(landmark, position: estimate.position, state: state)
    }
    var annotation = measured.map { HeadAnnotation($0, landmarks: shown) } ?? HeadAnnotation(landmarks: shown)
    annotation.up = subject?.up ?? subject?.head.scene?.annotation.up
    return annotation
  }

  /// The annotation as a part of the state.
  var writtenAnnotation: JSONValue? {
    guard let text = try? HeadScene.changingPart(of: annotation, language) else { return nil }
    return try? JSONText.decode(JSONValue.self, from: text)
  }
}
