internal import Diagnostics
internal import Geometry

/// One person through frames that list several, in an order that changes.
struct PersonFollower {
  private let path: String
  private let chosen: Int?
  private var last: Vector3?

  /// - Parameter chosen: the person's place in the first frame that has so many; nil for the only one.
  init(path: String, chosen: Int?) { (self.path, self.chosen) = (path, chosen) }

  /// The person in a frame; nil where nobody is there.
  mutating func pick(_ people: [PointList]) throws(MotionError) -> PointList? {
    guard let chosen else {
      guard people.count <= 1 else { throw .severalPeople(path: path, most: people.count) }
      return people.first
    }
    if let last {
      let nearest = people.compactMap { person in person.centre.map { (person, ($0 - last).length) } }
        .min { $0.1 < $1.1 }
      if let centre = nearest?.0.centre { self.last = centre }
      return nearest?.0
    }
    guard chosen < people.count, let centre = people[chosen].centre else { return nil }
    last = centre
    return people[chosen]
  }

  /// Refuses a choice that no frame had.
  func check(most: Int) throws(MotionError) {
    if chosen != nil, last == nil { throw .severalPeople(path: path, most: most) }
  }
}
