import ArgumentParser
import Phantom

extension PhantomCommand {
  /// Options of the head and its cap; what is not given stays as the preset has it.
  struct HeadOptions: ParsableArguments {
    @Option(help: "Width of the head without ears, mm.")
    var widthMm: Double?

    @Option(help: "Length of the head without the nose, mm.")
    var lengthMm: Double?

    @Option(help: "Height from chin to crown, mm.")
    var heightMm: Double?

    @Option(help: "How deep the back is flattened, mm.")
    var flatMm: Double?

    @Option(help: "The flattened side: left or right.")
    var flatSide: HeadSide?

    @Option(help: "How far the forehead bulges on the flattened side, mm.")
    var bossMm: Double?

    @Option(help: "How far the flattened side is sheared forward, mm per mm.")
    var shear: Double?

    @Option(help: "Amplitude of the surface's random waves, mm.")
    var roughMm: Double?

    @Option(help: "Seed of sizes and places of nose and ears; the usual ones without it.")
    var faceSeed: UInt64?

    @Option(help: "Thickness of the cap, mm.")
    var capMm: Double?

    @Option(help: "Height of folds in the cap, mm.")
    var foldMm: Double?

    @Option(help: "Dictionary of the markers.")
    var dictionary: String?

    @Option(help: "Edge length of a marker, mm.")
    var markerMm: Double?

    @Option(help: "Number of markers on the cap.")
    var markers: Int?

    @Option(help: "How many of the markers are missing.")
    var missing: Int?

    @Flag(inversion: .prefixedNo, help: "A stray print on the torso (default: yes).")
    var stray: Bool?

    func apply(to options: inout PhantomOptions) {
      set(&options.shape.width, widthMm, 0.001)
      set(&options.shape.length, lengthMm, 0.001)
      set(&options.shape.height, heightMm, 0.001)
      set(&options.shape.flattening, flatMm, 0.001)
      set(&options.shape.bossing, bossMm, 0.001)
      set(&options.shape.shear, shear)
      set(&options.shape.roughness, roughMm, 0.001)
      set(&options.shape.capThickness, capMm, 0.001)
      set(&options.shape.capFolds, foldMm, 0.001)
      set(&options.markerSize, markerMm, 0.001)
      if let faceSeed { options.shape.faceSeed = faceSeed }
      if let flatSide { options.shape.flatSide = flatSide }
      if let dictionary { options.dictionary = dictionary }
      if let markers { options.markerCount = markers }
      if let missing { options.missingMarkers = missing }
      if let stray { options.stray = stray }
    }
  }

  /// Options of the sensor and of what moves; what is not given stays as the preset has it.
  struct SensorOptions: ParsableArguments {
    @Option(help: "Depth noise relative to a TrueDepth sensor.")
    var noise: Double?

    @Option(help: "Amplitude of the smooth depth bias, mm.")
    var biasMm: Double?

    @Option(help: "Constant depth bias, mm.")
    var offsetMm: Double?

    @Option(help: "Error of the stated focal length, per cent.")
    var focalErrorPercent: Double?

    @Option(help: "Depth beyond this is invalid, m.")
    var maximumDepthM: Double?

    @Option(help: "Frequency of holes relative to a TrueDepth sensor.")
    var holes: Double?

    @Option(help: "Exposure time of the colour image, ms.")
    var exposureMs: Double?

    @Option(help: "Quality of the colour JPEG, 1 to 100.")
    var jpegQuality: Int?

    @Option(help: "How unsteady the camera is held; 1 is usual.")
    var jitter: Double?

    @Option(help: "How much head, torso and hands move; 1 is usual.")
    var sway: Double?

    @Option(help: "Standard deviation of the simulated clicks, pixels.")
    var clickNoisePx: Double?

    func apply(to options: inout PhantomOptions) {
      set(&options.sensor.depthNoise, noise)
      set(&options.sensor.depthBias, biasMm, 0.001)
      set(&options.sensor.depthOffset, offsetMm, 0.001)
      set(&options.sensor.focalError, focalErrorPercent, 0.01)
      set(&options.sensor.maximumDepth, maximumDepthM)
      set(&options.sensor.holes, holes)
      set(&options.sensor.exposure, exposureMs, 0.001)
      set(&options.jitter, jitter)
      set(&options.sway, sway)
      set(&options.clickNoise, clickNoisePx)
      if let jpegQuality { options.sensor.jpegQuality = jpegQuality }
    }
  }
}

/// Sets a number that was given, in the unit that `scale` converts to SI.
private func set(_ target: inout Double, _ value: Double?, _ scale: Double = 1) {
  if let value { target = value * scale }
}
