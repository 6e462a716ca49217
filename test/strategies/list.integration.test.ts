import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KNOWN_CHAINS } from '../../shared/chain/contract/chains.ts';
import type { Handler } from '../../shared/http/endpoint.ts';
import { buildSuccessBodySchema } from '../../shared/platform/contract/responses.ts';
import { publishSnapshot } from '../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import { requireSupportedChain } from '../../shared/strategies/catalog.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import type { StrategyRecord } from '../../shared/strategies/contract/strategy-record.ts';
import {
  CATALOG_SNAPSHOT_NAME,
  encodeCatalog,
} from '../../shared/strategies/domain/catalog/encoding/encode.ts';
import { familyOf } from '../../shared/strategies/domain/families.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { call, type EventOptions } from '../support/event.ts';
import { loadHandlers } from '../support/handlers.ts';
import { randomRecords, showStrategy, strategyRecordOf } from '../support/records.ts';

const route = strategies.list;
const AS_OF = new Date('2026-01-15T11:30:00.000Z');

let table: EmbeddedTable;
let handler: Handler;
const keys = { reader: '', other: '' };
const records: readonly StrategyRecord[] = [
  ...randomRecords(300),
  strategyRecordOf({ id: 'strat_moon', chain: 'moonchain', name: 'Moon Pool', asset: 'MOON' }),
];

/** Ids of the strategies with a registered vault, including the one with the highest TVL. */
const VAULTS: ReadonlySet<string> = new Set(
  records
    .toSorted((a, b) => b.tvl - a.tvl)
    .filter((_, index) => index % 7 === 0)
    .map(({ id }) => id),
);

beforeAll(async () => {
  table = await startTable();
  const { createKeyWithScopes } = await loadHandlers(table);
  keys.reader = await createKeyWithScopes('strategies:read');
  keys.other = await createKeyWithScopes('market:read');
  ({ handler } = await import('../../functions/strategies/list.ts'));
  await publishSnapshot(table, CATALOG_SNAPSHOT_NAME, encodeCatalog(records, VAULTS), {
    asOf: AS_OF,
    now: AS_OF,
  });
  await table.settle();
});
afterAll(() => table.stop());

function list(query: NonNullable<EventOptions['query']> = {}, key = keys.reader) {
  return call(handler, route, { query, headers: { 'X-API-KEY': key } });
}

const sortRecordsByTvl = () => records.toSorted((a, b) => b.tvl - a.tvl || (a.id < b.id ? 1 : -1));

describe('GET /strategies with 200', () => {
  test('the response has the first ten strategies by TVL with exactly the documented fields', async () => {
    const { status, body, data, meta } = await list();
    expect(status).toBe(200);
    buildSuccessBodySchema(route.response, route).parse(body);
    expect(data).toEqual(
      sortRecordsByTvl()
        .slice(0, 10)
        .map((record) => showStrategy(record, VAULTS.has(record.id) ? 'onchain' : 'sandbox')),
    );
    expect(meta).toEqual({
      as_of: AS_OF.toISOString(),
      pagination: { total: 301, count: 10, per_page: 10, current_page: 1, total_pages: 31 },
    });
  });

  test('a page past the end is empty but has the same totals', async () => {
    const last = await list({ page: '4', per_page: '100' });
    expect(last.meta.pagination).toMatchObject({ total: 301, count: 1, total_pages: 4 });
    const past = await list({ page: '1000000000', per_page: '100' });
    expect(past.data).toEqual([]);
    expect(past.meta.pagination).toMatchObject({ total: 301, count: 0, current_page: 1_000_000_000 });
  });

  test.each<[string, Record<string, string>, (record: StrategyRecord) => boolean]>([
    ['chain', { chain: 'base' }, ({ chain }) => chain === 'base'],
    ['chain in any letter case', { chain: 'ARBITRUM' }, ({ chain }) => chain === 'arbitrum'],
    ['chain by another spelling', { chain: 'OP Mainnet' }, ({ chain }) => chain === 'optimism'],
    ['a chain that only the catalog knows', { chain: 'MoonChain' }, ({ chain }) => chain === 'moonchain'],
    ['a known chain without a strategy', { chain: 'tron' }, () => false],
    ['several chains', { chain: 'base,Ethereum' }, ({ chain }) => ['base', 'ethereum'].includes(chain)],
    ['asset', { asset: 'usdc' }, ({ asset }) => asset === 'USDC'],
    ['several assets', { asset: 'usdc,eth' }, ({ asset }) => ['USDC', 'ETH'].includes(asset)],
    ['underlying', { underlying: 'usdc' }, (record) => record.underlying_assets.includes('USDC')],
    ['family', { family: 'usd' }, (record) => familyOf(record.underlying_assets) === 'USD'],
    ['exposure', { exposure: 'single' }, ({ exposure }) => exposure === 'single'],
    ['stablecoin', { stablecoin: 'true' }, ({ stablecoin }) => stablecoin === true],
    ['il_risk', { il_risk: 'false' }, ({ il_risk }) => il_risk === false],
    ['a min_apy that no strategy reaches', { min_apy: '99999999' }, () => false],
    ['a min_apy with an exponent', { min_apy: '7.5e0' }, ({ current_apy: apy }) => apy >= 7.5],
    ['search words in any order', { search: 'pool MÖON' }, ({ name }) => name === 'Moon Pool'],
    ['an asset that no strategy has', { asset: 'NOSUCH' }, () => false],
    ['min_apy', { min_apy: '7.5' }, ({ current_apy: apy }) => apy >= 7.5],
    ['a negative min_apy', { min_apy: '-1' }, () => true],
    [
      'risk_level in any letter case',
      { risk_level: 'Medium' },
      ({ risk_level: level }) => level === 'medium',
    ],
    ['several risk levels', { risk_level: 'low,High' }, ({ risk_level: level }) => level !== 'medium'],
    [
      'several types',
      { strategy_type: 'lending,Vault' },
      ({ strategy_type: type }) => ['lending', 'vault'].includes(type),
    ],
    ['protocol in any letter case', { protocol: 'Uniswap-V3' }, ({ protocol }) => protocol === 'uniswap-v3'],
    ['strategy_type', { strategy_type: 'vault' }, ({ strategy_type: type }) => type === 'vault'],
    ['min_tvl', { min_tvl: '1000000' }, ({ tvl }) => tvl >= 1_000_000],
    ['settlement in vaults', { settlement: 'onchain' }, ({ id }) => VAULTS.has(id)],
    ['settlement in the sandbox', { settlement: 'Sandbox' }, ({ id }) => !VAULTS.has(id)],
    ['a settlement that a test stage does not have', { settlement: 'none' }, () => false],
    ['search', { search: 'MOON' }, ({ name }) => name === 'Moon Pool'],
    [
      'all filters together',
      { chain: 'ethereum', risk_level: 'low', min_apy: '1', min_tvl: '20000' },
      (record) =>
        record.chain === 'ethereum' &&
        record.risk_level === 'low' &&
        record.current_apy >= 1 &&
        record.tvl >= 20_000,
    ],
  ])('the list filters by %s', async (_, query, keeps) => {
    const { status, meta, data } = await list({ ...query, per_page: '100' });
    expect(status).toBe(200);
    const expected = sortRecordsByTvl().filter(keeps);
    expect(meta.pagination.total).toBe(expected.length);
    expect(data.map(({ id }) => id)).toEqual(expected.slice(0, 100).map(({ id }) => id));
  });

  test('the list includes a strategy whose APY or TVL is exactly the minimum', async () => {
    const [highest] = sortRecordsByTvl().toSorted((a, b) => b.current_apy - a.current_apy);
    const [largest] = sortRecordsByTvl();
    const resultWithMinApy = await list({ min_apy: String(highest?.current_apy) });
    expect(resultWithMinApy.data.map(({ id }) => id)).toContain(highest?.id);
    const byMinTvl = await list({ min_tvl: String(largest?.tvl) });
    expect(byMinTvl.data.map(({ id }) => id)).toContain(largest?.id);
  });

  test.each([
    ['tvl', 'desc'],
    ['current_apy', 'desc'],
    ['created_at', 'desc'],
    ['name', 'asc'],
  ])('the list sorted by %s has the default order %s', async (sort, order) => {
    const implied = await list({ sort });
    expect(implied.data).toEqual((await list({ sort, order })).data);
    const reverse = await list({ sort, order: order === 'asc' ? 'desc' : 'asc', per_page: '100', page: '4' });
    expect(reverse.data.at(-1)).toEqual(implied.data[0]);
  });

  test('the list sorts names without regard to case', async () => {
    const { data } = await list({ sort: 'name', per_page: '100' });
    const names = data.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
  });
});

describe('GET /strategies with 400', () => {
  const decimal = 'must be a decimal number';
  const whole = 'must be a whole number from 1 to';
  test.each<[string, Record<string, string>, string, string]>([
    ['a page of zero', { page: '0' }, 'query.page', whole],
    ['a negative page', { page: '-1' }, 'query.page', whole],
    ['a fractional page', { page: '1.5' }, 'query.page', whole],
    ['a page in words', { page: 'two' }, 'query.page', whole],
    ['an empty page', { page: '' }, 'query.page', whole],
    ['a page with a blank', { page: ' 1' }, 'query.page', whole],
    ['a page in hexadecimal', { page: '0x1' }, 'query.page', whole],
    ['a page with an exponent', { page: '1e3' }, 'query.page', whole],
    ['a page number that is too large', { page: '99999999999999999999' }, 'query.page', whole],
    ['a per_page of zero', { per_page: '0' }, 'query.per_page', `${whole} 100`],
    ['a per_page above 100', { per_page: '101' }, 'query.per_page', `${whole} 100`],
    ['a fractional per_page', { per_page: '10.0' }, 'query.per_page', `${whole} 100`],
    ['a per_page that is not a number', { per_page: 'NaN' }, 'query.per_page', `${whole} 100`],
    ['a min_apy in words', { min_apy: 'five' }, 'query.min_apy', decimal],
    ['an empty min_apy', { min_apy: '' }, 'query.min_apy', decimal],
    ['a min_apy with a percent sign', { min_apy: '5%' }, 'query.min_apy', decimal],
    ['an infinite min_apy', { min_apy: 'Infinity' }, 'query.min_apy', decimal],
    ['a min_apy that is too large', { min_apy: '1e999' }, 'query.min_apy', decimal],
    ['an unknown family', { family: 'gold' }, 'query.family', 'must be one of ETH, BTC, USD'],
    [
      'a stablecoin that is neither true nor false',
      { stablecoin: 'maybe' },
      'query.stablecoin',
      'must be one of true, false',
    ],
    [
      'an unknown settlement',
      { settlement: 'cash' },
      'query.settlement',
      'must be one of onchain, sandbox, none',
    ],
    ['a min_tvl with separators', { min_tvl: '1,000' }, 'query.min_tvl', decimal],
    ['an empty asset', { asset: '' }, 'query.asset', 'must be 1 to 64 printable characters'],
    [
      'an asset that is too long',
      { asset: 'A'.repeat(65) },
      'query.asset',
      'must be 1 to 64 printable characters',
    ],
    [
      'an asset with a control character',
      { asset: 'US\u0000DC' },
      'query.asset',
      'must be 1 to 64 printable',
    ],
    ['an empty protocol', { protocol: '' }, 'query.protocol', 'must be 1 to 128 printable characters'],
    [
      'a strategy_type that is too long',
      { strategy_type: 'x'.repeat(65) },
      'query.strategy_type',
      'must be 1 to 64',
    ],
    ['an empty search', { search: '' }, 'query.search', 'must be 1 to 128 printable characters'],
    ['a search without a word', { search: ' ' }, 'query.search', 'must contain a visible character'],
    ['a search of 10 kB', { search: 'x'.repeat(10_000) }, 'query.search', 'must be 1 to 128 printable'],
    ['a search with a line feed', { search: 'a\nb' }, 'query.search', 'must be 1 to 128 printable'],
    [
      'a search with broken percent-encoding',
      { search: '\uFFFD' },
      'query.search',
      'must be 1 to 128 printable',
    ],
    ['an unknown sort', { sort: 'apy' }, 'query.sort', 'must be one of tvl, current_apy, name, created_at'],
    ['an unknown order', { order: 'up' }, 'query.order', 'must be one of asc, desc'],
    [
      'an unknown parameter',
      { limit: '5' },
      'query.limit',
      'is not a parameter of this endpoint (known: chain',
    ],
    [
      'a known parameter in another letter case',
      { Chain: 'base' },
      'query.Chain',
      'is not a parameter of this endpoint',
    ],
    ['a name from the object prototype', { __proto__x: '1' }, 'query.__proto__x', 'is not a parameter'],
  ])(
    'the error for an invalid parameter names the parameter and its rule: %s',
    async (_, query, path, rule) => {
      const { status, body, issues, error } = await list(query);
      expect(status).toBe(400);
      expect(body).toMatchObject({ success: false, error: { code: 'invalid_request' } });
      expect(issues).toEqual([{ path, message: expect.stringContaining(rule) }]);
      expect(error.message).toContain(path);
    },
  );

  test.each([
    ['', 'query.risk_level'],
    ['extreme', 'query.risk_level'],
    ['low,extreme', 'query.risk_level'],
  ])('the value %j of risk_level is answered with invalid_risk_level', async (risk, path) => {
    const { status, error } = await list({ risk_level: risk });
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: 'invalid_risk_level',
      details: { issues: [{ path, message: 'must be one of low, medium, high' }] },
    });
  });

  test.each(['atlantis', 'ethereum,atlantis', 'ethereu', '__proto__', 'constructor'])(
    'the chain %j is answered with invalid_chain and the supported chains',
    async (chain) => {
      const { status, error, issues } = await list({ chain });
      expect(status).toBe(400);
      expect(error.code).toBe('invalid_chain');
      expect(issues).toEqual([
        {
          path: 'query.chain',
          message: 'is not a supported chain; GET /market/chains lists the supported chains',
        },
      ]);
      expect(error.details?.supported).toEqual(
        [...new Set([...KNOWN_CHAINS, ...records.map((record) => record.chain)])].sort(),
      );
    },
  );

  test('the invalid_chain error names as many supported chains as fit into 4 kB', () => {
    const values = () => Array.from({ length: 2_000 }, (_, index) => `a-chain-of-a-long-name-${index}`);
    try {
      requireSupportedChain({ has: () => false, values }, 'atlantis');
      expect.unreachable();
    } catch (error) {
      expect(Buffer.byteLength(JSON.stringify(error))).toBeLessThan(4_096);
      expect(error).toMatchObject({ code: 'invalid_chain', details: { supported: expect.any(Array) } });
    }
  });

  test.each(['', 'x'.repeat(65), 'a\tb'])(
    'the chain name %j, which no chain can have, is answered with invalid_chain',
    async (chain) => {
      const { status, error } = await list({ chain });
      expect([status, error.code]).toEqual([400, 'invalid_chain']);
    },
  );

  test('a repeated query parameter is accepted only if it is a list', async () => {
    const { status, issues } = await list({ min_apy: ['1', '2'] });
    expect(status).toBe(400);
    expect(issues).toEqual([{ path: 'query.min_apy', message: 'must be sent only once' }]);
    const repeated = await list({ chain: ['base', 'ethereum'] });
    expect(repeated.data).toEqual((await list({ chain: 'base,ethereum' })).data);
    expect(repeated.meta.pagination.total).toBeGreaterThan(0);
  });

  test('all broken rules of a request are reported in one response', async () => {
    const { issues } = await list({ page: '0', per_page: '1000', sort: 'x', nope: '1' });
    expect(issues.map(({ path }) => path).sort()).toEqual([
      'query.nope',
      'query.page',
      'query.per_page',
      'query.sort',
    ]);
  });
});

describe('the caller of GET /strategies', () => {
  test('a caller without a credential is answered with 401 unauthorized', async () => {
    const { status, error } = await call(handler, route);
    expect([status, error.code]).toEqual([401, 'unauthorized']);
  });

  test('a caller whose key lacks the scope is answered with 403 forbidden', async () => {
    const { status, error } = await list({}, keys.other);
    expect([status, error.code]).toEqual([403, 'forbidden']);
  });
});

test('GET /strategies returns an empty list before the first ingestion', async () => {
  const fresh = await startTable();
  const { status, data, meta } = await (await loadHandlers(fresh)).call(route);
  await fresh.stop();
  expect([status, data, meta.as_of]).toEqual([200, [], null]);
  expect(meta.pagination).toMatchObject({ total: 0, count: 0, total_pages: 0 });
});
