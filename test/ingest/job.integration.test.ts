import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { createSampleSource } from '../../shared/ingest/sources/sample.ts';
import { setSwitch } from '../../shared/platform/dynamodb/switches.ts';
import { METRIC_NAMESPACE, METRICS } from '../../shared/platform/metrics.ts';
import { createTable, type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { catalogOf } from '../support/market/market.ts';
import { startDefiLlama, startUpstream, type Upstream } from '../support/market/upstream.ts';

let engine: EmbeddedTable;
let upstream: Upstream;
const written: string[] = [];

beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());
beforeEach(() => {
  written.length = 0;
  vi.resetModules();
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    written.push(String(line));
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await upstream?.stop();
});

/** Returns the deployed job, which reads the source at `url` into `table`. */
async function job(table: string, url: string): Promise<() => Promise<void>> {
  vi.stubEnv('TABLE_NAME', table);
  vi.stubEnv('DYNAMODB_ENDPOINT', engine.endpoint);
  for (const name of ['DEFILLAMA_YIELDS_URL', 'DEFILLAMA_COINS_URL', 'DEFILLAMA_API_URL'])
    vi.stubEnv(name, url);
  const { handler } = await import('../../functions/ingest/run.ts');
  return handler;
}

const metric = z.looseObject({
  _aws: z.object({ CloudWatchMetrics: z.tuple([z.looseObject({ Namespace: z.literal(METRIC_NAMESPACE) })]) }),
  Table: z.string(),
  [METRICS.catalogAge.name]: z.number().min(0),
});

function readReportedAgesSeconds(): number[] {
  return written.flatMap((line) => {
    const parsed = metric.safeParse(JSON.parse(line));
    return parsed.success ? [Number(parsed.data[METRICS.catalogAge.name])] : [];
  });
}

describe('the scheduled job of the ingestion', () => {
  test('the job publishes the market that it reads from the source over HTTP', async () => {
    upstream = await startDefiLlama(createSampleSource({ size: 40, now: Date.now }));
    await (await job(engine.name, upstream.url))();
    const { byId } = await catalogOf(engine);
    expect(byId.size).toBe(40);
    expect(
      [...byId.values()].every(
        ({ source, apy_volatility_30d }) => source === 'defillama' && apy_volatility_30d,
      ),
    ).toBe(true);
    const [age, ...rest] = readReportedAgesSeconds();
    expect(age).toBeLessThan(60);
    expect(rest).toEqual([]);
  });

  test('the job reports the age of the last catalog even if the source fails', async () => {
    await createTable({ client: engine.client, name: 'ingest-fails' });
    upstream = await startDefiLlama(createSampleSource({ size: 15, now: Date.now }));
    await (await job('ingest-fails', upstream.url))();
    await upstream.stop();
    vi.resetModules();
    written.length = 0;
    upstream = await startUpstream((_, response) => {
      response.writeHead(404);
      response.end();
    });
    await expect((await job('ingest-fails', upstream.url))()).rejects.toThrow('/pools: status 404');
    expect(readReportedAgesSeconds()).toHaveLength(1);
    expect((await catalogOf({ client: engine.client, name: 'ingest-fails' })).byId.size).toBe(15);
  });

  test('while ingestion is stopped, the job only reports the age of the catalog', async () => {
    const stopped = { at: '2026-01-01T12:00:00.000Z', text: 'The source is doubted.' };
    await setSwitch(engine, 'ingestion', stopped);
    // The source address is unreachable.
    await (await job(engine.name, 'http://127.0.0.1:1'))();
    expect(readReportedAgesSeconds()).toHaveLength(1);
    await setSwitch(engine, 'ingestion', undefined);
  });

  test('the job reports no catalog age as long as no catalog was published', async () => {
    await createTable({ client: engine.client, name: 'ingest-never' });
    upstream = await startUpstream((_, response) => {
      response.writeHead(404);
      response.end();
    });
    await expect((await job('ingest-never', upstream.url))()).rejects.toThrow();
    expect(readReportedAgesSeconds()).toEqual([]);
  });
});
