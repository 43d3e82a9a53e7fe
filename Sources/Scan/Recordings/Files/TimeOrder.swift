/// What is in order of time, searched by halves.
extension Array {
  /// The index of the first element that is not before a time; the count where all are.
  func index(notBefore time: Double, _ timeOf: (Element) -> Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if timeOf(self[middle]) < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the element closest to a time, the earlier of two that are as close; nil of none.
  func index(nearestTo time: Double, _ timeOf: (Element) -> Double) -> Int? {
    let next = index(notBefore: time, timeOf)
    guard next > 0 else { return isEmpty ? nil : 0 }
    guard next < count else { return next - 1 }
    return time - timeOf(self[next - 1]) <= timeOf(self[next]) - time ? next - 1 : next
  }
}
