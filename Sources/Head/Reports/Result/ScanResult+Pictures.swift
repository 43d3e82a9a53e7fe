/// What the sheets of pictures beside a result show.
extension ScanResult {
  /// The sheets that were drawn.
  public struct Pictures: Codable, Sendable, Equatable {
    /// Frames of the recording with what was detected in them, in order of time.
    public var frames: Sheet?
    /// What surrounds the clicks on landmarks.
    public var clicks: Sheet?

    /// The sheets that there are.
    public init(frames: Sheet?, clicks: Sheet?) { (self.frames, self.clicks) = (frames, clicks) }
  }

  /// A picture of equal cells, in rows from the top left.
  public struct Sheet: Codable, Sendable, Equatable {
    /// The file's name in the folder of the result.
    public var file: String
    /// The size of a cell in pixels, and how many stand in a row.
    public var cellWidth, cellHeight, columns: Int
    /// What the cells show; the last row may be filled in part.
    public var cells: [Cell]

    /// A sheet from its parts.
    public init(file: String, cellWidth: Int, cellHeight: Int, columns: Int, cells: [Cell]) {
      (self.file, self.cellWidth, self.cellHeight) = (file, cellWidth, cellHeight)
      (self.columns, self.cells) = (columns, cells)
    }
  }

  /// One picture of a sheet.
  public struct Cell: Codable, Sendable, Equatable {
    /// The frame's name, and its time since the start.
    public var frame: String
    /// Seconds since the start of the recording.
    public var timeS: Double
    /// How many of the cap's markers were used in it; nil where the picture is about something else.
    public var markers: Int?
    /// Whether the frame has a pose.
    public var posed: Bool?
    /// The landmark that was clicked, by its key.
    public var landmark: String?

    /// A cell from its parts.
    public init(frame: String, timeS: Double, markers: Int? = nil, posed: Bool? = nil, landmark: String? = nil) {
      (self.frame, self.timeS, self.markers, self.posed, self.landmark) = (frame, timeS, markers, posed, landmark)
    }
  }
}
