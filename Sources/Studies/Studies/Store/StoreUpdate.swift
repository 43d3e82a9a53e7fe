public import Diagnostics

/// What bringing the store of a study up to date came to.
public struct StoreUpdate: Sendable {
  /// How many scans were stored.
  public internal(set) var scans = 0
  /// How many ranges of motion were stored.
  public internal(set) var motions = 0
  /// What was passed over, and what else should be known of the study's files.
  public internal(set) var remarks: [Finding] = []
}
