import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Handler } from '../../shared/http/endpoint.ts';
import { buildSuccessBodySchema } from '../../shared/platform/contract/responses.ts';
import { publishSnapshot } from '../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import {
  CATALOG_SNAPSHOT_NAME,
  encodeCatalog,
} from '../../shared/strategies/domain/catalog/encoding/encode.ts';
import { assessRisk } from '../../shared/strategies/domain/risk/risk.ts';
import { putStrategies } from '../../shared/strategies/store/strategies.ts';
import { putVault, type Vault } from '../../shared/strategies/store/vaults.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { call } from '../support/event.ts';
import { loadHandlers } from '../support/handlers.ts';
import { strategyRecordOf } from '../support/records.ts';

const route = strategies.get;
const list = strategies.list;
const AS_OF = new Date('2026-01-05T10:00:00.000Z');
const plain = strategyRecordOf({ id: 'strat_listed', apy_reward: 1.5, flags: ['low_tvl'] });
const listed = { ...plain, risk: assessRisk(plain).risk };
const PROTOCOL_FACTS = {
  listed_since: '2022-03-16T00:00:00.000Z',
  audits: { audited: true, links: ['https://example.com/audit.pdf'] },
  hacks: [],
};
/** The stored item of the listed strategy. Its values are older than the catalog's values. */
const lagging = { ...listed, current_apy: 5, tvl: 1_100_000, status: 'listed' as const };
const paused = { ...listed, id: 'strat_paused', status: 'paused' as const };
const unlisted = strategyRecordOf({ id: 'strat_unlisted', status: 'unlisted' });
const closedVault: Vault = {
  strategy_id: paused.id,
  chain: 'ethereum',
  address: `0x${'1'.repeat(40)}`,
  asset: { address: `0x${'2'.repeat(40)}`, symbol: 'USDC', decimals: 6 },
  share_decimals: 18,
  added_at: AS_OF.toISOString(),
  fees: { entry_percent: 0, exit_percent: 0, performance_percent: null },
  rebasing: false,
  closed: true,
};

let table: EmbeddedTable;
let handler: Handler;
const keys = { reader: '', other: '' };

beforeAll(async () => {
  table = await startTable();
  const router = { address: `0x${'3'.repeat(40)}`, kind: 'yearn' };
  vi.stubEnv('CHAIN_SETTINGS', JSON.stringify({ ethereum: { chainId: 31_337_001, router } }));
  const { createKeyWithScopes } = await loadHandlers(table);
  keys.reader = await createKeyWithScopes('strategies:read');
  keys.other = await createKeyWithScopes('wallet:read');
  ({ handler } = await import('../../functions/strategies/get.ts'));
  await putStrategies(table, [lagging, unlisted]);
  await putVault(table, closedVault);
  const catalog = encodeCatalog(
    [listed, paused],
    undefined,
    new Set([paused.id]),
    new Map([['aave-v3', PROTOCOL_FACTS]]),
  );
  await publishSnapshot(table, CATALOG_SNAPSHOT_NAME, catalog, { asOf: AS_OF, now: AS_OF });
  await table.settle();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await table.stop();
});

function get(id: string, query: Record<string, string> = {}, key = keys.reader) {
  return call(handler, route, { params: { id }, query, headers: { 'X-API-KEY': key } });
}

describe('GET /strategies/{id} with 200', () => {
  test('the response has the strategy with its risk and origin, without internal fields', async () => {
    const { status, body } = await get(listed.id);
    expect(status).toBe(200);
    buildSuccessBodySchema(route.response, route).parse(body);
    const { source_pool_id, token_addresses: _tokens, outlier: _outlier, ...visible } = listed;
    const identity = {
      chain_id: 1,
      tokens: [],
      source_pool: { id: source_pool_id, url: `https://defillama.com/yields/pool/${source_pool_id}` },
      protocol_info: { name: 'Aave V3', url: 'https://aave.com', ...PROTOCOL_FACTS },
    };
    const money = {
      deposit_asset: { symbol: 'USDC', decimals: 6, address: null },
      settlement: 'sandbox',
      vault: null,
      execution_contracts: [],
    };
    expect(body).toEqual({ success: true, data: { ...visible, ...identity, ...money }, meta: {} });
  });

  test('the response has the same figures as GET /strategies, even if the stored item of the strategy is older', async () => {
    const listing = await import('../../functions/strategies/list.ts');
    const { data } = await call(listing.handler, list, { headers: { 'X-API-KEY': keys.reader } });
    expect(data).toHaveLength(2);
    for (const element of data) expect((await get(element.id)).data).toMatchObject(element);
  });

  test('the response says that a paused strategy is paused', async () => {
    expect((await get(paused.id)).data).toMatchObject({ id: paused.id, status: 'paused' });
  });

  test('the response shows that a closed vault accepts no deposits', async () => {
    const { data } = await get(paused.id);
    expect([data.settlement, data.vault?.address]).toEqual(['none', closedVault.address]);
  });

  test('the response has the contracts that transaction steps may call, even for a closed vault', async () => {
    const { data } = await get(paused.id);
    const place = { chain: 'ethereum', chain_id: 31_337_001 };
    expect(data.execution_contracts).toEqual([
      { role: 'vault', ...place, address: closedVault.address, kind: null },
      { role: 'asset', ...place, address: closedVault.asset.address, kind: null },
      { role: 'router', ...place, address: `0x${'3'.repeat(40)}`, kind: 'yearn' },
    ]);
  });

  test('the response shows a strategy that is no longer listed, with the status unlisted', async () => {
    const { status, data } = await get(unlisted.id);
    expect([status, data.status]).toEqual([200, 'unlisted']);
  });
});

describe('GET /strategies/{id} with 404 strategy_not_found', () => {
  test.each([
    'strat_unknown',
    'STRAT_LISTED',
    'nothing',
    'strat_listed ',
    "strat_' OR 1=1",
    '../strat_listed',
    '🦄',
  ])('the response is 404 for the id %j', async (id) => {
    const { status, body } = await get(id);
    expect(status).toBe(404);
    expect(body).toEqual({
      success: false,
      error: {
        code: 'strategy_not_found',
        message: 'No strategy with this id exists. GET /strategies lists all ids.',
        details: { request_id: expect.any(String) },
      },
    });
  });
});

describe('GET /strategies/{id} with 400', () => {
  test.each(['x'.repeat(129), 'strat\u0000', '\uFFFD'])('the response is 400 for the id %j', async (id) => {
    const { status, issues } = await get(id);
    expect(status).toBe(400);
    expect(issues).toEqual([{ path: 'params.id', message: 'must be 1 to 128 printable characters' }]);
  });

  test('the response is 400 for any query parameter', async () => {
    const { status, issues } = await get(listed.id, { fields: 'name' });
    expect(status).toBe(400);
    expect(issues).toEqual([
      { path: 'query.fields', message: 'is not a parameter of this endpoint (known: none)' },
    ]);
  });
});

describe('the caller of GET /strategies/{id}', () => {
  test('a caller without a credential is answered with 401, whether the strategy exists or not', async () => {
    for (const id of [listed.id, 'strat_unknown']) {
      const { status, error } = await call(handler, route, { params: { id } });
      expect([status, error.code]).toEqual([401, 'unauthorized']);
    }
  });

  test('a caller whose key lacks the scope is answered with 403', async () => {
    const { status, error } = await get(listed.id, {}, keys.other);
    expect([status, error.code]).toEqual([403, 'forbidden']);
  });
});

test('a strategy is read from its DynamoDB item while no catalog can be read', async () => {
  const bare = await startTable();
  try {
    await putStrategies(bare, [lagging]);
    await bare.settle();
    const { send } = await loadHandlers(bare);
    const { status, data } = await send(route, { params: { id: lagging.id } });
    expect([status, data.tvl]).toEqual([200, lagging.tvl]);
    expect((await send(route, { params: { id: 'strat_unknown' } })).status).toBe(404);
  } finally {
    await bare.stop();
  }
});
