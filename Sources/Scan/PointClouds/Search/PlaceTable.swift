import Geometry

/// Which of many points lie at exactly the same place: a hash table of their numbers. A dictionary of points takes most of the time
/// of reading an STL file.
///
/// Open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L). Each table has a random hash, so
/// no file can be made whose points all share a slot. Results do not depend on it.
package struct PlaceTable {
  /// The places, each once, in the order in which they came: a number is an index here.
  package private(set) var places: [Vector3] = []
  /// The numbers of the places, by the hash; -1 where there is none. A power of two of them, at least half of them free.
  private var slots: [Int32]
  private let key: SIMD2<UInt64>

  /// - Parameter capacity: how many places there may be without a larger table.
  package init(capacity: Int = 0) {
    var count = 16
    while count < 2 * capacity { count *= 2 }
    slots = [Int32](repeating: -1, count: count)
    key = SIMD2(.random(in: 0 ... .max), .random(in: 0 ... .max))
  }

  /// For each point the first one at exactly the same place; a point that is not finite stays itself. So files without shared
  /// vertices (STL) get shared edges.
  package static func firstOfEqual(_ points: [Vector3]) -> [Int32] {
    var (table, first) = (PlaceTable(capacity: points.count), [Int32]())
    return points.indices.map { index in
      guard points[index].isFinite else { return Int32(index) }
      let number = table.add(points[index])
      if number == first.count { first.append(Int32(index)) }
      return first[number]
    }
  }

  /// The number of a place; nil where it is not in the table.
  package func number(of place: Vector3) -> Int? {
    let number = slots[slot(of: place)]
    return number < 0 ? nil : Int(number)
  }

  /// The number of a place, which is put in where it is not there yet.
  ///
  /// - Parameter place: finite: NaN equals nothing, itself included.
  package mutating func add(_ place: Vector3) -> Int {
    let slot = slot(of: place)
    if slots[slot] >= 0 { return Int(slots[slot]) }
    slots[slot] = Int32(places.count)
    places.append(place)
    if 2 * places.count > slots.count { grow() }
    return places.count - 1
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: 2 * slots.count)
    for number in places.indices { slots[slot(of: places[number])] = Int32(number) }
  }

  /// The slot that holds a place, or the free one where it would be put.
  private func slot(of place: Vector3) -> Int {
    // Both zeros are one place.
    let (x, y, z) = ((place.x + 0).bitPattern, (place.y + 0).bitPattern, (place.z + 0).bitPattern)
    let first = (x &+ key.x).multipliedFullWidth(by: y &+ key.y)
    let all = ((first.low ^ first.high) &+ key.x).multipliedFullWidth(by: z ^ key.y)
    var slot = Int(truncatingIfNeeded: (all.low ^ all.high) & UInt64(slots.count - 1))
    while slots[slot] >= 0, places[Int(slots[slot])] != place { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}
