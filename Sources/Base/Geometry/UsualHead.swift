/// The head that a stage assumes where the recording does not show its size.
public enum UsualHead {
  /// The radius of the vault in metres: an infant's at half a year.
  public static let radius = 0.065
}
