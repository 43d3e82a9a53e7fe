internal import GRDB
internal import Platform

/// The tables and views of a study's store (Docs/formats/study.md).
enum StoreSchema {
  /// The steps from an empty file to today's tables; a step is never changed once it is released.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: scans, results, measurements, ratings") { db in
      try db.execute(sql: tables)
      try db.execute(sql: views)
    }
    migrator.registerMigration("2: scans that left the dataset, recordings of several scans") { db in
      try db.execute(sql: secondStep)
    }
    migrator.registerMigration("motions: ranges of motion") { db in try db.execute(sql: motionTables) }
    migrator.registerMigration("motions: active or passive") { db in try db.execute(sql: motionEffort) }
    migrator.registerMigration("levels beside their scale") { db in try db.execute(sql: levelsWithScale) }
    return migrator
  }

  /// Whether tables and views are those that the steps make, and nothing acts by itself: a view of a store that was received
  /// could go on without end, and a trigger could change what is written. What somebody has added beside them stays.
  static func isOurs(_ db: Database) throws -> Bool {
    let (ours, found) = (try made.get(), try statements(db))
    return ours.allSatisfy { found[$0.key] == $0.value } && !found.keys.contains { $0.hasPrefix("trigger ") }
  }

  /// The statements that make the tables and views of a new store, by their kind and name.
  private static let made = Result {
    let queue = try DatabaseQueue()
    defer { queue.end() }
    try migrator.migrate(queue)
    return try queue.read(statements)
  }

  private static func statements(_ db: Database) throws -> [String: String] {
    let request = "SELECT type || ' ' || name AS name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
    return Dictionary(try Row.fetchAll(db, sql: request).map { ($0["name"] as String, $0["sql"] as String) }) { a, _ in
      a
    }
  }

  /// The tables have no row numbers: their content lies in the order of their keys, whatever the order in which scans
  /// were done.
  private static let tables = """
    CREATE TABLE scans (
      scan TEXT NOT NULL PRIMARY KEY,
      subject TEXT, session TEXT, cohort TEXT,
      date TEXT, operator TEXT, device TEXT, age_months REAL, sex TEXT,
      source TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('recording', 'mesh')),
      status TEXT NOT NULL CHECK (status IN ('complete', 'withheld', 'failed')),
      code TEXT, reason TEXT, exit_code INTEGER, signal INTEGER,
      seconds REAL, peak_memory_mb REAL,
      landmarks TEXT, observer TEXT,
      frames INTEGER, duration_s REAL, markers_seen INTEGER, markers_expected INTEGER,
      coverage REAL, head_valid_fraction REAL, closure_mm REAL, reprojection_rms_px REAL,
      version TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE results (
      scan TEXT NOT NULL REFERENCES scans (scan) ON DELETE CASCADE,
      protocol TEXT NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('batch', 'remeasured')),
      status TEXT NOT NULL CHECK (status IN ('complete', 'withheld')),
      code TEXT, level INTEGER, scale TEXT, flattened TEXT,
      version TEXT NOT NULL,
      PRIMARY KEY (scan, protocol, origin)
    ) WITHOUT ROWID;

    CREATE TABLE measurements (
      scan TEXT NOT NULL,
      protocol TEXT NOT NULL,
      origin TEXT NOT NULL,
      quantity TEXT NOT NULL,
      value REAL, unit TEXT NOT NULL, ci_low REAL, ci_high REAL,
      status TEXT NOT NULL CHECK (status IN ('measured', 'withheld')),
      code TEXT,
      PRIMARY KEY (scan, protocol, origin, quantity),
      FOREIGN KEY (scan, protocol, origin) REFERENCES results (scan, protocol, origin) ON DELETE CASCADE
    ) WITHOUT ROWID;

    CREATE TABLE ratings (
      scan TEXT NOT NULL REFERENCES scans (scan) ON DELETE CASCADE,
      field TEXT NOT NULL,
      answer TEXT NOT NULL,
      PRIMARY KEY (scan, field)
    ) WITHOUT ROWID;

    CREATE INDEX scans_subject ON scans (subject, session);
    """

  /// A column of its own for what the dataset has no more, and for the recording without what lies with it. A code goes
  /// with the status beside it: a result that is complete has none.
  private static let secondStep = """
    ALTER TABLE scans ADD COLUMN in_dataset INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE scans ADD COLUMN content TEXT;
    DROP VIEW cvai;
    CREATE VIEW cvai AS
      SELECT s.scan, s.subject, s.session, s.cohort, s.age_months, s.sex, r.protocol, r.origin,
        m.value AS cvai, m.ci_low, m.ci_high, r.level, coalesce(m.status, s.status) AS status,
        CASE WHEN m.scan IS NULL THEN s.code ELSE m.code END AS code, s.in_dataset
      FROM scans s
      LEFT JOIN results r ON r.scan = s.scan
      LEFT JOIN measurements m
        ON m.scan = r.scan AND m.protocol = r.protocol AND m.origin = r.origin AND m.quantity = 'cvai';
    """

  /// The tables of ranges of motion.
  private static let motionTables = """
    CREATE TABLE motions (
      motion TEXT NOT NULL PRIMARY KEY,
      subject TEXT, session TEXT, date TEXT, operator TEXT, device TEXT, age_months REAL, sex TEXT,
      joint TEXT NOT NULL, side TEXT, movement TEXT NOT NULL, view TEXT, reference TEXT, dimensions INTEGER,
      status TEXT NOT NULL CHECK (status IN ('complete', 'withheld')),
      code TEXT, neutral_zero TEXT, neutral_zero_order TEXT,
      repeats INTEGER, supports_change INTEGER, frames INTEGER, valid_frames INTEGER, duration_s REAL,
      protocol TEXT NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE motion_measurements (
      motion TEXT NOT NULL REFERENCES motions (motion) ON DELETE CASCADE,
      quantity TEXT NOT NULL,
      value REAL, unit TEXT NOT NULL, ci_low REAL, ci_high REAL,
      status TEXT NOT NULL CHECK (status IN ('measured', 'withheld')),
      code TEXT,
      PRIMARY KEY (motion, quantity)
    ) WITHOUT ROWID;

    CREATE INDEX motions_subject ON motions (subject, session);
    """

  /// Whether the subject moved by itself, and where a neck's zero is. Ranges that are stored already are read anew: they have no such column, and no
  /// speeds and times.
  private static let motionEffort = """
    ALTER TABLE motions ADD COLUMN effort TEXT;
    ALTER TABLE motions ADD COLUMN neutral TEXT;
    UPDATE motions SET digest = '';
    PRAGMA user_version = 0;
    """

  /// A level beside a CVAI may be that of another measure's scale, so the scale stands beside it.
  private static let levelsWithScale = """
    DROP VIEW cvai;
    CREATE VIEW cvai AS
      SELECT s.scan, s.subject, s.session, s.cohort, s.age_months, s.sex, r.protocol, r.origin,
        m.value AS cvai, m.ci_low, m.ci_high, r.level, r.scale, coalesce(m.status, s.status) AS status,
        CASE WHEN m.scan IS NULL THEN s.code ELSE m.code END AS code, s.in_dataset
      FROM scans s
      LEFT JOIN results r ON r.scan = s.scan
      LEFT JOIN measurements m
        ON m.scan = r.scan AND m.protocol = r.protocol AND m.origin = r.origin AND m.quantity = 'cvai';
    """

  private static let views = """
    CREATE VIEW cvai AS
      SELECT s.scan, s.subject, s.session, s.cohort, s.age_months, s.sex, r.protocol, r.origin,
        m.value AS cvai, m.ci_low, m.ci_high, r.level, coalesce(m.status, s.status) AS status,
        coalesce(m.code, s.code) AS code
      FROM scans s
      LEFT JOIN results r ON r.scan = s.scan
      LEFT JOIN measurements m
        ON m.scan = r.scan AND m.protocol = r.protocol AND m.origin = r.origin AND m.quantity = 'cvai';

    CREATE VIEW to_pick AS
      SELECT scan, subject, session, source, landmarks, status, code FROM scans
      WHERE landmarks IS NULL AND (status <> 'failed') AND code IS NOT 'dataset.twin' OR landmarks = 'automatic';

    CREATE VIEW reasons AS
      SELECT status, code, count(*) AS scans FROM scans WHERE status <> 'complete' GROUP BY status, code;

    CREATE VIEW severity AS
      SELECT protocol, origin, scale, level, count(*) AS scans FROM results GROUP BY protocol, origin, scale, level;
    """
}

/// The order of protocols: by name, then by version, in which runs of digits count as numbers (`10` after `9`).
enum ProtocolVersions {
  /// The order of protocols as the database uses it.
  static let collation = DatabaseCollation("protocol_versions") { order($0, $1) }

  /// How two names with versions stand to each other.
  static func order(_ a: String, _ b: String) -> ComparisonResult {
    for (a, b) in zip(parts(a), parts(b)) where a != b {
      if let x = Int(a), let y = Int(b), x != y { return x < y ? .orderedAscending : .orderedDescending }
      return a < b ? .orderedAscending : .orderedDescending
    }
    let (m, n) = (parts(a).count, parts(b).count)
    return m == n ? .orderedSame : m < n ? .orderedAscending : .orderedDescending
  }

  /// Runs of digits, and what stands between them.
  private static func parts(_ text: String) -> [Substring] {
    text.matches(of: /[0-9]{1,18}|[^0-9]+/).map(\.output)
  }
}
