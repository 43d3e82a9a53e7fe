import Diagnostics
public import Recordings

/// Where frames come from while a scan is taken. One thread asks.
public protocol FrameSource: AnyObject {
  /// Whether it can wait for the feedback: then no frame is passed over.
  var isPatient: Bool { get }
  /// What comes next; answers within a fifth of a second, be it with nothing, so that the user can end the scan.
  func next() throws -> SourceAnswer
}

/// What a source has.
public enum SourceAnswer {
  /// The next frame.
  case frame(RawFrame)
  /// Nothing yet.
  case nothing
  /// Something that its user should know.
  case news(SourceNews)
  /// There is no more.
  case over
}

/// What a user should know of a source.
public enum SourceNews: Sendable, Equatable {
  /// The recording that is followed has no frame yet.
  case noFrames
  /// The program that reaches phones over USB does not answer.
  case noService
  /// No phone is on a cable.
  case noPhone
  /// The phone's app does not stream.
  case noStream
  /// The phone streams.
  case connected
  /// The connection has ended, in the middle of a frame or between two; the next one is waited for.
  case lost
  /// The recording that is followed can't be read as it is.
  case unreadable(RecordingError)
  /// A frame was left out, in the words of an error.
  case leftOut(RecordingError)
  /// The judging failed: the scan is recorded to its end without words.
  case unguided
}
