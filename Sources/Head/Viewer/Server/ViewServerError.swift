import Diagnostics
import Foundation

/// Why a page can't be served.
public enum ViewServerError: UserFacingError, Equatable {
  /// The port is in use or not allowed.
  case cannotListen(port: Int, reason: String)

  /// The port can't be had for the reason that the system gave.
  init(port: Int, errno: Int32) { self = .cannotListen(port: port, reason: String(cString: strerror(errno))) }

  public var message: ErrorMessage {
    switch self {
    case .cannotListen(let port, let reason):
      ErrorMessage(.viewCannotListen, at: "calvaria view", nil, ["port": .count(port), "reason": .text(reason)])
    }
  }
}
