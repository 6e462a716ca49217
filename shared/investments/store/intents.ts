import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hexText } from '../../chain/abi.ts';
import { batchGet, type Item, type Key } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { withDigest } from '../../platform/dynamodb/item-digest.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS, sequenceText } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { INTENT_FAILURES, INTENT_STATES, INTENT_TYPES, STEP_TYPES } from '../contract/investment.ts';
import type { IntentState } from '../domain/onchain/states.ts';

const stepSchema = z.object({
  type: z.enum(STEP_TYPES),
  chain_id: z.int(),
  to: z.string(),
  data: z.nullable(z.string()),
  typed_data: z.nullable(z.string()),
  value: z.string(),
  gas_estimate: z.nullable(z.int()),
});

/** A permit, before or after its signature. Amounts as decimal text, the deadline in epoch seconds. */
const pendingPermitSchema = z.object({
  token: hexText,
  spender: hexText,
  value: z.string(),
  nonce: z.string(),
  deadline: z.int(),
  /** Input data of the call that uses the permit. */
  call: hexText,
});

const intentSchema = z.object({
  id: z.string(),
  /**
   * Number of changes of the intent. A write fails if the stored version is no longer the version that was read.
   */
  version: z.int(),
  owner_id: z.string(),
  /** The attribution code at the end of each call. It is secret until a call is sent. */
  code: z.string(),
  /** Number of the intent among the account's intents, from 1. */
  number: z.int(),
  /** The end user for whom the intent was made; null for the account itself. */
  user_id: z.nullable(z.string()),
  /** Id of the other half of a move; null if the intent is not part of a move. */
  counterpart_id: z.nullable(z.string()),
  type: z.enum(INTENT_TYPES),
  state: z.enum(INTENT_STATES),
  failure: z.nullable(z.enum(INTENT_FAILURES)),
  strategy_id: z.string(),
  chain: z.string(),
  chain_id: z.int(),
  vault: hexText,
  wallet: hexText,
  asset: z.string(),
  decimals: z.int(),
  /** Amount in base units of the asset. Null for a withdrawal of everything, whose amount is in `shares`. */
  assets: z.nullable(z.string()),
  shares: z.nullable(z.string()),
  share_decimals: z.int(),
  steps: z.array(stepSchema),
  /**
   * Calls that have the same effect as the steps but need no permit signature. A wallet can send them
   * together (EIP-5792).
   */
  calls: z.array(z.object({ to: z.string(), data: z.string() })),
  /**
   * Changes of the wallet's asset and shares in the simulation, in signed base units. Null without a
   * simulation.
   */
  expected: z.nullable(z.object({ assets: z.string(), shares: z.string() })),
  /** The permit that replaces an approval; null if no step is a signature. */
  permit: z.nullable(pendingPermitSchema),
  simulated: z.boolean(),
  hashes: z.array(hexText),
  /** Nonce of the last step's chain transaction; null until a node has returned that transaction. */
  nonce: z.nullable(z.int()),
  /** Whether the wallet might still execute the vault step (the last step), even after the intent has ended. */
  may_still_execute: z.boolean(),
  /** The chain transaction and block of the vault's event. */
  included: z.nullable(z.object({ hash: hexText, block: z.int(), assets: z.string(), shares: z.string() })),
  /** The result of the confirmed event: who was paid, and the wallet's balance changes in signed base units. */
  outcome: z.nullable(
    z.object({
      receiver: z.nullable(hexText),
      changes: z.nullable(z.object({ assets: z.string(), shares: z.string() })),
    }),
  ),
  created_at_ms: z.int(),
  updated_at_ms: z.int(),
  deadline_ms: z.int(),
});
/** An on-chain transaction that an account plans to send or has sent, with its state. */
export type Intent = z.infer<typeof intentSchema>;

const OPEN_STATES: readonly IntentState[] = ['pending', 'submitted'];

/**
 * The watcher follows open intents, and expired or cancelled intents that have a nonce and may still be executed.
 */
const isLive = ({ state, nonce, may_still_execute }: Intent) =>
  OPEN_STATES.includes(state) ||
  ((state === 'expired' || state === 'cancelled') && nonce !== null && may_still_execute);

/** The fields by which the watcher selects intents before it reads the complete intents. */
const liveSchema = z.object({ id: z.string(), state: z.enum(INTENT_STATES), deadline_ms: z.int() });

function openIntentItem({ chain, id, owner_id: account, state, deadline_ms }: Intent) {
  return { ...ITEMS.liveIntent.key({ chain, account, id }), id, state, deadline_ms };
}

function openIntentWrite(intent: Intent): Write {
  const { pk, sk, ...rest } = openIntentItem(intent);
  return isLive(intent) ? { Put: { Item: { pk, sk, ...rest } } } : { Delete: { Key: { pk, sk } } };
}

const walletItem = ({ id, chain, wallet }: Intent) => ({
  ...ITEMS.walletIntent.key({ chain, wallet, id }),
  id,
});

/** Returns the item in the account's list of intents, with the attributes by which the list can be filtered. */
function accountListItem({ owner_id: account, number, ...value }: Intent) {
  const { id, type, state, strategy_id, user_id } = value;
  const key = ITEMS.accountIntent.key({ account, number: sequenceText(number) });
  return { ...key, id, type, state, strategy_id, user_id };
}

/**
 * Returns the items that refer to an intent: in the lists of its wallet and its account, and, if the watcher must
 * follow it, in the list of its chain.
 */
export function intentPointers(intent: Intent): readonly (Item & Key)[] {
  return [walletItem(intent), accountListItem(intent), ...(isLive(intent) ? [openIntentItem(intent)] : [])];
}

const CONDITION_NEW = { ConditionExpression: 'attribute_not_exists(pk)' } as const;

const accountListWrite = (intent: Intent, condition = {}): Write => ({
  Put: { Item: accountListItem(intent), ...condition },
});

const intentItem = (intent: Intent) => withDigest({ ...ITEMS.intent.key({ id: intent.id }), ...intent });

/** Indexes in the array that `newIntentWrites` returns, by which the caller finds out which write has failed. */
export const INTENT_WRITE_INDEX = 0;
export const LIST_WRITE_INDEX = 3;

/**
 * Returns the writes of a new intent. The writes fail if another intent of the account already has the same
 * number.
 */
export function newIntentWrites(intent: Intent): Write[] {
  return [
    { Put: { Item: intentItem(intent), ...CONDITION_NEW } },
    { Put: { Item: walletItem(intent) } },
    openIntentWrite(intent),
    accountListWrite(intent, CONDITION_NEW),
  ];
}

/**
 * Returns the writes that replace `intentBefore` with a changed intent. The writes fail if the intent has changed
 * since it was read.
 */
export function changedIntentWrites(intentBefore: Intent, intentAfter: Intent): Write[] {
  return [
    {
      Put: {
        Item: intentItem({ ...intentAfter, version: intentBefore.version + 1 }),
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': intentBefore.version },
      },
    },
    ...(isLive(intentBefore) === isLive(intentAfter) && intentBefore.state === intentAfter.state
      ? []
      : [openIntentWrite(intentAfter)]),
    ...(intentBefore.state === intentAfter.state ? [] : [accountListWrite(intentAfter)]),
  ];
}

export const parseIntent = (item: unknown): Intent => intentSchema.parse(item);

export async function readIntent(table: Table, id: string): Promise<Intent | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.intent.key({ id }), ConsistentRead: true }),
  );
  return item === undefined ? undefined : intentSchema.parse(item);
}

async function readIntents(table: Table, pointers: readonly Record<string, unknown>[]): Promise<Intent[]> {
  const keys = pointers.map(({ id }) => ITEMS.intent.key({ id: String(id) }));
  return (await batchGet(table, keys, { consistent: true })).map((item) => intentSchema.parse(item));
}

/** Returns the intents with the given ids, in the order of the ids. Missing intents are left out. */
export async function readIntentsById(table: Table, ids: readonly string[]): Promise<Intent[]> {
  const intents = await readIntents(
    table,
    ids.map((id) => ({ id })),
  );
  const intentById = new Map(intents.map((each) => [each.id, each]));
  return ids.flatMap((id) => intentById.get(id) ?? []);
}

async function readLivePointers(table: Table, chain: string, account?: string) {
  const { pk } = ITEMS.liveIntent.key({ chain, account: '', id: '' });
  const items = await queryAll(table, { pk, sk: account === undefined ? '' : `${account}#` });
  return items.map((item) => liveSchema.parse(item));
}

/** Returns the intents on a chain that the watcher must follow. */
export async function readLiveIntents(table: Table, chain: string): Promise<Intent[]> {
  return readIntents(table, await readLivePointers(table, chain));
}

/**
 * Returns the intents whose chain transactions the watcher must look up: all that it follows, except pending
 * intents with a deadline of `beforeMs` or later.
 */
export async function readDueIntents(table: Table, chain: string, beforeMs: number): Promise<Intent[]> {
  const openIntentPointers = await readLivePointers(table, chain);
  const dueIntentPointers = openIntentPointers.filter(
    ({ state, deadline_ms }) => state !== 'pending' || deadline_ms < beforeMs,
  );
  return readIntents(table, dueIntentPointers);
}

/** Returns the number of an account's open intents on a chain. */
export async function countOpenIntents(table: Table, chain: string, account: string): Promise<number> {
  return (await readLivePointers(table, chain, account)).filter(({ state }) => OPEN_STATES.includes(state))
    .length;
}

export async function readIntentsOfWallet(table: Table, chain: string, wallet: string): Promise<Intent[]> {
  return readIntents(table, await queryAll(table, ITEMS.walletIntent.key({ chain, wallet, id: '' })));
}
