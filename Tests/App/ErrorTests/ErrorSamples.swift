import Analysis
import Movement
import CapSheets
import Files
import Desk
import Diagnostics
import Drawing
import Feedback
import Foundation
import Landmarks
import Markers
import MovementReports
import Studies
import Phantom
import Reports
import Replay
import ScanPipeline
import StudyReports
import Tracking
import Viewer

@testable import PointClouds
@testable import Reconstruction
@testable import Recordings
@testable import calvaria

/// An error of every kind.
enum ErrorSamples {
  static let all: [any UserFacingError] =
    calls + recordings + markers + caps + meshes + landmarks + files + comparisons + motions + bodies + observers
    + studies
    + replays
    + ratings
    + outputs

  private static let found = FindingValue.phrase("something_else")
  private static let wanted = FindingValue.phrase("number", ["low": .exact(0.5), "high": .count(5)])

  private static let calls: [any UserFacingError] = [
    CommandLineError.notUTF8(bytes: [0x61, 0xFF]), CommandLineError.empty(after: "info"),
    CommandLineError.noVerb("recon", nearest: "reconstruct", known: ["info", "reconstruct"]),
    CommandLineError.noOption("--outptu", nearest: "--output"),
    CommandLineError.noVerb("flurble", nearest: nil, known: ["info", "reconstruct"]),
    CallError.wrong(option: "--threads", expected: wanted, found: .count(0)),
    CallError.needs(option: "--video", needed: "--output"),
    CallError.notFor(option: "--deface", use: .phrase("scans_of_heads"), found: .phrase("motion_results")),
    CallError.ageOrSexAlone,
    CallError.normsAlone, CallError.scaleTwice(name: "choa"), LiveError.noFrames,
    UnforeseenError(EncodingError.invalidValue(Double.nan, .init(codingPath: [], debugDescription: ""))),
    UnforeseenError(CocoaError(.fileReadNoSuchFile)), UnforeseenError(CocoaError(.fileWriteOutOfSpace)),
    UnforeseenError(CancellationError()),
  ]

  private static let recordings: [any UserFacingError] = [
    RecordingError.missing(path: "/scan", expected: .phrase("recording_folder"), found: .phrase("nothing_readable")),
    RecordingError.missing(
      path: "/scan.mp4", expected: .phrase("recording_or_file", ["endings": .names([".r3d", ".sens", ".mkv"])]),
      found: .phrase("other_file")),
    RecordingError.missing(
      path: "/scan", expected: .phrase("file_ending", ["ending": .text("sens")]), found: .phrase("none")),
    RecordingError.unrecognised(folder: "/scan", lookedFor: [.phrase("tum_files"), .phrase("zeiss_files")]),
    RecordingError.several(folder: "/scan", files: ["a.r3d", "b.r3d"]),
    RecordingError.noIntrinsics(folder: "/scan", lookedFor: ["intrinsic.json"]),
    RecordingError.badIntrinsics(file: "i.json", expected: wanted, found: found),
    RecordingError.badIndex(file: "rgb.txt", line: 3, expected: wanted, found: found),
    RecordingError.badIndex(file: "rgb.txt", line: nil, expected: wanted, found: found),
    RecordingError.disordered(file: "rgb.txt", name: "2", previous: "1"),
    RecordingError.escapingPath(file: "rgb.txt", line: 4, path: "/etc"),
    RecordingError.tooLarge(file: "rgb.txt", bytes: 10, limit: 5),
    RecordingError.noPairs(folder: "/scan", closest: 0.5), RecordingError.noPairs(folder: "/scan", closest: nil),
    RecordingError.badContainer(file: "scan.r3d", fault: .text("no ZIP archive")),
    RecordingError.noDepthTrack(file: "scan.mkv", found: .text("COLOR mjpeg")),
    RecordingError.wideLens(file: "scan.mkv", size: "1024×1024", misfit: 0.2),
    RecordingError.noVideoProgram(file: "rgb.mp4"),
    RecordingError.blankDepth(folder: "/scan", least: 0.01),
    RecordingError.badFrame(name: "7", file: "rgb/7.jpg", expected: wanted, found: found),
    RecordingError.foreignImage(
      name: "7", file: "rgb/7.heic", kind: "HEIC", command: "heif-convert FILE.heic FILE.png"),
    RecordingError.turned(file: "rgb/7.jpg", color: "640×480", depth: "480×640", orientation: 6),
    ImageError.unreadable(name: "7.jpg", reason: "no JPEG"),
    ImageError.foreign(name: "7.webp", kind: "WebP", command: "dwebp FILE.webp -o FILE.png"),
    ImageError.unsuitable(
      name: "7.png", expected: wanted,
      found: ImageHeader(kind: .png, width: 4, height: 3, channels: 1, bits: 8, isFloat: false)),
    ImageError.cannotEncode(reason: "too wide"),
  ]

  private static let markers: [any UserFacingError] =
    [
      FileError(.capFileUnreadable, file: "cap.yaml", found: found),
      AcceptanceError.noBoard(file: "cap.yaml"), AcceptanceError.wrongLength(foundMm: 120, expectedMm: 180),
      FileError(.deviceFileUnreadable, file: "device.yaml", found: found),
      FileError(.deviceFileInvalid, file: "device.yaml", place: .line(2), expected: wanted, found: found),
      DeviceFileError.otherSize(
        file: "device.yaml", stated: [640, 480], depth: [640, 480], found: [480, 360], foundDepth: [480, 360]),
      DeviceFileError.otherFocal(file: "device.yaml", stated: 592, found: 700),
      DeviceFileError.otherLens(file: "device.yaml", isStated: true),
      DeviceFileError.otherLens(file: "device.yaml", isStated: false),
      FileError(.headSheetUnreadable, file: "head.yaml", found: found),
      FileError(.headSheetInvalid, file: "head.yaml", place: .line(2), expected: wanted, found: found),
      FileError(.capFileInvalid, file: "cap.yaml", place: .line(2), expected: wanted, found: found),
      MarkerError.operationFailed(operation: "detectMarkers", frame: "7", detail: "no memory"),
      MarkerError.noneSeen(frames: 6, dictionary: "DICT_4X4_100", seenInstead: nil),
      MarkerError.noneSeen(frames: 6, dictionary: "DICT_4X4_100", seenInstead: "DICT_5X5_50"),
      MarkerError.sizeMismatch(measuredMillimetres: 16.04, expectedMillimetres: 32, units: nil),
      MarkerError.sizeMismatch(measuredMillimetres: 79.7, expectedMillimetres: 16, units: (1000, 5000)),
      MarkerError.mirrored(dictionary: "DICT_4X4_100", found: 1, other: 30),
      MarkerError.inverted(dictionary: "DICT_4X4_100", found: 0, other: 30), MarkerError.swappedDepth,
      MarkerError.turnedDepth(.leftRight),
    ]
    + MarkerRejection.allCases.map {
      MarkerError.mostRejected(sightings: 9, ids: Array(1...8), dictionary: "DICT_4X4_100", reason: $0)
    } + [
      TrackingError.tooFewMarkers(required: 4, best: 2), TrackingError.noMap(framesPosed: 1, frames: 9),
      BoardError.tooFewViews(4, needed: 20, markers: 6), BoardError.tooLittleTilt(0.05, needed: 0.14),
      BoardError.tooLittleRange(near: 0.3, far: 0.32, needed: 1.3), BoardError.otherBoard,
      TrackingError.nothingAgrees, TrackingError.solverFailed(detail: "no step"),
      DenseTrackingError.noHead(frames: 9, distances: 0.15...0.6),
    ]

  private static let caps: [any UserFacingError] = [
    CapPlanError.tooSmall(sideMm: 12, pixels: 23.7, CapViewRule()),
    CapPlanError.noPlan(sideMm: 20, circumferenceCm: 34, fewest: 6, CapViewRule()),
    CapPlanError.tooFewIDs(needed: 39, given: 1, circumferenceCm: 34), CapSheetError.tooLarge(sideMm: 190, .a4),
    CapSheetError.tooManySheets(100, most: 48), CapSheetError.badIDs(expected: .phrase("id_or_range"), found: found),
    CapSheetError.badSuffix(path: "cap.png"), CapSheetError.cannotDraw(reason: "no memory"),
    CapCheckError.unreadable(file: "a.jpg", found: .phrase("none")),
    CapCheckError.noPhoto(file: "a.jpg", found: .phrase("folder"), limitMiB: 64), CapCheckError.twice(file: "a.jpg"),
    CapCheckError.noMarks(file: "a.jpg", found: 2), CapCheckError.otherPaper(file: "a.jpg", .a3, first: .a4),
    CapCheckError.noMarkers(dictionary: "DICT_4X4_100"), CapCheckError.wrongLength(foundMm: 150, expectedMm: 180),
    CapCheckError.noFit,
  ]

  private static let meshes: [any UserFacingError] = [
    MeshFileError.unreadable(file: "m.ply", reason: .phrase("no_such_file")),
    MeshFileError.tooLarge(file: "m.ply", bytes: 2 << 20, limit: 1 << 20), MeshFileError.unknownFormat(file: "m.x"),
    MeshFileError.needsConversion(file: "m.gltf", found: found),
    MeshFileError.malformed(file: "m.ply", place: .line(4), expected: wanted, found: found),
    MeshFileError.truncated(file: "m.ply", expected: wanted, found: found),
    MeshFileError.notFinite(file: "m.ply", vertex: 4),
    MeshFileError.indexOutOfRange(file: "m.ply", face: 1, index: 9, vertices: 5),
    MeshFileError.noVertices(file: "m.ply"), MeshFileError.noFaces(file: "m.ply"),
    SurfaceError.empty, SurfaceError.noFaces, SurfaceError.notFinite(vertex: 1),
    SurfaceError.indexOutOfRange(triangle: 1), SurfaceError.shattered(parts: 9), SurfaceError.damaged(9, of: 90),
    MeshMeasurementError.unitUnknown(file: "m.ply", extent: 7),
    MeshMeasurementError.unitWrong(file: "m.ply", extent: 7, unit: .metres, fitting: .millimetres),
    MeshMeasurementError.unitWrong(file: "m.ply", extent: 7, unit: .metres, fitting: nil),
    MeshMeasurementError.unfit(file: "m.ply", cause: SurfaceError.empty),
    FusionError.badOption("voxel_size", wanted, found), FusionError.badOption("truncation", wanted, found),
    FusionError.badOption("largest_incidence", wanted, found), FusionError.badOption("region", wanted, found),
  ]

  private static let landmarks: [any UserFacingError] = {
    let click = LandmarkClick(frame: "7", pixel: [1.5, 2])
    return [
      FileError(.landmarkFileUnreadable, file: "l.json", found: found),
      FileError(.landmarkFileInvalid, file: "l.json", place: .phrase("top"), expected: wanted, found: found),
      LandmarkFileError.clicksWithoutFrames(file: "l.json", landmark: .sellion),
      LandmarkFileError.pointWithoutMesh(file: "l.json", landmark: .sellion),
      LandmarkFileError.noSuchVertex(file: "l.json", landmark: .sellion, vertex: 9, vertices: 5),
      LandmarkFileError.verticesWithoutNumbers(file: "l.json", landmark: .sellion),
      LandmarkFileError.noSuchFrame(file: "l.json", landmark: .sellion, frame: "7"),
      LandmarkFileError.outsideImage(file: "l.json", landmark: .sellion, click: click, width: 4, height: 3),
      LandmarkFileError.withoutDepth(file: "l.json", landmark: .sellion, click: click),
      LandmarkPlacementError.onDamage(.sellion),
      LandmarkPlacementError.offSurface(.sellion, distance: 0.02, reach: 0.01),
      HeadFrameError.notFinite, HeadFrameError.collinear,
      HeadFrameError.implausible(.tragions, found: 0.01, range: 0.05...0.2),
      HeadFrameError.implausible(.sellion, found: 0.01, range: 0.05...0.2), HeadFrameError.skewed(degrees: 30),
      HeadFrameError.mixedUp, HeadFrameError.upsideDown, HeadFrameError.mirrored,
      HeadFrameError.crossed(height: 0.001, least: 0.005),
      HeadFrameError.faceElsewhere(degrees: 90),
    ]
  }()

  private static let files: [any UserFacingError] =
    kinds.map {
      FileError(
        .definitionUnreadable, file: "own.yaml",
        expected: .phrase("readable_definition", ["kind": .definition($0), "known": .names(["one", "other"])]),
        found: .phrase("neither"))
    } + [
      FileError(.definitionInvalid, file: "own.yaml", place: .line(3), expected: wanted, found: found),
      MeasurementProtocolError.levelMissesHead(name: "own", level: 0.2, vertex: 0.1),
      FileError(.optionsFileUnreadable, file: "o.json", found: found),
      FileError(.optionsFileInvalid, file: "o.json", place: .phrase("top"), expected: wanted, found: found),
      FileError(.feedbackFileUnreadable, file: "f.yaml", found: found),
      FileError(.feedbackFileInvalid, file: "f.yaml", place: .line(3), expected: wanted, found: found),
      FeedbackFileError.noLanguage("fr", known: ["de", "en"]),
    ]

  /// What every kind of definition is called.
  private static let kinds = [MeasurementProtocol.kind, SeverityScale.kind, NormTable.kind, RatingForm.kind]

  private static let comparisons: [any UserFacingError] = [
    ResultFolderError.missing(path: "a", for: .comparison),
    ResultFolderError.strange(file: "a", found: found, for: .comparison),
    ComparedScanError.noLandmarkFile(mesh: "a"), ComparedScanError.needless(path: "a"),
    ComparedScanError.tooFew(1), ComparedScanError.twice(path: "a"),
    ComparedScanError.noHeadFrame(path: "a", reason: [Finding(.frameCollinear)].value),
    ComparedScanError.differentProtocols(a: "a", b: "b", difference: found), ComparisonError.noFit,
    ComparisonError.implausibleGrowth(3),
  ]

  private static let studies: [any UserFacingError] = [
    DatasetError.missing(path: "/data"), DatasetError.noScans(folder: "/data"),
    DatasetError.tooMany(folder: "/data", scans: 1_000_000, limit: 200_000),
    DatasetError.noSuchScan(name: "sub-9_scan-1"),
    DatasetError.badTable(
      file: "scans.csv", line: 3, expected: .phrase("cells", ["count": .count(4)]), found: .count(3)),
    DatasetError.badTable(
      file: "scans.csv", line: nil, expected: .phrase("closed_quotes"), found: .phrase("open_quote")),
    DatasetError.badTable(
      file: "scans.csv", line: 1, expected: .phrase("column", ["name": .text("path")]), found: .names(["a", "b"])),
    DatasetError.badTable(
      file: "participants.tsv", line: 3, expected: .phrase("named_once", ["name": .text("participant_id")]),
      found: .quoted("sub-01")),
    StudyError.noStudy(path: "/study"), StudyError.leadsOut(path: "/study/scans/a/outcome.json"),
    StudyError.noJob(path: "job.json", found: .phrase("call_without_batch")),
    StudyError.notOurs(path: "/study", found: .phrase("within", ["file": .text("x")])),
    StudyError.otherVersion(path: "/study", expected: "calvaria/study/1", found: "calvaria/study/2"),
    StudyError.noDataset(path: "/study", found: .phrase("none")),
    StudyError.noDataset(path: "/study", found: .phrase("no_such_file_or_folder")),
    StudyError.noSource(scan: "sub-01", found: .phrase("none")),
    StudyError.cannotWrite(path: "/study", reason: .phrase("disk_full")),
    StudyError.busy(scan: "sub-01"), StudyError.busyStore(path: "study.sqlite"),
    StudyError.closedStore(path: "study.sqlite", reason: "disk I/O"),
    StudyError.damagedStore(path: "study.sqlite", reason: "malformed"),
    StudyError.badStore(path: "study.sqlite", reason: "constraint"), StudyError.laterStore(path: "study.sqlite"),
    StudyError.noStore(path: "/study"), StudyError.earlierStore(path: "study.sqlite"), StudyError.noSuchScan(name: "x"),
    StudyError.noSuchProtocol(name: "x", known: []),
    StudyError.noSuchProtocol(name: "x", known: ["calvaria-default 3"]),
    StudyError.badFilter(at: 5, expected: .phrase("filter_comparison"), found: .phrase("nothing_more")),
    StudyReportError.noFigure(name: "x", known: ["outcomes"]),
    StudyError.badFilter(at: 1, expected: .phrase("filter_field", ["names": .names(["cvai"])]), found: .quoted("x")),
  ]

  private static let bodies: [any UserFacingError] = [
    PoseModelError.unreadable(path: "pose.onnx", found: found),
    PoseModelError.malformed(path: "pose.onnx", expected: .phrase("pose_onnx"), found: found),
    PoseModelError.noInputSize(path: "pose.onnx", found: .names(["?×3×?×?"])),
    PoseModelError.otherInputSize(found: .names(["1×3×256×192"])),
    PoseModelError.unknownHead(path: "pose.onnx", found: .names(["1×133×384", "1×133×512"])),
    PoseModelError.failed(path: "pose.onnx", reason: "OpenCV crashed, signal 11"),
    PoseModelError.badDescription(
      FileError(
        .definitionInvalid, file: "pose.yaml", place: .line(2), expected: .phrase("three_numbers"), found: found)),
    PoseModelError.noPictures(path: "knee.txt"), PoseModelError.noRate(path: "frames"),
    PoseModelError.boxOutside(found: .text("640 × 480")), PoseModelError.notFlat(path: "knee.trc"),
    PoseModelError.otherFrames(path: "knee.json", matched: 2, count: 90),
    PoseModelError.otherPicture(path: "knee.json", found: .text("640 × 480"), expected: .text("1920 × 1440")),
    PoseModelError.recording(.noVideoProgram(file: "knee.mp4")),
  ]

  private static let motions: [any UserFacingError] = [
    MotionError.unreadable(path: "knee.trc", found: found), MotionError.unrecognised(path: "knee.txt"),
    MotionError.malformed(path: "knee.trc", place: .line(7), expected: wanted, found: found),
    MotionError.ambiguousConfidence(path: "knee.json", smallest: 0.2, largest: 1.3),
    MotionError.noPictureSize(path: "knee.json"),
    MotionError.noRate(path: "poses"), MotionError.severalPeople(path: "poses", most: 3),
    MotionError.noSuchPerson(path: "poses", person: 3, most: 1), MotionError.hands(path: "hands.json"),
    MotionError.missingPoints(path: "knee.trc", points: ["RAnkle"], joint: .knee),
    MotionError.missingColumn(path: "knee.mot", wanted: ["knee_angle_r"], found: ["pelvis_tilt"]),
    MotionError.missingColumn(path: "knee.mot", wanted: ["knee_angle_r"], found: []),
    MotionError.ambiguousSign(path: "knee.mot", column: "knee_angle_r", low: -110, high: 2),
    MotionError.noAngles(path: "knee.mot", column: "knee_angle_r", low: -292, high: 6797),
    MotionError.mirrored(path: "knee.trc", joint: .knee, low: -110, high: 1),
    MotionError.otherProgram(path: "knee.csv", program: "DeepLabCut"), MotionError.pictures(path: "knee.mp4"),
    MotionError.otherPlane(joint: .knee, movement: .flexion, view: .frontal),
    MotionError.noSuchMovement(joint: .knee, movement: .abduction),
    MotionError.notInPictures(joint: .hip, movement: .rotation),
    MotionError.notInSpace(joint: .knee, movement: .projection), MotionError.noFacing(path: "poses"),
    MotionFolderError.missing(path: "motion"), MotionFolderError.strange(file: "motion.json", found: found),
    MotionFolderError.mixed(path: "mesh.ply"), MotionPictureError.missing(path: "pictures"),
    MotionPictureError.none(path: "pictures", found: found),
    MotionPictureError.unreadable(path: "knee.mp4", found: found),
    MotionError.directionInSpace, MotionError.noSuchPoints(path: "knee.json", points: "world"),
    MotionError.noView(path: "poses"), MotionError.unusedOption("--rate", .trc),
    MotionError.contradiction("--image-size", found: .text("640x480")),
    GestureError.unreadable(path: "hands.json", found: found), GestureError.file(.noRate(path: "hands.json")),
    GestureError.ambiguousScore(path: "hands.json", frame: 3, found: 98),
    GestureError.noHandedness(path: "hands.json", frame: 3), GestureError.body(path: "knee.json"),
    MotionError.noSideOfFlexion,
    NeckMotionError.noPatch, MotionError.noSuchFrame(name: "17.5"),
    NeckMotionError.otherCap(path: "markers.json", shared: 2, needed: 4),
  ]

  private static let observers: [any UserFacingError] = [
    ObserverStudyError.unknownObserver(file: "a"), ObserverStudyError.noPlace(file: "a", landmark: .sellion),
    ObserverStudyError.changed(file: "a", landmark: .sellion), ObserverStudyError.copied(file: "a", other: "b"),
    ObserverStudyError.farApart(file: "a", other: "b", landmark: .sellion, distance: 0.1),
    ObserverStudyError.mixedFrames(file: "a", other: "b"), ObserverStudyError.tooMany(files: 1000),
    ObserverStudyError.otherHead(path: "a"),
  ]

  private static let replays: [any UserFacingError] = [
    MarkerLayoutError.unreadable(path: "markers.json", found: found),
    MarkerLayoutError.invalid(path: "markers.json", expected: wanted, found: found),
    ThermalLogError.invalid(file: "thermal.txt", line: 4, found: found),
    ThermalLogError.invalid(file: "thermal.txt", line: nil, found: found), SpeechError.notInstalled,
    SpeechError.failed(language: "de", text: "Links"), SpeechError.tooLong(seconds: 1e9), VideoError.notInstalled,
    VideoError.noEncoder(program: "/bin/ffmpeg"), VideoError.failed(reason: .phrase("said_nothing")),
    DrawingError.noTypeface, DrawingError.failed("no memory"),
  ]

  private static let ratings: [any UserFacingError] = [
    RatingError.noSetting("x"), RatingError.unknown(field: "x", known: ["overall"]), RatingError.twice(field: "x"),
    RatingError.wrong(field: "overall", expected: wanted, found: ""),
    RatingError.wrong(field: "overall", expected: wanted, found: "9"), RatingError.missing(fields: ["overall"]),
    RatingError.nobodyToAsk, ResultFolderError.missing(path: "out", for: .rating),
    ResultFolderError.noRecording(path: "lab/scan-1"),
    ResultFolderError.strange(file: "out/result.json", found: found, for: .rating),
    ResultFolderError.rated(file: "out/rating.json"),
    FileError(.scanFileUnreadable, file: "scan.json", found: .phrase("folder")),
    FileError(
      .scanFileInvalid, file: "scan.json", place: .text("`date`"), expected: .phrase("day"), found: .quoted("today")),
    ResultFolderError.noFace(name: "out"), ResultFolderError.missing(path: "out", for: .report),
    ResultFolderError.strange(file: "out/result.json", found: found, for: .report),
    ExternalToolError.notInstalled(program: "weasyprint", package: "weasyprint"),
    ExternalToolError.failed(program: "weasyprint", reason: .text("no fonts")),
  ]

  private static let outputs: [any UserFacingError] =
    [
      PhantomError.badOption(.phrase("slips"), found: found, expected: wanted),
      PhantomError.cannotEncode(frame: 3, reason: ImageError.cannotEncode(reason: "too wide").message.problem),
      OutputError.exists(path: "out"), OutputError.taken(path: "out"), OutputError.isInput(path: "out", input: "out"),
      OutputError.isInput(path: "out", input: "scan"), OutputError.cannotWrite(path: "out", reason: found),
      OutputError.cannotPrint, ViewServerError.cannotListen(port: 80, reason: "Permission denied"),
      ViewError.anotherRecording(output: "out"), ViewError.nothingPicked,
      ViewError.unknownDefinition(result: "out", option: "--protocol", name: "clinic"),
      DeskError.nothingToPickOn(scan: "sub-01_scan-1"), DeskError.noScan(name: "holiday"), DeskError.noCap,
      DeskError.isListed(path: "lab"), DeskError.isOpen(path: "lab"),
      DeskError.brokenOff, DeskError.isPicked(scan: "sub-01_scan-1"), DeskError.isRated(scan: "sub-01_scan-1"),
      DeskError.wrong(field: "subject", expected: .phrase("letters_and_digits"), found: "Anna"),
    ]
    + [OutputKind.result, .phantom, .comparison, .feedback].map {
      OutputError.notOurs(path: "out", kind: $0, found: found)
    }
}
