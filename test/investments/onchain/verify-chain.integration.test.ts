import { DeleteCommand, PutCommand, ScanCommand, type ServiceOutputTypes } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putRescan } from '../../../shared/investments/store/onchain/rescans.ts';
import { readVaultHoldings } from '../../../shared/investments/store/onchain/vault-holdings.ts';
import { updateVaultSolvency } from '../../../shared/investments/verify/update-vault-solvency.ts';
import { verifyChainItems } from '../../../shared/investments/verify/verify-chain.ts';
import { UNDETECTED_DELETIONS } from '../../../shared/investments/verify/verify-requests.ts';
import { fixedPrefixOf, ITEMS, type ItemName } from '../../../shared/platform/dynamodb/table.ts';
import { ANN, BEN, call, startVaultChain, VAULT, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { readCaseStride } from '../../support/scale.ts';

type Item = Record<string, unknown>;

const CONFIRMATIONS = 2;
/** Number of blocks after which a block can no longer be replaced. */
const FINAL_BLOCKS = 70;
/**
 * The test changes only every `STRIDE`th kind of value. In a full run, the stride is 1. Every item is deleted once,
 * independently of the stride.
 */
const STRIDE = readCaseStride(12);
const [ann, ben] = [ANN ?? '0x', BEN ?? '0x'];

/** Every type of stored item of on-chain money. */
const CHAIN_ITEM_NAMES = [
  'vaultTransaction',
  'walletVaultTransaction',
  'liveVaultTransaction',
  'accountVaultTransaction',
  'followedWallet',
  'vaultHolding',
  'chainBalance',
  'chainEntry',
  'chainEvent',
  'chainStanding',
  'chainLog',
  'watcher',
  'chainRescan',
  'vault',
  'vaultFigures',
  'vaultComparison',
] as const satisfies readonly ItemName[];

let table: EmbeddedTable;
let chain: VaultChain;
beforeAll(async () => {
  table = await startTable();
  chain = await startVaultChain('base', CONFIRMATIONS);
}, 120_000);
afterAll(async () => {
  await chain?.stop();
  await table?.stop();
});

/** Creates two wallets of one account in a vault, with transactions and events in many states. */
async function createTransactions(): Promise<void> {
  const market = await VaultMarket.open(table, chain);
  await market.prove(ann);
  await market.prove(ben);
  const first = await market.deposit('100');
  await market.submit(first.id, await market.sign(first));
  const shares = await chain.sharesOf(ann);
  await chain.send({ from: ann, to: VAULT, data: call.transfer(ben, shares / 4n) });
  await chain.mine(FINAL_BLOCKS);
  market.userId = 'bea';
  await market.cancel((await market.deposit('1', ben)).id);
  market.userId = undefined;
  await market.watch();
  await chain.send({ from: ann, to: VAULT, data: call.transfer(ben, shares / 4n) });
  await market.sign(await market.withdraw('10'));
  await chain.mine(CONFIRMATIONS);
  await market.watch();
  await market.sign(await market.withdraw('all', ben));
  await market.watch();
  const sent = await market.deposit('2');
  await market.submit(sent.id, [`0x${'5'.repeat(64)}`]);
  await market.deposit('3');
  const log = { warn: () => undefined, error: () => undefined };
  await updateVaultSolvency({ table, clock: Date.now, log }, [chain.settings]);
  await putRescan(table, 'base', { next: 1, until: 2, started_at_ms: 3 });
}

const form = (text: string) => text.replaceAll(/\{[^}]*\}/g, '{}').split('#').length;

function kindOf({ pk, sk }: Item): ItemName | undefined {
  const fits = (template: string, text: string) =>
    template.includes('{')
      ? text.startsWith(fixedPrefixOf(template)) && form(template) === text.split('#').length
      : text === template;
  return CHAIN_ITEM_NAMES.find((name) => {
    const { template } = ITEMS[name];
    const sort = name === 'chainLog' ? true : fits(template.sk, String(sk));
    return fits(template.pk, String(pk)) && sort;
  });
}

/** Returns another value of the same type. */
function changed(value: unknown): unknown {
  if (value === null) return 'x';
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^-?\d+$/.test(value) ? String(BigInt(value) + 1n) : `${value}0`;
  if (Array.isArray(value)) return value.length === 0 ? ['0x12'] : value.slice(0, -1);
  throw new TypeError('Nothing else is stored');
}

/**
 * Returns changed copies of an item. In each copy, one value is changed or one attribute is missing. `path` names this
 * value or attribute.
 */
function variants(item: unknown, path: readonly string[] = []): { path: string; variant: unknown }[] {
  const at = path.join('.');
  if (Array.isArray(item)) {
    const inside = item.flatMap((value: unknown, i) =>
      variants(value, [...path, '[]']).map((each) => ({ ...each, variant: item.with(i, each.variant) })),
    );
    return [{ path: at, variant: changed(item) }, ...inside];
  }
  if (typeof item !== 'object' || item === null) return [{ path: at, variant: changed(item) }];
  return Object.entries(item)
    .filter(([key]) => key !== 'pk' && key !== 'sk')
    .flatMap(([key, value]) => [
      { path: [...path, key, 'gone'].join('.'), variant: without(item, key) },
      ...variants(value, [...path, key]).map((each) => ({
        path: each.path,
        variant: { ...item, [key]: each.variant },
      })),
    ]);
}

const without = (item: object, name: string) =>
  Object.fromEntries(Object.entries(item).filter(([key]) => key !== name));

/**
 * Caches the responses of the database to reads. `forget` removes the reads of the partition that contains a changed
 * item. The cache saves time, because most reads of a verification do not concern the changed item.
 */
class CachedReads {
  readonly #answers = new Map<string, Promise<{ response: unknown; output: ServiceOutputTypes }>>();

  constructor({ client }: EmbeddedTable) {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        (args) => {
          if (!/^(Get|BatchGet|Query)/.test(commandName)) return next(args);
          const question = `${commandName} ${JSON.stringify(args.input)}`;
          const answer = this.#answers.get(question) ?? next(args);
          this.#answers.set(question, answer);
          return answer;
        },
      { step: 'initialize', name: 'remembered-reads' },
    );
  }

  forget({ pk }: Item): void {
    const partition = JSON.stringify(pk);
    for (const question of this.#answers.keys())
      if (question.includes(partition)) this.#answers.delete(question);
  }
}

let reads: CachedReads;
const put = async (item: Item) => {
  await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
  reads.forget(item);
};
const remove = async (item: Item) => {
  const { pk, sk } = item;
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
  reads.forget(item);
};
const isChangeDetected = async () => (await verifyChainItems(table)).differences.length > 0;

describe('the verification of the stored on-chain data', () => {
  test('the verification finds every changed value and every deleted item in the database', async () => {
    await createTransactions();
    expect((await verifyChainItems(table)).differences).toEqual([]);
    const { Items: all = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
    const items = all.flatMap((item) => {
      const kind = kindOf(item);
      return kind === undefined ? [] : { kind, item };
    });
    expect([...new Set(items.map(({ kind }) => kind))].toSorted()).toEqual([...CHAIN_ITEM_NAMES].toSorted());
    reads = new CachedReads(table);
    const seen = new Set<string>();
    const unnoticed: string[] = [];
    const counts = { changed: 0, deleted: 0 };
    for (const { kind, item } of items) {
      const { type, effect, state } = item;
      for (const { path, variant } of variants(item)) {
        // Each field is changed only once per kind of item. Items with a different entry effect, event type or request
        // state count as different kinds.
        const name = [kind, type, effect, typeof state === 'string' ? state : '', path].join(' ');
        if (seen.has(name)) continue;
        seen.add(name);
        if (seen.size % STRIDE !== 0) continue;
        await put({ ...Object(variant) });
        counts.changed += 1;
        if (!(await isChangeDetected())) unnoticed.push(`${name} of ${String(item.pk)} ${String(item.sk)}`);
      }
      await remove(item);
      counts.deleted += 1;
      if (!(await isChangeDetected()) && !(kind in UNDETECTED_DELETIONS)) unnoticed.push(`${kind} is gone`);
      await put(item);
    }
    process.stdout.write(`on-chain verification: ${JSON.stringify(counts)} of ${items.length} items\n`);
    expect(unnoticed).toEqual([]);
    expect(counts.changed).toBeGreaterThan(450 / STRIDE);
    expect((await verifyChainItems(table)).differences).toEqual([]);
    expect(await readVaultHoldings(table, 'usr_a')).toHaveLength(2);
  }, 900_000);
});
