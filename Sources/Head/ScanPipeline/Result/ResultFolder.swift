import Diagnostics
import HeadViews
internal import Files
public import Platform
import Reports
import Workers

/// The files of a result, in its folder or not written yet.
public struct ResultFolder: Sendable {
  /// The bytes of a file by its name; nil where there is none that can be read.
  private let bytes: @Sendable (String) -> [UInt8]?
  /// The result.
  public let result: ScanResult
  /// The folder; nil for a result that is being written.
  public let url: URL?
  /// The surface that its page shows, where that was made before; nil where it is yet to be read.
  let madeHead: HeadScene?

  /// No file of a result is larger, in bytes; a larger one is not read.
  private static let largestBytes = 256 << 20

  /// The folder of a result.
  ///
  /// - Parameter path: a folder of `reconstruct` or `measure --output`, or the `result.json` in it.
  public static func read(_ path: URL) throws(ResultFolderError) -> ResultFolder {
    let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: path.path)) != nil
    let file = isFolder ? path.appending(path: "result.json") : path
    let data: Data
    do throws(InputFile.Fault) { data = Data(try InputFile.bytes(file.path, atMost: ScanResult.largestBytes)) } catch {
      if case .missing = error { throw .missing(path: path.path) }
      throw .strange(file: file.path, found: error.found)
    }
    let folder = file.deletingLastPathComponent()
    do throws(StrangeResult) {
      return ResultFolder(result: try ScanResult.read(data), url: folder) { name in
        try? InputFile.bytes(folder.appending(path: name).path, atMost: largestBytes)
      }
    } catch { throw .strange(file: file.path, found: error.found) }
  }

  /// A result that is being written.
  ///
  /// - Parameter head: what ``head(mesh:markers:workers:)`` gives for its files; nil where it is yet to be read.
  init(_ files: [(name: String, content: Data)], head: HeadScene? = nil) throws {
    // Read as it will be read: the page is the same whenever it is made.
    let written = files.first { $0.name == "result.json" }?.content ?? Data()
    self.init(result: try ScanResult.read(written), url: nil, madeHead: head) { name in
      files.first { $0.name == name }.map { [UInt8]($0.content) }
    }
  }

  private init(
    result: ScanResult, url: URL?, madeHead: HeadScene? = nil, bytes: @escaping @Sendable (String) -> [UInt8]?
  ) {
    (self.result, self.url, self.madeHead, self.bytes) = (result, url, madeHead, bytes)
  }

  /// The page on the result, as a file.
  func report(_ language: Language, _ workers: Workers) throws -> (name: String, content: Data) {
    let page = ReportPage(ReportContent(self, workers: workers), language: language, workers: workers)
    return ("report.html", Data(try page.html().utf8))
  }

  /// The bytes of a file, by its name in the folder; nil where there is none that can be read.
  subscript(name: String) -> [UInt8]? { bytes(name) }
}

/// Why there is no result to report on.
public enum ResultFolderError: UserFacingError, Equatable {
  /// There is none.
  case missing(path: String)
  /// It is none, or can't be read.
  case strange(file: String, found: FindingValue)
  /// The face on its surface, which is to be left out, can't be found.
  case noFace(name: String)

  public var message: ErrorMessage {
    switch self {
    case .missing(let path): ErrorMessage(.reportNoResult, at: path)
    case .strange(let file, let found): ErrorMessage(.reportStrangeResult, at: file, nil, ["found": found])
    case .noFace(let name): ErrorMessage(.reportNoFace, at: name)
    }
  }
}

extension ReportContent {
  /// The content without what a child could be known by.
  ///
  /// - Parameter name: what the error calls the result.
  /// - Throws: ``ResultFolderError/noFace(name:)``: a head that is shown with its face would be passed on.
  public func withoutFace(of name: String) throws(ResultFolderError) -> ReportContent {
    let content = defaced
    if head != nil, content.head == nil { throw .noFace(name: name) }
    return content
  }
}
