public import Capture
import Feedback
public import Platform
import Recordings
import Synchronization

/// The page of a scan that is taken: its operator sees and hears there what they are told, starts and ends it.
///
/// Whoever records tells the page what happens, and asks it what its user wants; nothing of a window holds the recording up.
public final class LivePage: Sendable {
  private struct Known {
    var state: LiveState
    var prompts = PromptKeeper()
    /// The last frames, whose images may be asked for; the newest last.
    var frames: [RecordedFrame] = []
    var isStarted = false, isDone = false, isClosed = false
    /// When the news came, in seconds since the first frame; nil before that.
    var newsAt: Double?
  }

  private let known: Mutex<Known>
  private let options: CaptureOptions
  let cloud: LiveCloud

  /// So many frames and told events are kept.
  private static let (mostFrames, mostEvents) = (20, 50)

  /// The page of a scan that has not begun.
  ///
  /// - Parameter folder: where it is recorded.
  public init(_ options: CaptureOptions, _ folder: URL) {
    self.options = options
    cloud = LiveCloud(folder)
    known = Mutex(Known(state: LiveState(language: options.phrasebook.language)))
  }

  // MARK: What happens

  /// Something of the source, in words.
  ///
  /// - Parameter isLast: whether no judged frame comes any more: what the last one said is taken away.
  public func report(_ news: String, isLast: Bool = false) {
    change { known, _ in
      (known.state.news, known.newsAt) = (news, known.state.scan?.time)
      if isLast { known.state.scan = nil }
    }
  }

  /// A frame was judged.
  public func show(_ judged: JudgedFrame) {
    cloud.add(judged)
    change { known, revision in
      let (time, book) = (judged.feedback.time, options.phrasebook)
      let prompt = known.prompts.text(judged.feedback, book)
      known.state.scan = ShownFrame(judged, options, prompt: prompt)
      known.state.counts = LiveState.Counts(judged.counts)
      known.state.events += judged.feedback.events.compactMap { ToldEvent($0, book, revision: revision) }
      known.state.events.removeFirst(max(0, known.state.events.count - Self.mostEvents))
      known.frames.append(judged.frame)
      known.frames.removeFirst(max(0, known.frames.count - Self.mostFrames))
      // What was said of the source goes once frames come.
      if time - (known.newsAt ?? time) > PromptKeeper.patience || known.newsAt == nil { known.state.news = nil }
    }
  }

  /// The scan has ended and is reconstructed.
  ///
  /// - Parameter seconds: that are left; nil while that can't be told.
  public func reconstruct(_ share: Double, secondsLeft seconds: Double?) {
    change { known, _ in
      (known.state.phase, known.state.news) = (.reconstructing, nil)
      known.state.work = LiveState.Work(share: share, secondsLeft: seconds)
    }
  }

  /// There is a result, or none for a reason.
  public func finish(failure: String? = nil) {
    change { known, _ in (known.state.phase, known.state.failure, known.state.work) = (.finished, failure, nil) }
  }

  private func change(_ change: (inout Known, _ revision: Int) -> Void) {
    known.withLock { known in
      known.state.revision += 1
      change(&known, known.state.revision)
    }
  }

  // MARK: What the user wants

  /// Whether the scan is to begin.
  public var isStarted: Bool { known.withLock { $0.isStarted } }
  /// Whether nothing is to be recorded for now.
  public var isPaused: Bool { known.withLock { $0.state.isPaused && !$0.isDone } }
  /// Whether it is to end.
  public var isDone: Bool { known.withLock { $0.isDone } }
  /// Whether the page is not needed any more.
  public var isClosed: Bool { known.withLock { $0.isClosed } }

  /// Whether there is a result, or a reason why there is none.
  var isFinished: Bool { known.withLock { $0.state.phase == .finished } }

  /// Starts the scan, from the page or otherwise.
  public func start() {
    change { known, _ in
      known.isStarted = true
      if known.state.phase == .waiting { known.state.phase = .scanning }
    }
  }

  /// Pauses the scan, or goes on with it.
  ///
  /// - Returns: false where none goes on.
  func pause(_ isPaused: Bool) -> Bool {
    var isScanning = false
    change { known, _ in
      isScanning = known.state.phase == .scanning
      if isScanning { known.state.isPaused = isPaused }
    }
    return isScanning
  }

  /// Ends the scan.
  ///
  /// - Returns: false where there is none that could be ended.
  func end() -> Bool {
    known.withLock { known in
      if known.state.phase == .scanning { known.isDone = true }
      return known.isDone
    }
  }

  /// - Returns: false while something goes on that would be ended by it.
  func close() -> Bool {
    known.withLock { known in
      if known.state.phase == .finished { known.isClosed = true }
      return known.isClosed
    }
  }

  // MARK: What is shown

  /// What has changed; nil where nothing has.
  ///
  /// - Parameter revision: what a window knows already: it is told what was said since; a new window is not told what was said.
  func state(since revision: Int?) -> LiveState? {
    known.withLock { known in
      guard known.state.revision != revision else { return nil }
      var state = known.state
      state.events.removeAll { $0.revision <= revision ?? .max }
      return state
    }
  }

  /// A frame of the last ones by its index.
  func frame(_ index: Int) -> RecordedFrame? { known.withLock { $0.frames.first { $0.index == index } } }
}
