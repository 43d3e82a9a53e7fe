// The limits of a process under one name. Glibc declares the kinds of them as an enumeration that its own functions do not take.

#if canImport(Glibc)
  public typealias LimitedResource = __rlimit_resource
  private typealias Number = __rlimit_resource_t
#else
  public typealias LimitedResource = Int32
  private typealias Number = Int32
  extension Int32 { fileprivate var rawValue: Int32 { self } }
#endif

extension rlimit {
  /// What this process may have of a resource, such as `RLIMIT_DATA`; nil where the system does not tell.
  public init?(of resource: LimitedResource) {
    self.init()
    guard getrlimit(Number(resource.rawValue), &self) == 0 else { return nil }
  }

  /// Sets it for this process and what it starts; false where the system does not let it.
  @discardableResult public func set(for resource: LimitedResource) -> Bool {
    withUnsafePointer(to: self) { setrlimit(Number(resource.rawValue), $0) == 0 }
  }
}
