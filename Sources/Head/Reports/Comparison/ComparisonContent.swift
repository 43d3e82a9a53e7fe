/// All that the report of a comparison is made of.
public struct ComparisonContent: Sendable {
  /// What was found.
  public var result: HeadChange
  /// The sections of the visits; nil where that of the first or the last is missing.
  public var overlay: SectionOverlay?
  /// Each visit after the first as a scene with its distances from the first; nil where a surface can't be shown.
  public var scenes: [ComparedScenes?]
  /// three.js as one script; nil where it is not installed.
  public var threeScript: String?
  /// Whether the face was left out.
  public var isDefaced = false

  /// The content from its parts; without scenes the page has no pictures.
  public init(_ result: HeadChange, overlay: SectionOverlay?, scenes: [ComparedScenes?] = []) {
    (self.result, self.overlay, self.scenes) = (result, overlay, scenes)
  }

  /// The content without the face below the brow, by which a child could be known.
  public var defaced: ComparisonContent {
    var content = self
    content.scenes = scenes.map { $0?.defaced }
    content.isDefaced = true
    return content
  }
}
