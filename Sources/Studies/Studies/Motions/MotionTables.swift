/// The tables of ranges of motion in a study's store.
enum MotionTables {
  static let sql = """
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
  static let effort = """
    ALTER TABLE motions ADD COLUMN effort TEXT;
    ALTER TABLE motions ADD COLUMN neutral TEXT;
    UPDATE motions SET digest = '';
    PRAGMA user_version = 0;
    """
}
