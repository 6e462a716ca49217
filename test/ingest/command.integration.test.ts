import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSampleSource } from '../../shared/ingest/sources/sample.ts';
import { readEventPage } from '../../shared/platform/audit/events.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { catalogOf } from '../support/market/market.ts';
import { MARKET_NOW_MS } from '../support/market/pools.ts';

let table: EmbeddedTable;
let folder: string;
const AS_OF = new Date(MARKET_NOW_MS).toISOString();

beforeAll(async () => {
  table = await startTable();
  folder = mkdtempSync(join(tmpdir(), 'ingest-'));
  const { rows } = await createSampleSource({ size: 60, now: () => MARKET_NOW_MS }).pools();
  const text = JSON.stringify({ status: 'success', data: rows });
  writeFileSync(join(folder, 'pools.json'), text);
  writeFileSync(join(folder, 'pools.json.gz'), gzipSync(text));
  writeFileSync(join(folder, 'cut.json'), text.slice(0, 1_000));
});
afterAll(async () => {
  await table.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the command, on the table of the test by default. Returns its exit code and its output. */
function command(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  // `args` may override these options, because the last value of a repeated option counts.
  const tableFlags = ['--endpoint', table.endpoint, '--table', table.name];
  return new Promise((resolve) => {
    execFile(process.execPath, ['infra/cli/ingest.ts', ...tableFlags, ...args], (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

test('npm run ingest reads a recorded market list from a plain or gzipped file', async () => {
  const first = await command('--file', join(folder, 'pools.json'), '--as-of', AS_OF);
  expect(first).toMatchObject({ code: 0 });
  expect(first.out).toMatch(/60 strategies, from 60 pools in the data source/);
  expect(first.out).toMatch(/write units/);
  expect(first.out).toMatch(/peak memory \d+ MB/);
  expect((await catalogOf(table)).byId.size).toBe(60);
  const again = await command('--file', join(folder, 'pools.json.gz'), '--as-of', AS_OF, '--json');
  expect(JSON.parse(again.out)).toMatchObject({ outcome: 'published', itemsWritten: 0, historiesWritten: 0 });
  await processAllStreamRecords(table);
  const { items: events } = await readEventPage(
    table,
    { type: 'operator.command' },
    { page: 1, per_page: 9 },
  );
  const details = { command: 'ingest', words: '--file' };
  expect(events).toMatchObject(Array(2).fill({ actor: { kind: 'operator' }, details }));
});

describe('npm run ingest with a wrong input', () => {
  test.each<[string, string[], number, RegExp]>([
    ['an unknown option', ['--bogus'], 2, /Unknown option '--bogus'/],
    ['an unexpected argument', ['pools.json'], 2, /Unknown argument 'pools.json'/],
    ['an invalid number', ['--backfill', 'many'], 2, /--backfill must be a whole number of at most 7 digits/],
    ['an invalid time', ['--as-of', 'noon'], 2, /--as-of must be a time/],
    ['two sources', ['--file', 'x', '--sample'], 2, /cannot be used together/],
    ['a missing file', ['--file', 'none.json'], 1, /none.json: ENOENT/],
    [
      'a table that does not exist',
      ['--sample', '5', '--table', 'another'],
      1,
      /The DynamoDB table does not exist/,
    ],
  ])('npm run ingest reports %s with an error of one line', async (_, args, code, message) => {
    const result = await command(...args);
    expect(result.code).toBe(code);
    expect(result.err).toMatch(message);
    expect(result.err.trim().split('\n')).toHaveLength(1);
  });

  test('npm run ingest reports a truncated file in one line', async () => {
    const result = await command('--file', join(folder, 'cut.json'));
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/not JSON, or cut short/);
  });

  test('npm run ingest fails with a clear error if the database does not respond', async () => {
    const result = await command('--sample', '5', '--endpoint', 'http://127.0.0.1:1');
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/The DynamoDB endpoint does not respond/);
  });
});

test('npm run ingest --help explains the command', async () => {
  const { code, out } = await command('--help');
  expect(code).toBe(0);
  expect(out).toMatch(/npm run ingest -- \[options\]/);
});
