// swift-tools-version: 6.2
import PackageDescription

// The architecture on one screen: targets stand in the order in which the data passes through them, and
// a target depends on earlier ones only. Bridges hold all C++; nothing of theirs reaches a public signature.

/// Loops over pixels and voxels are some eighty times slower without optimisation, so these targets have it in debug
/// builds too; `@testable` still works, and NaN keeps its meaning (no fast-math).
let numeric: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
let numericCxx: [CXXSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
let openCVHeaders = CXXSetting.unsafeFlags(["-isystem", "/usr/include/opencv4"])
let eigenHeaders = CXXSetting.unsafeFlags(["-isystem", "/usr/include/eigen3"])

let package = Package(
  name: "Calvaria",
  products: [
    .executable(name: "calvaria", targets: ["calvaria"]),
    .library(
      name: "Calvaria",
      targets: [
        "Platform", "Geometry", "Diagnostics", "Inputs", "Outputs", "Definitions", "Workers", "Images", "Recordings",
        "Markers", "Tracking", "PointClouds", "Landmarks", "Reconstruction", "Analysis", "Feedback", "Reports",
        "Replay", "Ratings", "Phantom", "ScanPipeline",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // MARK: Common ground
    .target(name: "Platform"),
    .target(name: "Geometry", dependencies: ["Platform"], swiftSettings: numeric),
    .target(
      name: "Diagnostics", dependencies: [.product(name: "Yams", package: "Yams")],
      // A link into Datasets: the texts of every language come with the program.
      resources: [.embedInCode("BuiltIn")]),
    .target(name: "Workers"),
    .target(name: "Inputs", dependencies: ["Platform", .product(name: "Yams", package: "Yams")]),
    .systemLibrary(name: "LibCrypto"),
    .systemLibrary(name: "LibRename"),
    .target(name: "Outputs", dependencies: ["Platform", "Diagnostics", "Inputs", "LibCrypto", "LibRename"]),
    .target(
      name: "Definitions",
      dependencies: ["Platform", "Diagnostics", "Inputs", .product(name: "Yams", package: "Yams")]),
    .target(name: "Images", swiftSettings: numeric),

    // MARK: Recordings: checked, time-ordered RGB-D frames
    .target(
      name: "ImageBridge", cxxSettings: numericCxx,
      linkerSettings: ["png16", "deflate", "turbojpeg", "tiff"].map { .linkedLibrary($0) }),
    .target(
      name: "Recordings",
      dependencies: ["Platform", "Diagnostics", "Inputs", "Geometry", "Images", "ImageBridge"],
      swiftSettings: numeric),

    // MARK: Markers: ids, corners, metric corners from depth
    .target(
      name: "ArucoBridge", cxxSettings: numericCxx + [openCVHeaders],
      linkerSettings: ["core", "imgproc", "calib3d", "aruco"].map { .linkedLibrary("opencv_\($0)") }),
    .target(
      name: "Markers",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Geometry", "Images", "ArucoBridge",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: numeric),

    // MARK: Tracking: the head's pose in every frame, the cap's marker map
    .target(name: "SolverBridge", cxxSettings: numericCxx + [eigenHeaders]),
    .target(
      name: "Tracking", dependencies: ["Platform", "Diagnostics", "Geometry", "Markers", "Workers", "SolverBridge"],
      swiftSettings: numeric),

    // MARK: PointClouds: back-projection, fusion, surface
    .target(
      name: "PointClouds", dependencies: ["Platform", "Diagnostics", "Inputs", "Geometry", "Images", "Workers"],
      swiftSettings: numeric),

    // MARK: Landmarks: clicked ones in 3-D, and sellion and tragions found by the surface's shape
    .target(
      name: "Landmarks",
      dependencies: ["Platform", "Diagnostics", "Inputs", "Geometry", "Images", "Workers", "PointClouds"],
      swiftSettings: numeric),

    // MARK: Reconstruction: poses and surface from a recording, by markers or without
    .target(
      name: "Reconstruction",
      dependencies: [
        "Platform", "Diagnostics", "Outputs", "Geometry", "Workers", "Images", "Recordings", "Markers", "Tracking",
        "PointClouds", "Landmarks",
      ]),

    // MARK: Analysis: head frame, section, measures; serves meshes of any scanner, so it needs no bridge
    .target(
      name: "Analysis",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Definitions", "Geometry", "Workers", "Images", "PointClouds", "Landmarks",
      ],
      // Links into Datasets: the protocols, scales and norms of a program that is copied elsewhere come with it.
      resources: ["Protocols", "Scales", "Norms"].map { .embedInCode("Definitions/\($0)") }, swiftSettings: numeric),

    // MARK: Feedback: what the operator is told, frame by frame
    .target(
      name: "Feedback",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Geometry", "Images", "Markers", "Tracking",
        .product(name: "Yams", package: "Yams"),
      ],
      // A link into Datasets: thresholds and phrases come with the program.
      resources: [.embedInCode("BuiltIn")], swiftSettings: numeric),

    // MARK: Reports: JSON, CSV, HTML
    .target(
      name: "Reports",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Outputs", "Geometry", "PointClouds", "Landmarks", "Analysis", "Feedback",
      ]),

    // MARK: Replay: a recording driven through the feedback, with video and speech
    .target(
      name: "DrawingBridge", cxxSettings: numericCxx + [openCVHeaders],
      linkerSettings: ["core", "imgproc", "freetype"].map { .linkedLibrary("opencv_\($0)") }),
    .target(
      name: "Drawing", dependencies: ["Diagnostics", "Geometry", "Images", "DrawingBridge"], swiftSettings: numeric),
    .target(
      name: "Replay",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Outputs", "Geometry", "Workers", "Images", "Recordings", "Markers",
        "PointClouds", "Feedback", "Reports", "Drawing",
      ]),

    // MARK: Ratings: the operator's own judgement of a scan
    .target(
      name: "Ratings", dependencies: ["Platform", "Diagnostics", "Inputs", "Definitions"],
      // A link into Datasets: the form comes with the program.
      resources: [.embedInCode("BuiltIn")]),

    // MARK: Phantom: simulated heads, caps and recordings with exact truth
    .target(
      name: "Phantom",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Outputs", "Geometry", "Workers", "Images", "Recordings", "Markers",
        "PointClouds",
        "Landmarks",
      ],
      swiftSettings: numeric),

    // MARK: ScanPipeline and the command line
    .target(
      name: "ScanPipeline",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Outputs", "Geometry", "Workers", "Images", "Recordings", "Markers",
        "Tracking", "PointClouds", "Landmarks", "Reconstruction", "Analysis", "Reports", "Ratings",
      ]),
    .systemLibrary(name: "LibMalloc"),
    .executableTarget(
      name: "calvaria",
      dependencies: [
        "Platform", "Diagnostics", "Inputs", "Outputs", "Definitions", "Workers", "Images", "Recordings", "Markers",
        "PointClouds", "Landmarks", "Reconstruction", "Analysis", "Feedback", "Reports", "Replay", "Ratings",
        "ScanPipeline", "Phantom", "LibMalloc", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // MARK: Tests mirror Sources
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry", "TestSupport"]),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(name: "WorkersTests", dependencies: ["Workers"]),
    .testTarget(name: "InputsTests", dependencies: ["Inputs", "TestSupport"]),
    .testTarget(name: "OutputsTests", dependencies: ["Outputs", "TestSupport"]),
    .testTarget(
      name: "RecordingsTests", dependencies: ["Geometry", "Diagnostics", "Images", "Recordings", "TestSupport"]),
    .testTarget(
      name: "MarkersTests",
      dependencies: ["Geometry", "Diagnostics", "Images", "Recordings", "Markers", "TestSupport"],
      swiftSettings: numeric),
    .testTarget(
      name: "TrackingTests", dependencies: ["Diagnostics", "Geometry", "Workers", "Markers", "Tracking"],
      swiftSettings: numeric),
    .testTarget(
      name: "PointCloudsTests",
      dependencies: ["Platform", "Geometry", "Workers", "Images", "Recordings", "PointClouds", "TestSupport"],
      swiftSettings: numeric),
    .testTarget(
      name: "LandmarksTests",
      dependencies: ["Diagnostics", "Geometry", "PointClouds", "Landmarks", "Analysis", "TestSupport"],
      swiftSettings: numeric),
    .testTarget(
      name: "ReconstructionTests",
      dependencies: [
        "Diagnostics", "Geometry", "Images", "Recordings", "Markers", "Tracking", "PointClouds", "Landmarks",
        "Reconstruction",
        "Analysis",
      ], swiftSettings: numeric),
    .testTarget(
      name: "AnalysisTests",
      dependencies: [
        "Geometry", "Diagnostics", "Definitions", "Images", "PointClouds", "Landmarks", "Analysis", "TestSupport",
      ], swiftSettings: numeric),
    .testTarget(
      name: "FeedbackTests", dependencies: ["Geometry", "Images", "Recordings", "Markers", "Feedback", "TestSupport"],
      swiftSettings: numeric),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "Geometry", "Diagnostics", "Images", "PointClouds", "Landmarks", "Analysis", "Feedback", "Reports",
      ]),
    .testTarget(name: "DrawingTests", dependencies: ["Geometry", "Images", "Recordings", "Drawing"]),
    .testTarget(
      name: "ReplayTests",
      dependencies: ["Geometry", "Images", "Recordings", "Feedback", "Drawing", "Replay", "TestSupport"]),
    .testTarget(name: "RatingsTests", dependencies: ["Definitions", "Ratings", "TestSupport"]),
    .testTarget(
      name: "PhantomTests",
      dependencies: ["Geometry", "Workers", "Recordings", "Markers", "PointClouds", "Phantom", "TestSupport"],
      swiftSettings: numeric),
    .testTarget(
      name: "ScanPipelineTests",
      dependencies: [
        "Geometry", "Diagnostics", "Workers", "PointClouds", "Landmarks", "Analysis", "Reports", "ScanPipeline",
        "TestSupport",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "calvaria", "Geometry", "Workers", "Images", "Recordings", "PointClouds", "Phantom", "TestSupport",
        .product(name: "Yams", package: "Yams"),
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
