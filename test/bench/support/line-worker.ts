import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { buildCredentialText } from '../../../shared/access/domain/credential.ts';
import { buildApiEvent, lambdaContext } from '../../support/event.ts';
import { randomRecords } from '../../support/records.ts';
import { installMemoryTable } from './memory-table.ts';

/** Bytes that one request for a page of strategies causes. */
export interface RequestBytes {
  /** Bytes of the function's log lines. */
  readonly line: number;
  /** Bytes of the response: the compressed body and the uncompressed headers. */
  readonly answer: number;
}

const CATALOG_SIZE = 2_000;
installMemoryTable();
// Loaded after the table exists, because a function reads its environment and creates its client when it starts.
const { listStrategiesRoute: listRoute } = await import('../../../shared/strategies/contract/list.ts');
const { CATALOG_SNAPSHOT_NAME, encodeCatalog } = await import(
  '../../../shared/strategies/domain/catalog/encoding/encode.ts'
);
const { defaultTable } = await import('../../../shared/platform/dynamodb/client.ts');
const { publishSnapshot } = await import('../../../shared/platform/dynamodb/snapshots/publish-snapshot.ts');
const { handler } = await import('../../../functions/strategies/list.ts');

const now = new Date();
const payload = encodeCatalog([...randomRecords(CATALOG_SIZE)]);
await publishSnapshot(defaultTable(), CATALOG_SNAPSHOT_NAME, payload, { asOf: now, now });

async function measure(): Promise<RequestBytes> {
  let line = 0;
  process.stdout.write = (text: string | Uint8Array) => {
    line += Buffer.byteLength(text);
    return true;
  };
  const headers = { 'X-API-KEY': buildCredentialText('api_key', 'live', new Uint8Array(32).fill(7)) };
  const answer = await handler(buildApiEvent(listRoute, { headers }), lambdaContext());
  if (answer.statusCode !== 200) throw new Error(`The list answered ${answer.body}`);
  const named = JSON.stringify(answer.headers ?? {});
  return { line, answer: gzipSync(answer.body).length + named.length };
}

// The first request of an instance logs more than later ones.
await measure();
parentPort?.postMessage(await measure());
