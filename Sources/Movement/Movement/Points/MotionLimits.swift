/// What landmark files may hold; a file beyond it is refused before memory is taken for it.
package enum MotionLimits {
  /// The largest file, in bytes: a quarter of an hour of MediaPipe's JSON at 60 frames/s has about 200 MB.
  static let fileBytes = 256 << 20
  /// The largest file of a single frame, in bytes; with face and hands of ten people OpenPose writes 40 KB.
  static let frameBytes = 4 << 20
  /// The most frames: nine hours at 30 frames/s.
  static let frames = 1_000_000
  /// The most people in a frame.
  static let people = 1_000
  /// The most markers or columns of a table.
  static let columns = 2_000
  /// The most bytes of a name of a frame, a marker or a column.
  static let nameBytes = 200
  /// The largest coordinate, in its unit.
  static let largest = 1e7
  /// The shortest time between two frames, in seconds: that of 10,000 a second.
  static let shortestStep = 1e-4
  /// The frames a second that a file or an option may state.
  static let rates = 0.1...(1 / shortestStep)
  /// The sides of a picture, in pixels.
  static let sides = 1...largest
  /// The longest recording, in seconds.
  package static let longest = 1e7
  /// The latest time, in seconds: recorders count from a day of their own, such as the first of 1970.
  package static let latest = 1e11
}
