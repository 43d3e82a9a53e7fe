/// Which points an angle is made of.
struct MotionPoints: Sendable, Equatable {
  /// All points that the angle of a frame needs.
  let used: [BodyPoint]

  /// The points of a task, in a picture or in space.
  init(_ task: MotionTask, isFlat: Bool) {
    let side = task.side
    switch (task.joint, task.movement, isFlat) {
    case (.knee, _, true): used = [.hip(side), .knee(side), .ankle(side)]
    // The line between the hips tells flexion from hyperextension.
    case (.knee, _, false): used = [.hip(side), .knee(side), .ankle(side), .hip(side.other)]
    // From the side the far shoulder is hidden behind the near one.
    case (.hip, .flexion, true): used = [.shoulder(side), .hip(side), .knee(side)]
    default: used = [.shoulder(.left), .shoulder(.right), .hip(.left), .hip(.right), .knee(side)]
    }
  }

  /// The segments whose lengths do not change in space.
  static func segments(_ task: MotionTask) -> [(BodyPoint, BodyPoint)] {
    let thigh = (BodyPoint.hip(task.side), BodyPoint.knee(task.side))
    guard task.joint == .knee else { return [thigh, (.hip(.left), .hip(.right))] }
    return [thigh, (.knee(task.side), .ankle(task.side))]
  }
}
