/// What a program may take before it is ended.
public struct ProcessLimits: Sendable, Equatable {
  /// How long it may run, seconds; nil for any time.
  public var time: Double?
  /// How much memory it may have resident, bytes; nil for any amount.
  public var memory: Int?

  /// By default a program may take what it wants.
  public init(time: Double? = nil, memory: Int? = nil) { (self.time, self.memory) = (time, memory) }
}
