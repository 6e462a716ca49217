import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import { createAccountsContext, makeKey, makeUser } from '../../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { publishMarket } from '../../support/market/published-market.ts';
import { expectedApyAround, randomRecords } from '../../support/records.ts';

const AS_OF = new Date('2026-01-31T12:00:00Z');
const HISTORY_DAYS = 40;

/** Publishes a market of random records with slightly varying figures, and an expected APY that differs by horizon. */
async function publishRandomMarket(table: EmbeddedTable, size: number): Promise<void> {
  const swing = (level: number, index: number) =>
    Array.from({ length: HISTORY_DAYS }, (_, day) => level * (1 + Math.sin(day + index) / 10));
  const expectation = (apy: number, index: number): StrategyRecord['expected_apy'] => {
    const over = (horizon: '7d' | '30d' | '90d', place: number) =>
      expectedApyAround(apy * (1 + Math.sin(place + index) / 5))[horizon];
    return { '7d': over('7d', 0), '30d': over('30d', 1), '90d': over('90d', 2) };
  };
  const strategies = Array.from(randomRecords(size), (record, index) => ({
    record: { ...record, as_of: AS_OF.toISOString(), expected_apy: expectation(record.current_apy, index) },
    apy: swing(record.current_apy, index),
    tvl: swing(record.tvl, index + 1),
  }));
  const assets = [...new Set(strategies.flatMap(({ record }) => record.underlying_assets))];
  await publishMarket(table, {
    strategies,
    prices: assets.map((asset) => ({ asset, price: 1, confidence: 1, asOf: AS_OF.toISOString() })),
    chainTvl: [],
    asOf: AS_OF,
    // The measured requests do not read daily histories.
    withHistories: false,
  });
}

/**
 * Runs a script that calls functions on a random market. It runs in its own process, because a function reads its
 * environment once. BENCH_KEY has the key of a user without limits, and BENCH_SIZE the size of the market.
 *
 * @param script URL of the script file
 */
export async function runMarketBenchmark(
  script: string,
  size: number,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const table = await startTable();
  try {
    await publishRandomMarket(table, size);
    const accounts = createAccountsContext(table);
    const limits = { requestsPerMinute: 1_000_000, burst: 1_000_000 };
    const user = await makeUser(accounts, { plan: 'enterprise', limits });
    const { text: key } = await makeKey(accounts, user.id);
    const timer = spawn(process.execPath, [fileURLToPath(script)], {
      stdio: 'inherit',
      env: {
        ...process.env,
        DYNAMODB_ENDPOINT: table.endpoint,
        TABLE_NAME: table.name,
        DEPLOYMENT: 'local',
        STAGE_KIND: 'test',
        BENCH_KEY: key,
        BENCH_SIZE: String(size),
        ...environment,
      },
    });
    const [code]: unknown[] = await once(timer, 'exit');
    if (code !== 0) throw new Error(`Timing ${size} strategies ended with ${code}`);
  } finally {
    await table.stop();
  }
}
