import { DatabaseSync } from 'node:sqlite';

/**
 * Version of the embedded engine's storage format that this file supports. This is the only code that opens the
 * engine's SQLite file. It changes only the table of stream records, because the engine's API cannot make these
 * changes. A file with another version is not changed; writes then become slower the longer the server runs.
 *
 * The engine has two problems that should be reported to its authors:
 *
 * - For each stream record the engine searches all records of the table for the highest number. An index on
 *   that expression (`stream_records_by_number` below), or a counter, makes the cost of a write constant.
 * - The engine never deletes stream records. DynamoDB deletes them after 24 hours.
 */
const KNOWN_FORMAT = '9';

/**
 * Maximum number of records that one statement deletes. The limit keeps the lock short, so that a write of the
 * engine waits at most a few milliseconds.
 */
const MAX_RECORDS_PER_TRIM = 5000;

function isKnownFormat(database: DatabaseSync): boolean {
  const row = database.prepare("SELECT value FROM _config WHERE key = 'schema_version'").get();
  return row?.value === KNOWN_FORMAT;
}

/**
 * Opens the engine's file and runs `use`. Returns undefined, without running `use`, when the file's format is
 * not KNOWN_FORMAT.
 */
function withStreamRecords<T>(file: string, use: (database: DatabaseSync) => T): T | undefined {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    return isKnownFormat(database) ? use(database) : undefined;
  } finally {
    database.close();
  }
}

/**
 * Adds indexes to the engine's SQLite file. With them, the engine quickly finds the number of the next stream
 * record.
 */
export function indexStream(file: string): void {
  withStreamRecords(file, (database) => {
    database.exec(`
      CREATE INDEX IF NOT EXISTS stream_records_by_number
        ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
      CREATE INDEX IF NOT EXISTS stream_records_by_shard
        ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));`);
  });
}

/**
 * Deletes stream records of a table with a sequence number below `belowPosition`, at most MAX_RECORDS_PER_TRIM
 * of them. Returns the number of deleted records. When this number is the maximum, call the function again,
 * because more records may remain.
 */
export function trimStream(file: string, tableName: string, belowPosition: number): number {
  const deletedCount = withStreamRecords(file, (database) => {
    const statement = database.prepare(`
      DELETE FROM _stream_records WHERE id IN (
        SELECT id FROM _stream_records
        WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ? LIMIT ${MAX_RECORDS_PER_TRIM})`);
    return Number(statement.run(tableName, belowPosition).changes);
  });
  return deletedCount ?? 0;
}
