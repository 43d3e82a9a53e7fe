// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The house from the ground up: a floor uses itself and the floors below it. `uses` names the rooms and products that a room
// imports; the rooms of `ground` are there for everyone above Base. What each floor is for stands in its README.md.

// MARK: Foreign: the system's libraries, and the C++ that speaks with them; nothing of theirs reaches a public signature

let openCV = OpenCV()
let foreign: [Target] = [
  .target(name: "Platform", path: "Sources/Foreign/Platform"),
  // The texts of every language come with the program.
  .target(name: "CatalogueTexts", path: "Sources/Foreign/CatalogueTexts"),
  library("LibC"),
  library("LibCairo", "cairo", apt: "libcairo2-dev", brew: "cairo"),
  library("LibCrypto", "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
  library("LibDeflate", "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
  library("LibEigen", "eigen3", apt: "libeigen3-dev", brew: "eigen"),
  library("LibMeshoptimizer", apt: "libmeshoptimizer-dev", brew: "meshoptimizer"),
  library("LibMicrohttpd", "libmicrohttpd", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
  library("LibPNG", "libpng", apt: "libpng-dev", brew: "libpng"),
  library("LibTIFF", "libtiff-4", apt: "libtiff-dev", brew: "libtiff"),
  library("LibTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev", brew: "jpeg-turbo"),
  library("LibUsbmuxd", "libusbmuxd-2.0", apt: "libusbmuxd-dev", brew: "libusbmuxd"),
  library("LibZip", "libzip", apt: "libzip-dev", brew: "libzip"),
  bridge("ArucoBridge", headers: openCV.headers, links: openCV.libraries("core", "imgproc", "calib3d", openCV.aruco)),
  bridge("DistributionBridge"),
  bridge("DrawingBridge", headers: openCV.headers, links: openCV.libraries("core", "imgproc", "freetype")),
  bridge("FusionBridge"),
  // OpenEXR's C library alone: pkg-config names five in C++, too.
  bridge(
    "ImageBridge", uses: ["LibPNG", "LibDeflate", "LibTurboJPEG", "LibTIFF"], links: [.linkedLibrary("OpenEXRCore")]),
  bridge("PoseBridge", headers: openCV.headers, links: openCV.libraries("core", "imgproc", "dnn")),
  bridge("SolverBridge", uses: ["LibEigen"]),
]

// MARK: Base: what every floor stands on

let base = Floor("Base")
let ground: [Target.Dependency] = ["Platform", "Diagnostics", "Files", "Geometry", "Images", "Workers"]
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let baseRooms = [
  base.room("Geometry", numeric: true, uses: ["Platform"], excludes: ["make_lens_values.py"]),
  base.room("Images", numeric: true, uses: ["Geometry"]),
  base.room("Workers", uses: ["Platform", "LibC"]),
  base.room("Statistics", numeric: true, uses: ["Platform", "Geometry", "DistributionBridge"], excludes: ["Fixtures"]),
  base.room("Diagnostics", uses: ["CatalogueTexts", yams]),
  base.room("Files", uses: ["Platform", "Diagnostics", "LibC", "LibCrypto", yams]),
  base.room(
    "Drawing", numeric: true, uses: ["Platform", "Diagnostics", "Geometry", "Images", "DrawingBridge"],
    tests: ["Recordings"]),
]

// MARK: Scan: from a recording to a head's surface with its landmarks

let scan = Floor("Scan", on: ground)
let scanRooms = [
  scan.room(
    "Recordings", numeric: true, uses: ["ImageBridge", "LibC", "LibDeflate", "LibZip"],
    excludes: [
      "Archives/Fixtures", "Archives/make_fixtures.py", "Decoding/Fixtures", "Decoding/make_exr_fixtures.py",
      "LZFSE/Fixtures", "LZFSE/make_fixtures.py",
    ]),
  scan.room("DepthFilters", numeric: true, uses: ["Recordings"]),
  scan.room("Markers", numeric: true, uses: ["ArucoBridge"], tests: ["Recordings"]),
  scan.room("Tracking", numeric: true, uses: ["Markers", "SolverBridge"]),
  scan.room("PointClouds", numeric: true, uses: ["FusionBridge"], tests: ["Recordings"]),
  scan.room("Landmarks", numeric: true, uses: ["PointClouds"]),
  scan.room("Reconstruction", numeric: true, uses: ["Recordings", "Markers", "Tracking", "PointClouds", "Landmarks"]),
]

// MARK: Tools: caps to print, and simulated scans with exact truth

let tools = Floor("Tools", on: ground)
let toolRooms = [
  tools.room("CapSheets", numeric: true, uses: ["Recordings", "Markers", "LibCairo"], tests: ["Phantom"]),
  tools.room("Phantom", numeric: true, uses: ["Recordings", "Markers", "PointClouds"]),
]

// MARK: Head: from a surface to measures, reports and pages

let head = Floor("Head", on: ground)
let headRooms = [
  head.room(
    "Analysis", numeric: true, uses: ["PointClouds", "Landmarks"],
    // Links into Datasets: the protocols, scales, norms and references come with the program.
    embeds: ["Protocols", "Scales", "Norms", "References"].map { "Definitions/\($0)" }),
  head.room(
    "HeadViews", numeric: true, uses: ["Recordings", "PointClouds", "Landmarks", "Analysis", "LibMeshoptimizer"],
    embeds: ["HeadData.js", "HeadStage.js", "HeadPanel.js", "HeadPointer.js", "head.js", "head.css"].map {
      "Browser/\($0)"
    }),
  head.room("Reports", uses: ["PointClouds", "Landmarks", "Analysis", "HeadViews"]),
  head.room(
    "ScanPipeline",
    uses: [
      "Recordings", "DepthFilters", "Markers", "Tracking", "PointClouds", "Landmarks", "Reconstruction", "CapSheets",
      "Analysis", "HeadViews", "Reports", "Drawing",
    ]),
  head.room(
    "Viewer",
    uses: [
      "Recordings", "PointClouds", "Landmarks", "Analysis", "HeadViews", "Reports", "ScanPipeline",
      "LibMicrohttpd",
    ], embeds: ["Page"]),
]

// MARK: Live: what the operator is told while the phone moves

let live = Floor("Live", on: ground)
let liveRooms = [
  // A link into Datasets: thresholds and phrases come with the program.
  live.room("Feedback", numeric: true, embeds: ["BuiltIn"]),
  live.room("LiveTracking", numeric: true, uses: ["Markers", "Tracking", "Feedback"], tests: ["CalvariaFeedback"]),
  live.room(
    "Replay",
    uses: ["Recordings", "Markers", "PointClouds", "Analysis", "Feedback", "LiveTracking", "Reports", "Drawing"]),
  live.room(
    "Capture", uses: ["Recordings", "Markers", "Feedback", "LiveTracking", "Reports", "LibUsbmuxd"]),
  live.room(
    "LivePage",
    uses: [
      "Recordings", "PointClouds", "Feedback", "LiveTracking", "Capture", "Analysis", "Reports", "ScanPipeline",
      "Viewer",
    ], embeds: ["Page"]),
]

// MARK: Movement: ranges of motion of joints and neck

let movement = Floor("Movement", on: ground)
let movementRooms = [
  movement.room(
    "Movement", numeric: true,
    uses: [
      "Recordings", "Markers", "Tracking", "PointClouds", "Landmarks", "Reconstruction", "Analysis", "Feedback",
      "Statistics", "PoseBridge",
    ],
    tests: ["Phantom"], excludes: ["Signals/Fixtures", "BodyLandmarks/Fixtures"], embeds: ["BuiltIn"]),
  movement.room("MovementReports", uses: ["Recordings", "Feedback", "Movement", "Reports", "Drawing", "Replay"]),
]

// MARK: Studies: many scans and many observers; tables and pages out

let studies = Floor("Studies", on: ground)
let studyRooms = [
  studies.room(
    "Studies",
    uses: [
      "Recordings", "Markers", "PointClouds", "Landmarks", "Analysis", "Reports", "ScanPipeline", "Movement",
      "MovementReports", "Statistics", "LibC", grdb, .product(name: "SwiftCSV", package: "SwiftCSV"),
    ], embeds: ["Ratings/BuiltIn"]),
  studies.room(
    "StudyReports", uses: ["Analysis", "Reports", "ScanPipeline", "Statistics", "Studies"],
    embeds: ["Publication/BuiltIn"]),
  studies.room(
    "Desk",
    uses: ["Recordings", "Markers", "PointClouds", "Reports", "ScanPipeline", "Viewer", "Studies"], embeds: ["Page"]),
]

// MARK: App: the command line, the libraries for other programs, and examples of them

let app = Floor("App", on: ground)
let appRooms: [[Target]] = [
  [
    .executableTarget(
      name: "calvaria",
      dependencies: ground + [
        "Recordings", "Markers", "CapSheets", "PointClouds", "Landmarks", "Reconstruction", "Analysis", "Feedback",
        "Reports", "Movement", "MovementReports", "Replay", "Capture", "LivePage", "ScanPipeline", "Phantom", "Viewer",
        "Studies", "StudyReports", "Desk", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/App/calvaria")
  ],
  app.room("CalvariaAnalysis", uses: ["PointClouds", "Landmarks", "Analysis"], tests: nil),
  app.room("CalvariaFeedback", uses: ["Markers", "Feedback", "LiveTracking"], tests: nil),
  app.room(
    "CalvariaKit",
    uses: [
      "CalvariaAnalysis", "CalvariaFeedback", "Recordings", "DepthFilters", "Tracking", "Reconstruction", "Reports",
      "Movement", "Studies", "Replay", "Phantom", "Drawing", "ScanPipeline",
    ], tests: nil),
  [
    // Built with everything else; a user builds them from their own manifests.
    .executableTarget(
      name: "MeasureMesh", dependencies: ["CalvariaAnalysis"], path: "Docs/examples/MeasureMesh/Sources/MeasureMesh"),
    .executableTarget(
      name: "OperatorFeedback", dependencies: ["CalvariaFeedback", "Recordings"],
      path: "Docs/examples/OperatorFeedback/Sources/OperatorFeedback"),
    .target(
      name: "TestSupport", dependencies: ["Geometry", "PointClouds"], path: "Tests/Base/TestSupport",
      swiftSettings: Floor.numeric),
    .testTarget(
      name: "ErrorTests",
      dependencies: ground + [
        "calvaria", "Recordings", "Markers", "Tracking", "PointClouds", "Landmarks", "Reconstruction", "CapSheets",
        "Phantom", "Analysis", "Reports", "ScanPipeline", "Viewer", "Feedback", "Drawing", "Replay", "Capture",
        "Movement",
        "MovementReports", "Studies", "StudyReports", "Desk", "TestSupport",
      ], path: "Tests/App/ErrorTests", swiftSettings: Floor.numeric),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ground + ["calvaria", "Recordings", "PointClouds", "Phantom", "TestSupport", yams, grdb],
      path: "Tests/App/EndToEndTests"),
  ],
]

let package = Package(
  name: "Calvaria",
  products: [
    .executable(name: "calvaria", targets: ["calvaria"]),
    // What other programs import: Docs/guide/library.md.
    .library(name: "CalvariaKit", targets: ["CalvariaKit"]),
    .library(name: "CalvariaAnalysis", targets: ["CalvariaAnalysis"]),
    .library(name: "CalvariaFeedback", targets: ["CalvariaFeedback"]),
    .library(name: "CalvariaRecordings", targets: ["Recordings"]),
    // For Fuzz alone: the servers of the pages.
    .library(name: "CalvariaPages", targets: ["Viewer", "LivePage", "Desk"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
  ],
  targets: foreign
    + [baseRooms, scanRooms, toolRooms, headRooms, liveRooms, movementRooms, studyRooms, appRooms].joined().joined(),
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// MARK: How a room is built

/// A folder of `Sources` and of `Tests`, and the rooms that all of its rooms use.
struct Floor {
  let name: String
  let ground: [Target.Dependency]

  /// Loops over pixels and voxels are some eighty times slower without optimisation, so numeric rooms have it in debug
  /// builds too; `@testable` still works, and NaN keeps its meaning (no fast-math).
  static var numeric: [SwiftSetting] { [.unsafeFlags(["-O"], .when(configuration: .debug))] }

  init(_ name: String, on ground: [Target.Dependency] = []) { (self.name, self.ground) = (name, ground) }

  /// A room and its tests: `Sources/FLOOR/ROOM` and `Tests/FLOOR/ROOMTests`.
  ///
  /// - Parameters:
  ///   - tests: What the tests import and the room does not; nil for a room without tests.
  ///   - excludes: Files of the tests' folder that are no sources.
  ///   - embeds: Files and folders of the room that come with the program, as bytes.
  func room(
    _ room: String, numeric isNumeric: Bool = false, uses: [Target.Dependency] = [], tests: [Target.Dependency]? = [],
    excludes: [String] = [], embeds: [String] = []
  ) -> [Target] {
    let uses = ground + uses
    let settings = isNumeric ? Self.numeric : []
    let target = Target.target(
      name: room, dependencies: uses, path: "Sources/\(name)/\(room)", resources: embeds.map { .embedInCode($0) },
      swiftSettings: settings)
    guard let tests else { return [target] }
    return [
      target,
      .testTarget(
        name: room + "Tests", dependencies: [.init(stringLiteral: room), "TestSupport"] + uses + tests,
        path: "Tests/\(name)/\(room)Tests", exclude: excludes, swiftSettings: settings),
    ]
  }
}

/// A library of the system that Swift or a bridge imports as a module.
func library(_ name: String, _ pkgConfig: String? = nil, apt: String? = nil, brew: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: "Sources/Foreign/\(name)", pkgConfig: pkgConfig,
    providers: (apt.map { [.apt([$0])] } ?? []) + (brew.map { [.brew([$0])] } ?? []))
}

/// C++ behind a C interface.
func bridge(
  _ name: String, uses: [Target.Dependency] = [], headers: [CXXSetting] = [], links: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: uses, path: "Sources/Foreign/\(name)",
    cxxSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))] + headers, linkerSettings: links)
}

/// Where OpenCV lies and what is linked of it.
///
/// It is no systemLibrary with pkgConfig: `opencv4` names all of OpenCV's modules, and each of them would be linked and loaded
/// at every start (Docs/decisions/packaging.md).
struct OpenCV {
  /// The folder that holds `opencv2`: OPENCV_INCLUDE in the environment, else what pkg-config says, else Debian's.
  let include =
    Context.environment["OPENCV_INCLUDE"] ?? ask("--variable=includedir").first ?? "/usr/include/opencv4"

  var headers: [CXXSetting] { [.unsafeFlags(["-isystem", include])] }

  /// The module that finds ArUco markers: from OpenCV 4.7 on, `objdetect`.
  var aruco: String {
    FileManager.default.fileExists(atPath: include + "/opencv2/objdetect/aruco_detector.hpp") ? "objdetect" : "aruco"
  }

  func libraries(_ modules: String...) -> [LinkerSetting] {
    let folders = Self.ask("--libs-only-L")
    return modules.map { .linkedLibrary("opencv_\($0)") } + (folders.isEmpty ? [] : [.unsafeFlags(folders)])
  }

  /// The words that pkg-config answers; none where it, or OpenCV, is not installed.
  private static func ask(_ question: String) -> [String] {
    let (process, answer) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pkg-config", question, "opencv4"]
    process.standardOutput = answer
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return [] }
    let words = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? words.split(whereSeparator: \.isWhitespace).map(String.init) : []
  }
}
