/// The numbers that symbols stand for: the last bits of a number are not coded.
struct NumberCode {
  let extraBits: [UInt8]
  /// The least number of each symbol.
  let bases: [UInt32]

  /// Each symbol starts where the one before ends.
  private init(_ extraBits: [UInt8]) {
    self.extraBits = extraBits
    var bases: [UInt32] = []
    var base: UInt32 = 0
    for bits in extraBits {
      bases.append(base)
      base += 1 << UInt32(bits)
    }
    self.bases = bases
  }

  /// How many literals a match has before it: 0 … 315.
  static let literalNumbers = NumberCode([UInt8](repeating: 0, count: 16) + [2, 3, 5, 8])
  /// How long a match is: 0 … 2359.
  static let lengths = NumberCode([UInt8](repeating: 0, count: 16) + [3, 5, 8, 11])
  /// How far back it lies: 1 … 262,139; 0 is the distance of the match before.
  static let distances = NumberCode((0..<64).map { UInt8($0 / 4) })
}
