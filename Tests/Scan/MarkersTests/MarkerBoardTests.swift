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

  /// What fits to the micrometre fits; the pitch is rounded to it, as its file is.
  @Test func aRoomMayBeFilledExactly() throws {
    // Markers of 20.5 mm stand 20.5 · 8 / 6 = 27.333 mm apart.
    let room = SIMD2(0.0205 + 4 * 0.027333, 0.0205 + 2 * 0.027333)
    let board = try #require(MarkerBoard.filling(room, side: 0.0205, of: dictionary, ruler: 0.1))
    #expect((board.columns, board.rows) == (5, 3))
    #expect(board.pitch == 0.027333)
    #expect(board.ruler == 0.1)
    let less = try #require(MarkerBoard.filling(room - 1e-6, side: 0.0205, of: dictionary, ruler: 0.1))
    #expect((less.columns, less.rows) == (4, 2))
    // With 6 × 6 inner cells: 21 · 10 / 8 mm.
    let fine = try #require(
      MarkerBoard.filling(room, side: 0.021, of: MarkerDictionary(name: "DICT_6X6_250")!, ruler: 0.1))
    #expect(fine.pitch == 0.02625)
  }

  /// Two to forty along an axis.
  @Test(
    arguments: [
      (1.5, 3.0, false), (2, 3, true), (40, 3, true), (41, 3, false), (3, 1.5, false), (3, 40, true), (3, 41, false),
    ])
  func aBoardHasTwoToFortyRowsAndColumns(columns: Double, rows: Double, isOne: Bool) {
    let room = SIMD2(0.006, 0.006) + 0.008 * SIMD2(columns - 1 + 0.01, rows - 1 + 0.01)
    let board = MarkerBoard.filling(room, side: 0.006, of: dictionary, ruler: 0.1)
    #expect(board.map { [$0.columns, $0.rows] } == (isOne ? [Int(columns), Int(rows)] : nil))
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

  /// Corners go clockwise from the top left.
  @Test func cornersLieAroundTheCentre() {
    let board = MarkerBoard(columns: 4, rows: 3, pitch: 0.1, ruler: 0.2)
    #expect((board.centre(of: 6) - [0.05, 0, 0]).length < 1e-12)
    #expect((board.centre(of: 9) - [-0.05, -0.1, 0]).length < 1e-12)
    let expected: [Vector3] = [[0.02, 0.03, 0], [0.08, 0.03, 0], [0.08, -0.03, 0], [0.02, -0.03, 0]]
    #expect(zip(board.corners(of: 6, side: 0.06), expected).allSatisfy { ($0 - $1).length < 1e-12 })
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

  @Test func aBoardHasAnIdForEachMarker() {
    let text =
      "dictionary: DICT_4X4_100\nmarker_size_mm: 20\nboard: {columns: 3, rows: 2, pitch_mm: 25, ruler_mm: 180}\n"
    for (ids, found) in [("", "found 0"), ("ids: [0-4]\n", "found 5"), ("ids: [0-6]\n", "found 7")] {
      let error = #expect(throws: FileError.self) { try CapFile.parse(text + ids, path: "board.yaml") }
      #expect(error?.description.contains("as many ids as the board has markers, 6") == true)
      #expect(error?.description.contains(found) == true, "\(error?.description ?? "")")
    }
  }
}
