/// Where the server listens.
actor ServedPlace {
  /// Nothing but programs of this machine reaches it.
  static let host = "127.0.0.1"

  /// The port, once the server has one.
  private(set) var port: Int?

  func take(port: Int) { self.port = port }
}
