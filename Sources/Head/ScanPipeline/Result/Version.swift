/// The program's version.
public enum CalvariaVersion {
  /// The version, as `calvaria --version` prints it and results carry it.
  public static let current = "0.1.0"
}
