/// What a study of observers takes.
public enum ObserverLimits {
  /// No more files are read.
  public static let files = 500
  /// No two observers pick a landmark farther apart, metres: one of the files is of another scan or another landmark.
  static let distance = 0.03
}
