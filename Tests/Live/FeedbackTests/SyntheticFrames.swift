import Geometry

@testable import Feedback

/// Facts of frames that nobody took.
enum Synthetic {
  /// Markers that are seen well, side by side.
  static func markers(_ ids: some Sequence<Int>, depth: Double = 0.97, distance: Double? = 0.3) -> [SeenMarker] {
    ids.map { SeenMarker(id: $0, place: [0.05 * Double($0 % 7) - 0.15, 0], validDepth: depth, distance: distance) }
  }

  /// A frame, thirty a second, that shows some markers well.
  static func frame(
    _ index: Int, _ ids: some Sequence<Int> = 0..<8, depth: Double = 0.97, distance: Double? = 0.3
  ) -> FrameFacts {
    FrameFacts(
      frame: index, time: Double(index) / 30, markers: markers(ids, depth: depth, distance: distance), blur: 2,
      validDepth: 0.3)
  }

  /// Frames that show no marker.
  static func empty(_ count: Int, valid: Double = 0.3, blur: Double? = 2) -> [FrameFacts] {
    (0..<count).map { FrameFacts(frame: $0, time: 0, blur: blur, validDepth: valid) }
  }

  /// Feedback on thirty good frames, then some others, then thirty good ones.
  static func told(_ middle: [FrameFacts]) -> [FrameFeedback] {
    var frames = (0..<30).map { frame($0) } + middle
    frames += (0..<30).map { frame(30 + middle.count + $0) }
    for i in frames.indices { (frames[i].frame, frames[i].time) = (i, Double(i) / 30) }
    var engine = FeedbackEngine(FeedbackFile.builtIn.rules, ids: Set(0..<40))
    return engine.run(frames)
  }

  /// A scan with everything that can go wrong, at random, in runs of random length.
  static func wild(_ random: inout SeededGenerator, frames: Int) -> [FrameFacts] {
    var facts: [FrameFacts] = []
    var (first, time) = (0, 0.0)
    while facts.count < frames {
      let kind = Int(random.next() % 10)
      for _ in 0..<(1 + Int(random.next() % 12)) {
        time += random.uniform() < 0.02 ? 0.4 : 1.0 / 30
        first = max(0, min(22, first + Int(random.next() % 3) - 1))
        var frame = frame(facts.count, first..<(first + 8))
        frame.time = time
        if random.uniform() < 0.2 { frame.markers.remove(at: Int(random.next() % UInt64(frame.markers.count))) }
        switch kind {
        case 0: (frame.markers, frame.validDepth) = ([], 0)
        case 1: (frame.markers, frame.blur) = ([], 14)
        case 2: for i in frame.markers.indices where i % 4 != 0 { frame.markers[i].validDepth = 0.4 }
        case 3: for i in frame.markers.indices { frame.markers[i].distance = 0.5 }
        case 4: frame.markers = Array(frame.markers.prefix(Int(random.next() % 3)))
        case 5: frame.markers = markers(Set((0..<5).map { _ in Int(random.next() % 30) }).sorted())
        default: break
        }
        if kind == 4 || kind > 5 {
          for part in HeadPart.allCases {
            frame.parts[part] = PartFacts(
              covered: random.uniform(), direction: MoveDirection.allCases.randomElement(using: &random),
              away: 180 * random.uniform())
          }
          for id in 0..<30 { frame.places[id] = [2 * random.uniform() - 1, 2 * random.uniform() - 1] }
        }
        if random.uniform() < 0.05 { frame.heat = Heat.allCases.randomElement(using: &random) }
        facts.append(frame)
      }
    }
    return Array(facts.prefix(frames))
  }
}
