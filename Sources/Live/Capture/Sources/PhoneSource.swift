import Foundation
import Recordings

/// An iPhone on a cable whose Record3D app streams over USB. Whatever ends the stream, the next one is waited for.
public final class PhoneSource: FrameSource {
  private var line: PhoneLine?
  /// What has come of the message that is being received, and of how many bytes it consists; nil while the head comes.
  private var message = Data()
  private var body: Int?
  private var told: SourceNews?
  private let start = ContinuousClock.now
  private var lastTime = -Double.infinity
  private var lastByte = ContinuousClock.now
  private var nextCall = ContinuousClock.now

  /// Seconds between two calls of a phone that does not answer.
  private static let pause = 0.5
  /// Seconds without a byte in the middle of a frame after which the stream counts as broken.
  private let patience: Double
  /// Times of frames that came at once are so far apart, in seconds: no camera is faster.
  private static let leastStep = 0.001

  /// Calls nobody yet.
  public convenience init() { self.init(patience: 5) }

  init(patience: Double) { self.patience = patience }

  public let isPatient = false

  public func next() throws -> SourceAnswer {
    guard let line else { return call() }
    switch line.receive(&message, upTo: body ?? Record3DStream.headBytes) {
    case .some(true): lastByte = .now
    case .some(false):
      let isStuck = (!message.isEmpty || body != nil) && lastByte + .seconds(patience) < .now
      return isStuck ? hangUp(.lost) : .nothing
    case nil: return hangUp(.lost)
    }
    guard message.count == body ?? Record3DStream.headBytes else { return .nothing }
    defer { message = Data() }
    do throws(RecordingError) {
      guard body != nil else {
        body = try Record3DStream.bodyBytes(message)
        return .nothing
      }
      body = nil
      return .frame(try Record3DStream.frame(message, time: stamp()))
    } catch {
      // Where the next message begins is not known any more.
      return hangUp(.leftOut(error))
    }
  }

  /// The time of a frame that has just come: seconds since the program began.
  private func stamp() -> Double {
    lastTime = max(start.duration(to: .now) / .seconds(1), lastTime + Self.leastStep)
    return lastTime
  }

  private func call() -> SourceAnswer {
    guard nextCall <= .now else {
      Thread.sleep(forTimeInterval: 0.05)
      return .nothing
    }
    nextCall = .now + .seconds(Self.pause)
    switch PhoneLine.call() {
    case .success(let line):
      self.line = line
      (message, body, lastByte) = (Data(), nil, .now)
      return news(.connected)
    case .failure(let fault): return news(fault.news)
    }
  }

  private func hangUp(_ news: SourceNews) -> SourceAnswer {
    line = nil
    (message, body, told) = (Data(), nil, nil)
    nextCall = .now + .seconds(Self.pause)
    return .news(news)
  }

  /// What is the same as the last time is not told again.
  private func news(_ item: SourceNews) -> SourceAnswer {
    guard item != told else { return .nothing }
    told = item
    return .news(item)
  }
}
