import { DatabaseSync } from 'node:sqlite';

/**
 * The one place that looks into the embedded engine's own file, for what its API cannot do. It concerns the table of
 * stream records alone, of the storage format named here; where the engine's is another, the file is left as it is,
 * and writes become slower the longer the server runs. Both matters are the engine's to mend, and to be reported there:
 *
 * - Each stream record gets the highest number so far plus one, which is looked for in all records of the table. An
 *   index on that expression (`stream_records_by_number` below), or a counter, makes the cost of a write constant.
 * - Stream records are never deleted, where DynamoDB deletes them after 24 hours.
 */
const KNOWN_FORMAT = '9';

/** Records per statement, so that no write of the engine waits longer than a few milliseconds. */
const TRIMMED_AT_ONCE = 5000;

function isKnownFormat(database: DatabaseSync): boolean {
  const row = database.prepare("SELECT value FROM _config WHERE key = 'schema_version'").get();
  return row?.value === KNOWN_FORMAT;
}

/** Undefined, with nothing done, where the file's format is not the known one. */
function withStreamRecords<T>(file: string, use: (database: DatabaseSync) => T): T | undefined {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    return isKnownFormat(database) ? use(database) : undefined;
  } finally {
    database.close();
  }
}

/** Lets the number of the next stream record be found by an index. */
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
 * Deletes a table's stream records below a sequence number, some of them at a time: returns the number deleted, and
 * is to be called again where that is the most at once.
 */
export function trimStream(file: string, tableName: string, below: number): number {
  const deleted = withStreamRecords(file, (database) => {
    const statement = database.prepare(`
      DELETE FROM _stream_records WHERE id IN (
        SELECT id FROM _stream_records
        WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ? LIMIT ${TRIMMED_AT_ONCE})`);
    return Number(statement.run(tableName, below).changes);
  });
  return deleted ?? 0;
}
