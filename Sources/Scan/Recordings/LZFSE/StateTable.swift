/// The codes of a block: for each state of a decoder its symbol, the bits to take, and what they lead to.
///
/// States are a power of two. A symbol of frequency f owns f states in a row; from each of them k or k − 1 bits lead on,
/// where 2^k · f ≥ states, so that the next states fill the whole range (Duda 2014, arXiv:1311.2540).
enum StateTable {
  /// What a state of a decoder means: the next one is `next` plus the bits that it takes.
  struct Step {
    let bits: UInt8
    let next: UInt16
  }

  /// Calls `body` with every state, its symbol and its step. False where the frequencies are not those of a code: they
  /// add up to the states, or to nothing in a block that has no such symbol.
  ///
  /// Every `next` plus its bits is a state.
  static func fill(
    states: Int, _ frequencies: ArraySlice<UInt16>, isUsed: Bool, _ body: (_ state: Int, _ symbol: Int, Step) -> Void
  ) -> Bool {
    let sum = frequencies.reduce(0) { $0 + Int($1) }
    guard sum == states || sum == 0 && !isUsed else { return false }
    var state = 0
    for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
      let count = Int(frequency)
      let most = states.trailingZeroBitCount - (Int.bitWidth - 1 - count.leadingZeroBitCount)
      let long = (2 * states) >> most - count
      for i in 0..<count {
        let isLong = i < long
        let bits = isLong ? most : most - 1
        let next = isLong ? (count + i) << most - states : (i - long) << bits
        body(state, symbol, Step(bits: UInt8(bits), next: UInt16(next)))
        state += 1
      }
    }
    return true
  }
}

/// A state of a decoder of bytes.
struct ByteState {
  var bits: UInt8 = 0
  var byte: UInt8 = 0
  var next: UInt16 = 0
}

/// A state of a decoder of numbers: a number is a base and a few bits as they are.
struct NumberState {
  var base: UInt32 = 0
  var next: UInt16 = 0
  /// The bits of the number alone.
  var extraBits: UInt8 = 0
  /// The bits of the state and the number.
  var bits: UInt8 = 0
}
