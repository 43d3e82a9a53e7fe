internal import DrawingBridge
import Diagnostics

/// Why nothing can be drawn.
public enum DrawingError: UserFacingError, Equatable {
  /// There are no letters to write with.
  case noTypeface
  /// The library refuses.
  case failed(String)

  public var kind: UserFacingErrorKind {
    switch self {
    case .noTypeface: .toolMissing
    case .failed: .failure
    }
  }

  public var subject: String { "drawing" }

  public var problem: String {
    switch self {
    case .noTypeface: "expected the typeface DejaVu Sans, found none"
    case .failed(let reason): "expected OpenCV to draw, found: \(reason)"
    }
  }

  public var remedy: String? {
    switch self {
    case .noTypeface: "install it (Debian: apt-get install fonts-dejavu-core)"
    case .failed: nil
    }
  }
}

extension DrawingFault {
  /// The message; the bridge terminates it.
  var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
