public import Feedback
public import Files
internal import Diagnostics

/// Published norms of how far a joint goes to one side, passive or active.
public struct MotionNorm: Sendable, Equatable {
  /// Name and version, which identify it in results.
  public let name, version: String
  /// Where it was published.
  public let source: String
  /// The joint.
  public let joint: MotionJoint
  /// By whom it was moved.
  public let effort: MotionEffort
  /// The age below which it holds, in months.
  public let belowMonths: Double
  /// How far each movement goes to one side, in degrees.
  public let sides: [JointMovement: Double]

  /// The norm of a movement; nil where this one is of another joint, age or effort: passive and active are never mixed.
  public static func find(
    _ joint: MotionJoint, _ movement: JointMovement, ageMonths: Double, effort: MotionEffort,
    among norms: [MotionNorm] = builtIn
  ) -> MotionNorm? {
    norms.first {
      $0.joint == joint && $0.effort == effort && ageMonths < $0.belowMonths && $0.sides[movement] != nil
    }
  }
}

extension MotionNorm: Definition {
  public static let kind = "motion norms"

  public static let builtIn = embedded([PackageResources.ohman_2008_passive_yaml])

  /// The norms that a file defines; every key is needed.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> MotionNorm {
    try root.check(keys: ["schema", "name", "version", "title", "source", "joint", "effort", "below_months", "values"])
    _ = try root["schema"].choice(["calvaria/motion-norms/1"])
    // What it is, for whoever reads the file.
    _ = try root["title"].text
    var sides: [JointMovement: Double] = [:]
    for value in try root["values"].items {
      try value.check(keys: ["movement", "side_deg"])
      sides[try value["movement"].choice(JointMovement.self)] = try value["side_deg"].number(in: 0...180)
    }
    return MotionNorm(
      name: try root["name"].text, version: try root["version"].text, source: try root["source"].text,
      joint: try root["joint"].choice(MotionJoint.self), effort: try root["effort"].choice(MotionEffort.self),
      belowMonths: try root["below_months"].number(in: 0.1...1200), sides: sides)
  }
}
