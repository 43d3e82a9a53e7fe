/// What tables call the values of a range of motion: `knee_right_flexion_max`, `neck_rotation_left`.
struct MotionQuantityName {
  /// What the names of all values of one range begin with. The sides of a neck are values of one result.
  private let start: String
  /// What tables call ends of a movement.
  private static let endings = ["minimum": "min", "maximum": "max"]

  init(joint: String, movement: String, side: String?) {
    start = [joint, joint == "neck" ? nil : side, movement].compactMap { $0.map { $0 + "_" } }.joined()
  }

  /// The name of a value by its key in results.
  func name(of key: String) -> String { start + (Self.endings[key] ?? key) }

  /// The key of the value that tables call so.
  func key(of name: String) -> String {
    let ending = name.hasPrefix(start) ? String(name.dropFirst(start.count)) : name
    return Self.endings.first { $0.value == ending }?.key ?? ending
  }
}
