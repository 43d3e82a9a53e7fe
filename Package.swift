// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The architecture on one screen: targets stand in the order in which the data passes through them, and
// a target depends on earlier ones only. Bridges hold all C++; nothing of theirs reaches a public signature.

/// Loops over pixels and voxels are some eighty times slower without optimisation, so these targets have it in debug
/// builds too; `@testable` still works, and NaN keeps its meaning (no fast-math).
let numeric: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
let numericCxx: [CXXSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
let openCV = OpenCV()

let package = Package(
  name: "Calvaria",
  products: [
    .executable(name: "calvaria", targets: ["calvaria"]),
    // What other programs import: Docs/guide/library.md.
    .library(name: "CalvariaKit", targets: ["CalvariaKit"]),
    .library(name: "CalvariaAnalysis", targets: ["CalvariaAnalysis"]),
    .library(name: "CalvariaFeedback", targets: ["CalvariaFeedback"]),
    .library(name: "CalvariaRecordings", targets: ["Recordings"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
  ],
  targets: [
    // MARK: Common ground
    .target(name: "Platform"),
    .target(name: "Geometry", dependencies: ["Platform"], swiftSettings: numeric),
    // The texts of every language come with the program.
    .target(name: "CatalogueTexts"),
    .target(name: "Diagnostics", dependencies: ["CatalogueTexts", .product(name: "Yams", package: "Yams")]),
    .systemLibrary(name: "LibMalloc"),
    .target(name: "Workers", dependencies: ["LibMalloc"]),
    .target(name: "Inputs", dependencies: ["Platform", "Diagnostics", .product(name: "Yams", package: "Yams")]),
    .target(name: "Options", dependencies: ["Diagnostics", "Inputs"]),
    .systemLibrary(
      name: "LibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(name: "LibRename"),
    .target(name: "Outputs", dependencies: ["Platform", "Diagnostics", "Inputs", "LibCrypto", "LibRename"]),
    .target(
      name: "Definitions",
      dependencies: ["Diagnostics", "Inputs", .product(name: "Yams", package: "Yams")]),
    .target(name: "ScanDescriptions", dependencies: ["Platform", "Diagnostics", "Inputs"]),
    .target(name: "Images", dependencies: ["Geometry"], swiftSettings: numeric),

    // MARK: LZFSE and Archives: what recorders pack their frames in
    .target(name: "LZFSE", swiftSettings: numeric),
    .systemLibrary(name: "LibZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
    .target(name: "Archives", dependencies: ["Diagnostics", "Platform", "Inputs", "LibZip"]),

    // MARK: Recordings: checked, time-ordered RGB-D frames
    .systemLibrary(name: "LibPipe"),
    .systemLibrary(name: "LibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "LibDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "LibTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(name: "LibTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"]), .brew(["libtiff"])]),
    .target(
      name: "ImageBridge", dependencies: ["LibPNG", "LibDeflate", "LibTurboJPEG", "LibTIFF"],
      // OpenEXR's C library alone: pkg-config names five in C++, too.
      cxxSettings: numericCxx, linkerSettings: [.linkedLibrary("OpenEXRCore")]),
    .target(
      name: "Recordings",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Geometry", "Images", "ImageBridge", "LibDeflate", "LibPipe", "LZFSE",
        "Archives",
      ],
      swiftSettings: numeric),

    // MARK: DepthFilters: what was done to depth before it was recorded
    .target(
      name: "DepthFilters",
      dependencies: ["Diagnostics", "Options", "Geometry", "Workers", "Images", "Recordings"], swiftSettings: numeric),

    // MARK: Markers: ids, corners, metric corners from depth
    .target(
      name: "ArucoBridge", cxxSettings: numericCxx + openCV.headers,
      linkerSettings: openCV.libraries("core", "imgproc", "calib3d", openCV.aruco)),
    .target(
      name: "Markers",
      dependencies: [
        "Diagnostics", "Options", "Inputs", "Geometry", "Images", "ArucoBridge",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: numeric),

    // MARK: Tracking: the head's pose in every frame, the cap's marker map
    .systemLibrary(name: "LibEigen", pkgConfig: "eigen3", providers: [.apt(["libeigen3-dev"]), .brew(["eigen"])]),
    .target(name: "SolverBridge", dependencies: ["LibEigen"], cxxSettings: numericCxx),
    .target(
      name: "Tracking",
      dependencies: ["Platform", "Diagnostics", "Options", "Geometry", "Markers", "Workers", "SolverBridge"],
      swiftSettings: numeric),

    // MARK: PointClouds: back-projection, fusion, surface
    .target(
      name: "PointClouds",
      dependencies: ["Platform", "Diagnostics", "Options", "Inputs", "Geometry", "Images", "Workers"],
      swiftSettings: numeric),

    // MARK: Landmarks: clicked ones in 3-D, and sellion and tragions found by the surface's shape
    .target(
      name: "Landmarks",
      dependencies: ["Platform", "Diagnostics", "Options", "Inputs", "Geometry", "Images", "Workers", "PointClouds"],
      swiftSettings: numeric),

    // MARK: Reconstruction: poses and surface from a recording, by markers or without
    .target(
      name: "Reconstruction",
      dependencies: [
        "Platform", "Diagnostics", "Options", "Outputs", "Geometry", "Workers", "Images", "Recordings", "Markers",
        "Tracking",
        "PointClouds", "Landmarks",
      ]),

    // MARK: Analysis: head frame, section, measures; serves meshes of any scanner, so it needs no bridge
    .target(
      name: "Analysis",
      dependencies: [
        "Platform", "Diagnostics", "Options", "Definitions", "Geometry", "Workers", "Images", "PointClouds",
        "Landmarks",
      ],
      // Links into Datasets: the protocols, scales and norms of a program that is copied elsewhere come with it.
      resources: ["Protocols", "Scales", "Norms"].map { .embedInCode("Definitions/\($0)") }, swiftSettings: numeric),

    // MARK: Feedback: facts of frames in, what the operator is told out
    .target(
      name: "Feedback",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Definitions", "Geometry", .product(name: "Yams", package: "Yams"),
      ],
      // A link into Datasets: thresholds and phrases come with the program.
      resources: [.embedInCode("BuiltIn")], swiftSettings: numeric),

    // MARK: LiveTracking: images and markers in, facts of frames out
    .target(
      name: "LiveTracking", dependencies: ["Platform", "Geometry", "Images", "Markers", "Tracking", "Feedback"],
      swiftSettings: numeric),

    // MARK: HeadViews: the head as pictures, maps and a 3-D scene
    .systemLibrary(name: "LibMeshoptimizer", providers: [.apt(["libmeshoptimizer-dev"]), .brew(["meshoptimizer"])]),
    .target(
      name: "HeadViews",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Geometry", "Workers", "Images", "Recordings", "PointClouds", "Landmarks",
        "Analysis", "LibMeshoptimizer",
      ],
      resources: ["HeadData.js", "HeadStage.js", "HeadPanel.js", "HeadPointer.js", "head.js", "head.css"].map {
        .embedInCode("Browser/\($0)")
      }, swiftSettings: numeric),

    // MARK: Reports: JSON, CSV, HTML
    .target(
      name: "Reports",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Outputs", "ScanDescriptions", "Geometry", "PointClouds", "Landmarks",
        "Analysis", "Feedback", "HeadViews", "Workers",
      ]),

    // MARK: Statistics: what many readings of one quantity say together; values in, values out
    .target(name: "DistributionBridge", cxxSettings: numericCxx),
    .target(name: "Statistics", dependencies: ["Platform", "DistributionBridge"], swiftSettings: numeric),

    // MARK: Motion: ranges of motion from the landmarks of pose models
    .target(
      name: "Motion",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Definitions", "Geometry", "Feedback", "Statistics",
      ],
      // A link into Datasets: gates, filters and settling come with the program.
      resources: [.embedInCode("BuiltIn")], swiftSettings: numeric),

    // MARK: BodyLandmarks: landmarks in pictures by a pose model of the user's, and in space by depth
    .target(
      name: "PoseBridge", cxxSettings: numericCxx + openCV.headers,
      linkerSettings: openCV.libraries("core", "imgproc", "dnn")),
    .target(
      name: "BodyLandmarks",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Definitions", "Geometry", "Images", "Recordings", "Motion", "PoseBridge",
      ], swiftSettings: numeric),

    // MARK: MotionReports: ranges of motion as pages, beside earlier ones and against each other
    .target(
      name: "MotionReports",
      dependencies: ["Platform", "Diagnostics", "Inputs", "ScanDescriptions", "Geometry", "Motion", "Reports"]),

    // MARK: NeckMotion: a head's orientation against its torso, from a recording of cap and chest
    .target(
      name: "NeckMotion",
      dependencies: [
        "Diagnostics", "Geometry", "Workers", "Images", "Recordings", "Markers", "Tracking", "PointClouds", "Landmarks",
        "Reconstruction", "Analysis", "Motion",
      ], swiftSettings: numeric),

    // MARK: Observers: how well several people agree on landmarks
    .target(
      name: "Observers",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Geometry", "PointClouds", "Landmarks", "Analysis", "Reports",
        "Statistics",
      ], swiftSettings: numeric),

    // MARK: Replay: a recording driven through the feedback, with video and speech
    .target(
      name: "DrawingBridge", cxxSettings: numericCxx + openCV.headers,
      linkerSettings: openCV.libraries("core", "imgproc", "freetype")),
    .target(
      name: "Drawing", dependencies: ["Platform", "Diagnostics", "Geometry", "Images", "DrawingBridge"],
      swiftSettings: numeric),
    .target(
      name: "Replay",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Outputs", "Geometry", "Workers", "Images", "Recordings", "Markers",
        "PointClouds", "Feedback", "LiveTracking", "Reports", "Drawing",
      ]),

    // MARK: MotionPictures: frames of a movement with the joint drawn on them, as pictures and as a video
    .target(
      name: "MotionPictures",
      dependencies: [
        "Platform", "Diagnostics", "Geometry", "Images", "Recordings", "Motion", "BodyLandmarks", "Reports",
        "MotionReports", "Drawing", "Replay",
      ]),

    // MARK: Printing: pages on paper and drawings as pixels, by programs of other packages
    .target(name: "Printing", dependencies: ["Diagnostics"]),

    // MARK: Ratings: the operator's own judgement of a scan
    .target(
      name: "Ratings", dependencies: ["Platform", "Diagnostics", "Inputs", "Definitions"],
      // A link into Datasets: the form comes with the program.
      resources: [.embedInCode("BuiltIn")]),

    // MARK: CapSheets: the markers of a cap, to be printed and cut out, and the check of a print
    .systemLibrary(name: "LibCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .target(
      name: "CapSheets",
      dependencies: ["Platform", "Diagnostics", "Inputs", "Geometry", "Images", "Recordings", "Markers", "LibCairo"],
      swiftSettings: numeric),

    // MARK: Phantom: simulated heads, caps and recordings with exact truth
    .target(
      name: "Phantom",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Outputs", "Geometry", "Workers", "Images", "Recordings", "Markers",
        "PointClouds",

      ],
      swiftSettings: numeric),

    // MARK: ScanPipeline and the command line
    .target(
      name: "ScanPipeline",
      dependencies: [
        "Platform", "Diagnostics", "Options", "Inputs", "Outputs", "Definitions", "Geometry", "Workers", "Images",
        "Recordings",
        "DepthFilters", "Markers", "CapSheets",
        "Tracking", "PointClouds", "Landmarks", "Reconstruction", "Analysis", "Reports", "HeadViews", "Drawing",
        "ScanDescriptions",
      ]),

    // MARK: Processes: programs that are watched while they run
    .target(name: "Processes", dependencies: ["Platform", "LibPipe"]),

    // MARK: Studies: many scans; dataset in, outcomes, a store and tables out
    .target(
      name: "Studies",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Outputs", "ScanDescriptions", "Workers", "Recordings", "Markers",
        "PointClouds", "Landmarks", "Analysis", "Reports", "Motion", "MotionReports", "ScanPipeline", "Processes",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "SwiftCSV", package: "SwiftCSV"),
      ]),

    // MARK: StudyReports: what many scans say together; a store's rows in, a summary, figures and a page out
    .target(
      name: "StudyReports",
      dependencies: ["Platform", "Diagnostics", "Inputs", "Analysis", "Reports", "Statistics", "Studies"]),

    // MARK: Viewer: landmarks are picked and heads looked at in a browser on the same machine
    .target(
      name: "Viewer",
      dependencies: [
        "Diagnostics", "Inputs", "Outputs", "Geometry", "Workers", "Images", "Recordings", "PointClouds",
        "Landmarks", "Analysis", "HeadViews", "Reports", "ScanDescriptions", "ScanPipeline",
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      resources: [.embedInCode("Page")]),

    // MARK: The command line
    .executableTarget(
      name: "calvaria",
      dependencies: [
        "Diagnostics", "Inputs", "Outputs", "Definitions", "Workers", "Geometry", "Recordings", "Markers", "CapSheets",
        "PointClouds", "Landmarks", "Reconstruction", "Analysis", "Feedback", "Reports", "Motion", "BodyLandmarks",
        "MotionReports", "MotionPictures", "NeckMotion", "Observers", "Replay", "Ratings", "Printing",
        "ScanPipeline", "ScanDescriptions", "Phantom", "Viewer", "Processes", "Studies", "StudyReports",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // MARK: Umbrellas: one import for users of the library
    .target(
      name: "CalvariaAnalysis",
      dependencies: [
        "Diagnostics", "Options", "Definitions", "Geometry", "Workers", "PointClouds", "Landmarks", "Analysis",
      ]),
    .target(
      name: "CalvariaFeedback",
      dependencies: ["Diagnostics", "Geometry", "Images", "Markers", "Feedback", "LiveTracking"]),
    .target(
      name: "CalvariaKit",
      dependencies: [
        "CalvariaAnalysis", "CalvariaFeedback", "Inputs", "Outputs", "Recordings", "DepthFilters", "Tracking",
        "Reconstruction", "Reports", "Motion", "BodyLandmarks", "NeckMotion", "Observers", "Replay", "Ratings",
        "Phantom",
        "Drawing", "ScanPipeline",
      ]),

    // MARK: Examples: the programs of Docs/examples, built with everything else; a user builds them from their own manifests
    .executableTarget(
      name: "MeasureMesh", dependencies: ["CalvariaAnalysis"], path: "Docs/examples/MeasureMesh/Sources/MeasureMesh"),
    .executableTarget(
      name: "OperatorFeedback", dependencies: ["CalvariaFeedback", "Recordings"],
      path: "Docs/examples/OperatorFeedback/Sources/OperatorFeedback"),

    // MARK: Tests mirror Sources
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(
      name: "GeometryTests", dependencies: ["Geometry", "TestSupport"], exclude: ["make_lens_values.py"]),
    .testTarget(name: "ImagesTests", dependencies: ["Geometry", "Images"], swiftSettings: numeric),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(name: "OptionsTests", dependencies: ["Diagnostics", "Inputs", "Options"]),
    .testTarget(name: "WorkersTests", dependencies: ["Workers"]),
    .testTarget(name: "InputsTests", dependencies: ["Diagnostics", "Inputs", "TestSupport"]),
    .testTarget(name: "OutputsTests", dependencies: ["Diagnostics", "Outputs", "TestSupport"]),
    .testTarget(
      name: "LZFSETests", dependencies: ["Geometry", "LZFSE"], exclude: ["Fixtures", "make_fixtures.py"]),
    .testTarget(
      name: "ArchivesTests", dependencies: ["Diagnostics", "Inputs", "Geometry", "Archives", "TestSupport"],
      exclude: ["Fixtures", "make_fixtures.py"]),
    .testTarget(
      name: "RecordingsTests",
      dependencies: ["Geometry", "Diagnostics", "Archives", "Images", "Recordings", "TestSupport"],
      exclude: ["Decoding/Fixtures", "Decoding/make_exr_fixtures.py"]),
    .testTarget(
      name: "DepthFiltersTests",
      dependencies: ["Diagnostics", "Geometry", "Images", "Recordings", "DepthFilters", "TestSupport"],
      swiftSettings: numeric),
    .testTarget(
      name: "MarkersTests",
      dependencies: ["Geometry", "Diagnostics", "Images", "Recordings", "Markers", "TestSupport"],
      swiftSettings: numeric),
    .testTarget(
      name: "TrackingTests", dependencies: ["Geometry", "Diagnostics", "Workers", "Markers", "Tracking"],
      swiftSettings: numeric),
    .testTarget(
      name: "PointCloudsTests",
      dependencies: [
        "Platform", "Geometry", "Diagnostics", "Workers", "Images", "Recordings", "PointClouds", "TestSupport",
      ],
      swiftSettings: numeric),
    .testTarget(
      name: "LandmarksTests",
      dependencies: [
        "Geometry", "Diagnostics", "Workers", "Images", "PointClouds", "Landmarks", "Analysis", "TestSupport",
      ], swiftSettings: numeric),
    .testTarget(
      name: "ReconstructionTests",
      dependencies: [
        "Platform", "Geometry", "Workers", "Images", "Recordings", "Markers", "Tracking", "PointClouds", "Landmarks",
        "Reconstruction", "Analysis",
      ], swiftSettings: numeric),
    .testTarget(
      name: "AnalysisTests",
      dependencies: [
        "Geometry", "Diagnostics", "Definitions", "Images", "PointClouds", "Landmarks", "Analysis", "TestSupport",
      ], swiftSettings: numeric),
    .testTarget(
      name: "FeedbackTests", dependencies: ["Geometry", "Diagnostics", "Feedback", "TestSupport"],
      swiftSettings: numeric),
    .testTarget(
      name: "LiveTrackingTests",
      dependencies: [
        "Geometry", "Images", "Markers", "Feedback", "LiveTracking", "CalvariaFeedback", "TestSupport",
      ],
      swiftSettings: numeric),
    .testTarget(
      name: "ScanDescriptionsTests", dependencies: ["Diagnostics", "ScanDescriptions", "TestSupport"]),
    .testTarget(
      name: "HeadViewsTests",
      dependencies: [
        "Platform", "Diagnostics", "Geometry", "Images", "Recordings", "PointClouds", "Landmarks", "Analysis",
        "HeadViews",
      ], swiftSettings: numeric),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "Geometry", "Diagnostics", "Images", "PointClouds", "Landmarks", "Analysis", "Feedback", "HeadViews",
        "ScanDescriptions", "Reports",
      ]),
    .testTarget(
      name: "StatisticsTests", dependencies: ["Statistics"], exclude: ["Fixtures"], swiftSettings: numeric),
    .testTarget(
      name: "MotionTests", dependencies: ["Geometry", "Diagnostics", "Motion", "TestSupport"], exclude: ["Fixtures"],
      swiftSettings: numeric),
    .testTarget(
      name: "BodyLandmarksTests",
      dependencies: ["Geometry", "Diagnostics", "Images", "Recordings", "Motion", "BodyLandmarks", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: numeric),
    .testTarget(
      name: "MotionReportsTests",
      dependencies: ["Diagnostics", "Geometry", "Motion", "MotionReports", "ScanDescriptions"]),
    .testTarget(
      name: "NeckMotionTests",
      dependencies: [
        "Geometry", "Diagnostics", "Workers", "Recordings", "Markers", "Landmarks", "Reconstruction", "Motion",
        "Phantom", "NeckMotion",
      ], swiftSettings: numeric),
    .testTarget(
      name: "ObserversTests",
      dependencies: ["Geometry", "Diagnostics", "Landmarks", "Analysis", "Observers"],
      swiftSettings: numeric),
    .testTarget(name: "PrintingTests", dependencies: ["Diagnostics", "Printing", "TestSupport"]),
    .testTarget(name: "DrawingTests", dependencies: ["Geometry", "Images", "Recordings", "Drawing"]),
    .testTarget(
      name: "ReplayTests",
      dependencies: ["Geometry", "Images", "Recordings", "Feedback", "Drawing", "Reports", "Replay", "TestSupport"]),
    .testTarget(
      name: "CapSheetsTests",
      dependencies: [
        "Platform", "Geometry", "Workers", "Images", "Recordings", "Markers", "CapSheets", "Phantom", "TestSupport",
      ], swiftSettings: numeric),
    .testTarget(name: "RatingsTests", dependencies: ["Diagnostics", "Definitions", "Ratings", "TestSupport"]),
    .testTarget(
      name: "PhantomTests",
      dependencies: ["Geometry", "Workers", "Recordings", "Markers", "PointClouds", "Phantom", "TestSupport"],
      swiftSettings: numeric),
    .testTarget(
      name: "ScanPipelineTests",
      dependencies: [
        "Geometry", "Diagnostics", "Options", "Workers", "Images", "DepthFilters", "Markers", "Tracking", "PointClouds",
        "Landmarks", "Outputs", "Recordings", "Reconstruction", "Analysis", "Reports", "ScanPipeline", "TestSupport",
      ]),
    .testTarget(name: "ProcessesTests", dependencies: ["Processes", "TestSupport"]),
    .testTarget(
      name: "StudiesTests",
      dependencies: [
        "Diagnostics", "ScanDescriptions", "Outputs", "Studies", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "StudyReportsTests",
      dependencies: ["Diagnostics", "Geometry", "Analysis", "Statistics", "Studies", "StudyReports", "TestSupport"]),
    .testTarget(
      name: "ViewerTests",
      dependencies: [
        "Workers", "Diagnostics", "Geometry", "Recordings", "Landmarks", "Analysis", "ScanPipeline", "Viewer",
      ]),
    .testTarget(
      name: "ErrorTests",
      dependencies: [
        "calvaria", "Diagnostics", "Options", "Outputs", "Definitions", "Recordings", "Markers", "Tracking",
        "Motion", "BodyLandmarks", "MotionReports", "MotionPictures", "NeckMotion", "PointClouds", "Landmarks",
        "Reconstruction", "Analysis", "Feedback", "Drawing", "Reports", "Replay", "Ratings", "CapSheets",
        "Phantom", "ScanPipeline", "Printing", "ScanDescriptions", "Studies", "StudyReports", "Viewer",
      ], swiftSettings: numeric),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "calvaria", "Geometry", "Diagnostics", "Workers", "Images", "Recordings",
        "PointClouds", "Phantom",
        "TestSupport", .product(name: "Yams", package: "Yams"), .product(name: "GRDB", package: "GRDB.swift"),
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

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
