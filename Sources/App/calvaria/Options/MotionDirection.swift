import ArgumentParser
import Feedback
import Movement

/// Which way a limb turns in the picture; and the movement of a head, as `--direction` named it before `--movement` did.
enum MotionDirection: ExpressibleByArgument {
  case turn(TurnDirection), head(JointMovement)

  init?(argument: String) {
    if let turn = TurnDirection(rawValue: argument) {
      self = .turn(turn)
    } else if let movement = JointMovement(rawValue: argument), JointMovement.ofNeck.contains(movement) {
      self = .head(movement)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { TurnDirection.allCases.map(\.rawValue) }

  /// The turn of a limb; nil for the movement of a head.
  var turn: TurnDirection? { if case .turn(let turn) = self { turn } else { nil } }
  /// The movement of a head; nil for the turn of a limb.
  var movement: JointMovement? { if case .head(let movement) = self { movement } else { nil } }
}

extension MotionJoint: ExpressibleByArgument {}
extension BodySide: ExpressibleByArgument {}
extension MotionView: ExpressibleByArgument {}
extension JointMovement: ExpressibleByArgument {}
