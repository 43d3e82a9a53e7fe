import Diagnostics

/// Why a page can't be served.
public enum ViewServerError: UserFacingError, Equatable {
  /// The port is in use or not allowed.
  case cannotListen(port: Int, reason: String)

  public var message: ErrorMessage {
    switch self {
    case .cannotListen(let port, let reason):
      ErrorMessage(.viewCannotListen, at: "calvaria view", nil, ["port": .count(port), "reason": .text(reason)])
    }
  }
}
