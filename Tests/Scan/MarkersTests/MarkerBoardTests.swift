import Files
import Geometry
import Testing

@testable import Markers

/// Flat boards and their files.
@Suite struct MarkerBoardTests {
  private let dictionary = MarkerDictionary(name: "DICT_4X4_100")!

  @Test func aBoardFillsItsRoom() throws {
    let board = try #require(MarkerBoard.filling([0.186, 0.221], side: 0.02, of: dictionary, ruler: 0.18))
    #expect((board.columns, board.rows) == (7, 8))
    // Two cells of white between two markers of six cells.
    #expect(abs(board.pitch - 0.02 * 8 / 6) < 1e-6)
    #expect(MarkerBoard.filling([0.03, 0.2], side: 0.02, of: dictionary, ruler: 0.18) == nil)
    #expect(MarkerBoard.filling([0.2, 0.2], side: 0, of: dictionary, ruler: 0.18) == nil)
  }

  @Test func markersStandRowByRowFromTheUpperLeftAroundTheMiddle() throws {
    let board = MarkerBoard(columns: 3, rows: 2, pitch: 0.1, ruler: 0.2)
    #expect((board.centre(of: 0) - [-0.1, 0.05, 0]).length < 1e-12)
    #expect((board.centre(of: 5) - [0.1, -0.05, 0]).length < 1e-12)
    let sum = (0..<board.count).reduce(Vector3.zero) { $0 + board.centre(of: $1) }
    #expect(sum.length < 1e-12)
    let cap = Cap(dictionary: dictionary, markerSize: 0.04, ids: [4, 7, 9, 10, 11, 50], board: board)
    let corners = try #require(cap.boardCorners(scale: 2))
    #expect((corners[50]![0] - Vector3(0.16, -0.06, 0)).length < 1e-12)
  }

  @Test func aFileOfABoardIsReadAsItIsWritten() throws {
    let board = MarkerBoard(columns: 3, rows: 2, pitch: 0.025, ruler: 0.18)
    let cap = Cap(dictionary: dictionary, markerSize: 0.02, ids: Set(0..<6), thickness: 0, board: board)
    let read = try CapFile.parse(cap.yaml, path: "board.yaml")
    #expect(read.board == board)
    #expect(read.boardCorners() == cap.boardCorners())
  }

  @Test(arguments: [
    "{columns: 3, rows: 3, pitch_mm: 25, ruler_mm: 180}", "{columns: 1, rows: 6, pitch_mm: 25, ruler_mm: 180}",
    "{columns: 3, rows: 2, pitch_mm: .nan, ruler_mm: 180}", "{columns: 3, rows: 2, pitch_mm: 25}",
    "{columns: 2.5, rows: 2, pitch_mm: 25, ruler_mm: 180}", "{columns: 3, rows: 2, pitch_mm: 25, ruler_mm: 1e9}",
    "[3, 2]",
  ])
  func aWrongBoardIsRefused(board: String) {
    let text = "dictionary: DICT_4X4_100\nmarker_size_mm: 20\nids: [0-5]\nboard: \(board)\n"
    #expect(throws: FileError.self) { try CapFile.parse(text, path: "board.yaml") }
  }
}
