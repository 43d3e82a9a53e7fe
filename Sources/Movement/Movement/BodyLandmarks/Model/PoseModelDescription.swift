public import Files
internal import Diagnostics

/// How a pose model wants its pictures, and how its heat maps lie in them: what a file beside the model may say.
public struct PoseModelDescription: Sendable, Equatable {
  /// What it is called; for people.
  public var name = "pose model"
  /// The input's size in pixels, where the model leaves it open.
  public var width: Int?, height: Int?
  /// What is taken from each channel and what it is divided by, red, green, blue, of values from 0 to 255: by default the mean and the
  /// deviation of ImageNet's pictures, as MMPose's models have them.
  public var mean: [Double] = [123.675, 116.28, 103.53]
  public var deviation: [Double] = [58.395, 57.12, 57.375]
  /// True for channels blue, green, red; false for red, green, blue.
  public var isBlueFirst = false
  /// How much larger than the person's box the part of the picture is that the model sees (MMPose: 1.25).
  public var padding = 1.25
  /// True where sizes are counted from the first pixel's centre to the last one's, as models trained with unbiased data
  /// processing (Huang et al. 2020; ViTPose) have it.
  public var isUnbiased = false

  /// The sides that an input may have, in pixels.
  static let sides = 32...2048

  /// What MMPose's models have.
  public init() {}
}

extension PoseModelDescription: Definition {
  public static let kind = "pose model"
  public static let builtIn: [PoseModelDescription] = [PoseModelDescription()]

  public static func read(_ root: FileNode) throws(FileError) -> PoseModelDescription {
    try root.check(keys: ["schema", "name", "input_size", "mean", "std", "colour", "padding", "udp"])
    _ = try root["schema"].choice(["calvaria/pose-model/1"])
    var description = PoseModelDescription()
    if let name = root.optional("name") { description.name = try name.text }
    if let size = root.optional("input_size") {
      try size.check(keys: ["width", "height"])
      description.width = try size["width"].whole(in: sides)
      description.height = try size["height"].whole(in: sides)
    }
    if let mean = root.optional("mean") { description.mean = try channels(mean, in: -1000...1000) }
    if let deviation = root.optional("std") { description.deviation = try channels(deviation, in: 0.001...1000) }
    if let colour = root.optional("colour") { description.isBlueFirst = try colour.choice(["rgb", "bgr"]) == "bgr" }
    if let padding = root.optional("padding") { description.padding = try padding.number(in: 1...4) }
    if let unbiased = root.optional("udp") {
      description.isUnbiased = try unbiased.choice(["true", "false"]) == "true"
    }
    return description
  }

  private static func channels(
    _ node: FileNode, in range: ClosedRange<Double>
  ) throws(FileError) -> [Double] {
    let items = try node.items
    guard items.count == 3 else { throw node.fault(.phrase("three_numbers")) }
    var values: [Double] = []
    for item in items { values.append(try item.number(in: range)) }
    return values
  }
}
