internal import Platform

/// The most memory that this process may ask the system for.
///
/// A watcher looks at what is resident now and then; a program that asks for very much at once would have it before the
/// next look. The wall stands in the program itself, above what the watcher allows.
public enum MemoryWall {
  /// How far above the watcher's limit the wall stands, bytes: memory that is asked for and never touched, such as the
  /// stacks of threads, counts here and not there.
  public static let margin = 1 << 30

  /// Sets the wall for this process and what it starts.
  ///
  /// - Parameter bytes: private memory that can be written (`RLIMIT_DATA`), touched or not.
  public static func set(_ bytes: Int) {
    var limit = rlimit()
    #if canImport(Glibc)
      let data = __rlimit_resource_t(RLIMIT_DATA.rawValue)
    #else
      let data = RLIMIT_DATA
    #endif
    guard getrlimit(data, &limit) == 0 else { return }
    limit.rlim_cur = min(rlim_t(bytes), limit.rlim_max)
    setrlimit(data, &limit)
  }
}
