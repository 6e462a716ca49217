import { afterAll, beforeAll, expect, test } from 'vitest';
import { replayVaultState } from '../../../shared/investments/domain/reports/vault-replay.ts';
import { readVaultReport } from '../../../shared/investments/reports/vault-reports.ts';
import { readChainEntries } from '../../../shared/investments/store/onchain/chain-journal.ts';
import { readReplayRange } from '../../../shared/investments/store/onchain/past-states.ts';
import type { VaultHolding } from '../../../shared/investments/store/onchain/vault-holdings.ts';
import { verifyChainItems } from '../../../shared/investments/verify/verify-chain.ts';
import { FollowedVaults, walletOf } from '../../support/chain/followed-vaults.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { measureCapacityUnits, runAndRecordCalls } from '../../support/engine/metered.ts';
import { DAY_MS, T0 } from '../../support/ledger.ts';

let engine: EmbeddedTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const DAYS = 40;
/** Every half day from one day before the first event. The times of the events are among these times. */
const MOMENTS_MS = Array.from({ length: 2 * DAYS + 4 }, (_, i) => T0 + ((i - 2) * DAY_MS) / 2);

async function expectAgreementWithJournal(table: EmbeddedTable, place: VaultHolding): Promise<void> {
  const entries = await readChainEntries(table, place);
  const { states } = await readVaultReport(table, place, MOMENTS_MS);
  const positions = states.map((state) => state && { cost: state.cost, shares: state.holding.shares });
  const expected = MOMENTS_MS.map((moment) => {
    const state = replayVaultState(entries, moment);
    return state && { cost: state.cost, shares: state.holding.shares };
  });
  expect(positions).toEqual(expected);
  expect((await verifyChainItems(table)).differences).toEqual([]);
}

test('the vault position at a past time agrees with the journal, even after late and reversed events', async () => {
  const table = await engine.another();
  const followed = new FollowedVaults(table, 'usr_past');
  const place = await followed.follow('strat_0000aaaa', walletOf(1));
  for (let day = 0; day < DAYS; day += 2) {
    await followed.createEvent(place, { kind: 'deposit', assets: 100n, shares: 90n, days: day });
    await followed.createEvent(place, { kind: 'withdrawal', assets: -20n, shares: -19n, days: day });
  }
  await expectAgreementWithJournal(table, place);
  // Only a few stored states are later than this event, so all of them are updated immediately.
  await followed.createEvent(place, { kind: 'transfer', shares: 7n, days: DAYS - 5 });
  expect(await readReplayRange(table, place)).toBeUndefined();
  await expectAgreementWithJournal(table, place);
  // A late event that changes many of the stored past states.
  await followed.createEvent(place, { kind: 'transfer', shares: 5n, days: 3 });
  expect(await readReplayRange(table, place)).toMatchObject({ from_ms: T0 + 3 * DAY_MS });
  await expectAgreementWithJournal(table, place);
  await followed.createEvent(place, { kind: 'deposit', assets: 9n, shares: 8n, days: DAYS });
  await expectAgreementWithJournal(table, place);
  await followed.orphan();
  await expectAgreementWithJournal(table, place);
}, 60_000);

test('a report on a past vault position with 64 events needs at most one more database call than with one event', async () => {
  const costs: { read: number; calls: number }[] = [];
  for (const events of [1, 64]) {
    const table = await engine.another();
    const followed = new FollowedVaults(table, 'usr_dust');
    const place = await followed.follow('strat_0000bbbb', walletOf(2));
    for (let n = 0; n < events; n += 1) {
      await followed.createEvent(place, { kind: 'transfer', shares: 1n, days: 1 + n / 64 });
    }
    await followed.createEvent(place, { kind: 'deposit', assets: 5n, shares: 5n, days: 9 });
    const past = [T0 + 1.5 * DAY_MS, T0 + 8 * DAY_MS];
    const { calls } = await runAndRecordCalls(table, () => readVaultReport(table, place, past));
    const { read } = await measureCapacityUnits(table, () => readVaultReport(table, place, past));
    costs.push({ read, calls: calls.length });
  }
  expect(costs[1]?.read).toBeLessThanOrEqual((costs[0]?.read ?? 0) + 1);
  expect(costs[1]?.calls).toBeLessThanOrEqual((costs[0]?.calls ?? 0) + 1);
}, 60_000);
