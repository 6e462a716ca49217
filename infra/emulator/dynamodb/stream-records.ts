import { DatabaseSync } from 'node:sqlite';

/** Records per statement, so that no write of the engine waits longer than a few milliseconds. */
const TRIMMED_AT_ONCE = 5000;

function withDatabase<T>(file: string, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/**
 * The engine numbers each stream record by the highest number so far, which it looks for in all of them; the time of
 * a write would grow with every write before it. With these indexes it stays the same.
 */
export function indexStream(file: string): void {
  withDatabase(file, (database) => {
    database.exec(`
      CREATE INDEX IF NOT EXISTS stream_records_by_number
        ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
      CREATE INDEX IF NOT EXISTS stream_records_by_shard
        ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));`);
  });
}

/**
 * Deletes a table's stream records below a sequence number, as AWS does after a day and the engine never. Some of
 * them at a time: resolves the number deleted, and is to be called again where that is the most at once.
 */
export function trimStream(file: string, tableName: string, below: number): number {
  return withDatabase(file, (database) => {
    const statement = database.prepare(`
      DELETE FROM _stream_records WHERE id IN (
        SELECT id FROM _stream_records
        WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ? LIMIT ${TRIMMED_AT_ONCE})`);
    return Number(statement.run(tableName, below).changes);
  });
}
