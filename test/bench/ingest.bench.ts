import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startTable } from '../support/engine/embedded-table.ts';

/** Measures the cost of the ingestion: database units, seconds and peak memory over four runs in one process. */
const { values } = parseArgs({ options: { sizes: { type: 'string', default: '2000,20000' } } });

/** The Node option with which `npm run ingest` runs. */
const HEAP_FLAGS = ['--max-semi-space-size=8'];

const COLUMNS = ['read', 'history', 'items', 'snapshots', 'seconds', 'peak MB'];
console.log(
  `${'size'.padStart(7)}  ${'run'.padEnd(24)}${COLUMNS.map((text) => text.padStart(11)).join('')}\n` +
    'Read units; write units of histories, items and snapshots; the peak is that of the process so far.',
);
for (const size of values.sizes.split(',')) {
  const table = await startTable();
  try {
    const worker = spawn(
      process.execPath,
      [...HEAP_FLAGS, fileURLToPath(import.meta.resolve('./support/ingest-worker.ts'))],
      {
        stdio: 'inherit',
        env: {
          ...process.env,
          DYNAMODB_ENDPOINT: table.endpoint,
          DYNAMODB_TIMEOUT_MS: '20000',
          TABLE_NAME: table.name,
          BENCH_SIZE: size,
        },
      },
    );
    const [code]: unknown[] = await once(worker, 'exit');
    if (code !== 0) throw new Error(`Ingesting ${size} strategies ended with ${code}`);
  } finally {
    await table.stop();
  }
}
