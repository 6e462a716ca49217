import { DatabaseSync } from 'node:sqlite';

/**
 * Supported version of the embedded DynamoDB engine's SQLite file. In a file with another version, old stream records
 * are not deleted.
 */
const KNOWN_SCHEMA_VERSION = '9';

/**
 * Maximum number of records that one statement deletes, so that the engine's writes wait at most a few milliseconds.
 */
const MAX_RECORDS_PER_TRIM = 5000;

function hasKnownSchemaVersion(database: DatabaseSync): boolean {
  const row = database.prepare("SELECT value FROM _config WHERE key = 'schema_version'").get();
  return row?.value === KNOWN_SCHEMA_VERSION;
}

/**
 * Runs `use` on the engine's SQLite file. Returns undefined, without running it, when the schema version is not
 * KNOWN_SCHEMA_VERSION.
 */
function withStreamDatabase<T>(file: string, use: (database: DatabaseSync) => T): T | undefined {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    return hasKnownSchemaVersion(database) ? use(database) : undefined;
  } finally {
    database.close();
  }
}

/** Adds indexes, because the database engine searches for a table's highest sequence number at each write. */
export function addStreamIndexes(file: string): void {
  withStreamDatabase(file, (database) => {
    database.exec(`
      CREATE INDEX IF NOT EXISTS stream_records_by_number
        ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
      CREATE INDEX IF NOT EXISTS stream_records_by_shard
        ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));`);
  });
}

/**
 * Deletes stream records below `endPosition`, at most MAX_RECORDS_PER_TRIM, and returns their number. The database
 * engine never deletes them itself.
 */
export function trimStream(file: string, tableName: string, endPosition: number): number {
  const deletedCount = withStreamDatabase(file, (database) => {
    const statement = database.prepare(`
      DELETE FROM _stream_records WHERE id IN (
        SELECT id FROM _stream_records
        WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ? LIMIT ${MAX_RECORDS_PER_TRIM})`);
    return Number(statement.run(tableName, endPosition).changes);
  });
  return deletedCount ?? 0;
}
