import Diagnostics
import Files
import Testing

@testable import Markers

@Suite struct CapFileTests {
  @Test func readsEveryKey() throws {
    let cap = try CapFile.parse(
      """
      dictionary: DICT_4X4_100
      marker_size_mm: 16
      ids: [3, 7-9, 20]
      thickness_mm: 1.5
      landmarks: {vertex: 8}
      """, path: "cap.yaml")
    #expect(cap.dictionary.name == "DICT_4X4_100")
    #expect(cap.dictionary.cells == 4)
    #expect(cap.dictionary.count == 100)
    #expect(cap.markerSize == 0.016)
    #expect(cap.thickness == 0.0015)
    #expect(cap.ids == [3, 7, 8, 9, 20])
    #expect(cap.landmarks == ["vertex": 8])
  }

  @Test func aPrintOnTheTorsoHasItsOwnIds() throws {
    let cap = try CapFile.parse(
      """
      dictionary: DICT_4X4_100
      marker_size_mm: 16
      torso: {marker_size_mm: 20, ids: [90-93, 99]}
      """, path: "cap.yaml")
    #expect(cap.torso == TorsoPatch(markerSize: 0.02, ids: [90, 91, 92, 93, 99]))
    #expect(cap.contains(3), "without a list all other ids may be the cap's")
    #expect(!cap.contains(92), "without a list all other ids may be the cap's")
    #expect(try CapFile.parse(cap.yaml, path: "cap.yaml") == cap)
  }

  /// A cap's file has its parts in order, and none that it lacks.
  @Test func aCapIsWrittenAsItIsRead() throws {
    let dictionary = try #require(MarkerDictionary(name: "DICT_4X4_100"))
    let plain = Cap(dictionary: dictionary, markerSize: 0.0165, ids: nil, thickness: 0.0015)
    #expect(plain.yaml == "dictionary: DICT_4X4_100\nmarker_size_mm: 16.5\nthickness_mm: 1.5\n")
    let full = Cap(
      dictionary: dictionary, markerSize: 0.016, ids: [7, 3], landmarks: ["vertex": 7, "glabella": 3],
      torso: TorsoPatch(markerSize: 0.02, ids: [93, 90, 91, 92]))
    #expect(
      full.yaml == """
        dictionary: DICT_4X4_100
        marker_size_mm: 16.0
        ids: [3, 7]
        thickness_mm: 1.0
        landmarks: {glabella: 3, vertex: 7}
        torso: {marker_size_mm: 20.0, ids: [90, 91, 92, 93]}

        """)
    for cap in [plain, full] { #expect(try CapFile.parse(cap.yaml, path: "cap.yaml") == cap) }
    let board = Cap(
      dictionary: dictionary, markerSize: 0.02, ids: Set(0..<6), thickness: 0,
      board: MarkerBoard(columns: 3, rows: 2, pitch: 0.026667, ruler: 0.18))
    #expect(board.yaml.contains("board: {columns: 3, rows: 2, pitch_mm: 26.667, ruler_mm: 180.0}\n"))
    #expect(!board.yaml.contains("thickness"))
  }

  /// What belongs to a cap: its ids, or without a list all but the torso's.
  @Test func aCapContainsItsIds() throws {
    let dictionary = try #require(MarkerDictionary(name: "DICT_4X4_100"))
    let torso = TorsoPatch(markerSize: 0.02, ids: [5, 6, 7, 8])
    for (cap, own) in [
      (Cap(dictionary: dictionary, markerSize: 0.016, ids: [1, 2]), [1, 2]),
      (Cap(dictionary: dictionary, markerSize: 0.016, ids: [1, 2], torso: torso), [1, 2]),
      (Cap(dictionary: dictionary, markerSize: 0.016, ids: nil, torso: torso), [0, 1, 2, 3, 4, 9]),
      (Cap(dictionary: dictionary, markerSize: 0.016, ids: nil), Array(0..<10)),
    ] {
      #expect((0..<10).filter { cap.contains($0) } == own)
    }
  }

  /// 0 stands for no cloth; else 10 µm to 20 mm.
  @Test(arguments: [("0", 0.0), ("0.01", 1e-5), ("20", 0.02), ("20.1", nil), ("-1", nil)] as [(String, Double?)])
  func aClothIsAsThickAsClothsAre(written: String, metres: Double?) {
    let text = "dictionary: DICT_4X4_100\nmarker_size_mm: 16\nthickness_mm: \(written)"
    #expect((try? CapFile.parse(text, path: "cap.yaml").thickness) == metres)
  }

  @Test func numbersMayStandInQuotes() throws {
    let cap = try CapFile.parse(
      """
      dictionary: DICT_4X4_100
      marker_size_mm: "16"
      thickness_mm: '1.5'
      landmarks: {vertex: "8"}
      """, path: "cap.yaml")
    #expect(cap.markerSize == 0.016)
    #expect(cap.thickness == 0.0015)
    #expect(cap.landmarks == ["vertex": 8])
  }

  @Test func idsMayBeLeftOut() throws {
    let cap = try CapFile.parse("dictionary: DICT_6X6_250\nmarker_size_mm: 12.5", path: "cap.yaml")
    #expect(cap.ids == nil)
    #expect(cap.thickness == 0.001)
    #expect(cap.contains(200))
  }

  @Test(arguments: [
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nsize: 3", "line 3", "`size`"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: big", "line 2", "`big`"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: \"16 mm\"", "line 2, `marker_size_mm`", "a number"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nlandmarks: {vertex: 8.5}", "`landmarks.vertex`", "whole number"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nlandmarks: {vertex: 100}", "`landmarks.vertex`", "from 0 to 99"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 0", "line 2", "`0`"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: .nan", "line 2", "`.nan`"),
    ("dictionary: DICT_9X9\nmarker_size_mm: 16", "line 1", "`DICT_9X9`"),
    ("dictionary: DICT_4X4_100", "cap.yaml", "expected the key `marker_size_mm`"),
    ("marker_size_mm: 16", "cap.yaml", "expected the key `dictionary`"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: [3, 3]", "line 3, `ids[1]`", "found 3 twice"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: [100]", "line 3", "from 0 to 99"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: [9-3]", "line 3", "`9-3`"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: []", "line 3", "a list"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: seven", "line 3", "a list"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nthickness_mm: 1e-320", "line 3", "0 or a number from 0.01 to 20"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nthickness_mm: 0.0099", "line 3", "0.0099"),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\ntorso: [90, 91, 92, 93]", "line 3", "expected the keys"),
    (
      "dictionary: DICT_4X4_100\nmarker_size_mm: 16\ntorso: {marker_size_mm: 16}", "line 3, `torso`",
      "expected the key `ids`"
    ),
    ("dictionary: DICT_4X4_100\nmarker_size_mm: 16\ntorso: {ids: [1-4], thickness_mm: 1}", "line 3", "`thickness_mm`"),
    (
      "dictionary: DICT_4X4_100\nmarker_size_mm: 16\ntorso: {marker_size_mm: 16, ids: [1-3]}", "line 3",
      "at least 4 ids"
    ),
    (
      "dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: [0-9]\ntorso: {marker_size_mm: 16, ids: [8-12]}", "line 4",
      "id 8"
    ),
    ("dictionary: [", "cap.yaml", "YAML"),
    ("", "cap.yaml", "expected the key `dictionary`"),
    ("- 1", "cap.yaml", "expected the keys"),
  ])
  func namesPlaceAndFault(text: String, place: String, fault: String) {
    let error = #expect(throws: FileError.self) { try CapFile.parse(text, path: "cap.yaml") }
    #expect(error?.kind == .badConfiguration)
    #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains(fault) == true, "\(error?.description ?? "")")
  }
}
