import Foundation
import Images
import Recordings
import TestSupport
import Testing

@testable import Capture

/// An iPhone on a cable, played by a stand-in of usbmuxd.
@Suite(.serialized) struct PhoneSourceTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let jpeg = Result {
    try ImageFile.jpeg(ColorImage(width: 64, height: 48, pixels: Array(repeating: 90, count: 64 * 48 * 3)), quality: 80)
  }

  private static func message(_ metres: Float) throws -> Data {
    PhoneMessage.frame(
      sizes: ((64, 48), (32, 24)), camera: [60, 60, 31.5, 23.5], jpeg: try jpeg.get(),
      depth: Array(repeating: metres, count: 32 * 24))
  }

  /// Asks a source until a recording has so many frames.
  ///
  /// - Returns: the news in the meantime.
  private func record(_ phone: PhoneStandIn, frames: Int, patience: Double = 5) throws -> [SourceNews] {
    setenv("USBMUXD_SOCKET_ADDRESS", phone.address, 1)
    let (source, writer) = (PhoneSource(patience: patience), RecordingWriter(folder.url))
    var news: [SourceNews] = []
    let end = ContinuousClock.now + .seconds(60)
    while writer.count < frames {
      try #require(.now < end, "only \(writer.count) of \(frames) frames came; \(news)")
      switch try source.next() {
      case .frame(let frame):
        do { _ = try writer.add(frame) } catch let error as RecordingError { news.append(.leftOut(error)) }
      case .news(let item): news.append(item)
      case .nothing: break
      case .over: Issue.record("a phone does not end")
      }
    }
    return news
  }

  /// The depth of each frame of the recording, in metres.
  private var recorded: [Float] {
    get throws {
      let recording = try Recording.open(folder.url)
      return try recording.frames.map { frame in
        let pixels = try recording.depth(frame).pixels
        #expect(Set(pixels).count == 1)
        return pixels[0]
      }
    }
  }

  @Test func framesInPiecesOfAnySizeAreRecordedInOrder() throws {
    let stream = try [0.25, 0.5, 0.75].map { try Self.message($0) }.reduce(Data(), +)
    let pieces = stride(from: 0, to: stream.count, by: 1999).map { stream[$0..<min($0 + 1999, stream.count)] }
    let news = try record(PhoneStandIn([pieces.map { Data($0) }], pause: 300), frames: 3)
    #expect(news == [.connected])
    #expect(try recorded == [0.25, 0.5, 0.75])
    let times = try Recording.open(folder.url).frames.map(\.time)
    #expect(times == times.sorted() && Set(times).count == 3)
  }

  @Test func aPhoneIsWaitedForAndMayBeUnpluggedInTheMiddleOfAFrame() throws {
    let whole = try Self.message(0.3)
    let phone = try PhoneStandIn([[whole, whole.prefix(700)], [whole]], isPluggedIn: false)
    Thread.detachNewThread {
      sleep(1)
      phone.plugIn()
    }
    #expect(try record(phone, frames: 2) == [.noPhone, .connected, .lost, .connected])
    #expect(try recorded == [0.3, 0.3])
  }

  @Test func withoutUsbmuxdItIsSaid() throws {
    setenv("USBMUXD_SOCKET_ADDRESS", "UNIX:" + folder.url.appendingPathComponent("nobody").path, 1)
    guard case .news(.noService) = try PhoneSource().next() else {
      Issue.record("a service was found")
      return
    }
  }

  /// What is no frame ends the connection, and the next one is recorded.
  @Test func hostileStreamsAreSurvived() throws {
    let whole = try Self.message(0.4)
    let foreign = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let streams: [[Data]] = [
      [PhoneMessage.head(100_000_000), Data(repeating: 1, count: 1 << 20)], [foreign], [whole],
      [PhoneMessage.head(3000) + foreign.prefix(3000)], [Data("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)], [], [whole],
    ]
    let before = Self.memory
    let news = try record(PhoneStandIn(streams), frames: 2)
    #expect(news.count { $0 == .connected } == streams.count)
    #expect(news.count { if case .leftOut = $0 { true } else { false } } == 4, "\(news)")
    #expect(try recorded == [0.4, 0.4])
    #expect(Self.memory - before < 80 << 20, "memory was taken for what a head claims")
  }

  /// The most memory that this process has had, in bytes.
  private static var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return status.firstMatch(of: /VmHWM:\s*(\d+) kB/).flatMap { Int($0.1) }.map { $0 << 10 } ?? 0
  }

  /// A frame whose image is damaged, or of another size than the first one, is left out; those around it are kept.
  @Test func aDamagedFrameIsLeftOut() throws {
    let whole = try Self.message(0.6)
    var damaged = whole
    damaged.replaceSubrange(120..<400, with: Data(repeating: 0, count: 280))
    let other = PhoneMessage.frame(
      sizes: ((64, 48), (64, 48)), camera: [60, 60, 31.5, 23.5], jpeg: try Self.jpeg.get(),
      depth: Array(repeating: 1, count: 64 * 48))
    let news = try record(PhoneStandIn([[whole, damaged, other, whole]]), frames: 2)
    #expect(news.count { if case .leftOut = $0 { true } else { false } } == 2, "\(news)")
    #expect(try recorded == [0.6, 0.6])
  }

  /// Bytes may come one by one.
  @Test func aSingleByteIsNoEnd() throws {
    let whole = try Self.message(0.3)
    let pieces = [Data(whole.prefix(1)), Data(whole.dropFirst())]
    #expect(try record(PhoneStandIn([pieces], pause: 300_000), frames: 1) == [.connected])
    #expect(try recorded == [0.3])
  }

  /// In the head, and behind it: with the patience for it, no byte for a second is the end.
  @Test(arguments: [3, 16]) func aStreamThatStopsInTheMiddleIsLost(_ bytes: Int) throws {
    let whole = try Self.message(0.3)
    let phone = try PhoneStandIn(
      [[Data(whole.prefix(bytes)), Data(whole.dropFirst(bytes))], [whole]], pause: 1_000_000)
    #expect(try record(phone, frames: 1, patience: 0.3) == [.connected, .lost, .connected])
  }

  /// Between two frames it is none.
  @Test func aPhoneMayRestBetweenFrames() throws {
    let whole = try Self.message(0.3)
    let phone = try PhoneStandIn([[whole, whole]], pause: 1_000_000)
    #expect(try record(phone, frames: 2, patience: 0.3) == [.connected])
  }

  /// Who does not answer, or has hung up, is not called again at once.
  @Test func aPhoneIsCalledNowAndThen() throws {
    let phone = try PhoneStandIn([[], []], isPluggedIn: false)
    setenv("USBMUXD_SOCKET_ADDRESS", phone.address, 1)
    let source = PhoneSource()
    let answer = { () throws -> SourceNews? in if case .news(let news) = try source.next() { news } else { nil } }
    #expect(try answer() == .noPhone)
    phone.plugIn()
    #expect(try answer() == nil)
    var news: [SourceNews] = []
    let end = ContinuousClock.now + .seconds(20)
    while news.count < 2, .now < end { if let item = try answer() { news.append(item) } }
    #expect(news == [.connected, .lost])
    #expect(try answer() == nil)
  }
}
