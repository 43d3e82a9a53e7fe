internal import DrawingBridge
import Diagnostics

/// Why nothing can be drawn.
public enum DrawingError: UserFacingError, Equatable {
  /// There are no letters to write with.
  case noTypeface
  /// The library refuses.
  case failed(String)

  public var message: ErrorMessage {
    switch self {
    case .noTypeface: ErrorMessage(.drawingNoTypeface, at: .phrase("drawing"))
    case .failed(let reason): ErrorMessage(.drawingFailed, at: .phrase("drawing"), ["reason": .text(reason)])
    }
  }
}
extension DrawingFault {
  /// The message; the bridge terminates it.
  var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
