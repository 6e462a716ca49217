import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hexSchema } from '../../chain/abi.ts';
import { batchGet, type Item, type Key } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { withDigest } from '../../platform/dynamodb/item-digest.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { formatSequence, ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import {
  STEP_TYPES,
  VAULT_TRANSACTION_FAILURES,
  VAULT_TRANSACTION_STATES,
  VAULT_TRANSACTION_TYPES,
} from '../contract/investment.ts';
import type { VaultTransactionState } from '../domain/onchain/states.ts';

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
const storedPermitSchema = z.object({
  token: hexSchema,
  spender: hexSchema,
  value: z.string(),
  nonce: z.string(),
  deadline: z.int(),
  /** Input data of the call that uses the permit. */
  call: hexSchema,
});

const vaultTransactionSchema = z.object({
  id: z.string(),
  /**
   * Number of changes of the vault transaction. A write fails if the stored version is no longer the version that was
   * read.
   */
  version: z.int(),
  owner_id: z.string(),
  /** The attribution code at the end of each call. It is secret until a call is sent. */
  code: z.string(),
  /** Number of the vault transaction among the account's vault transactions, from 1. */
  number: z.int(),
  /** The end user for whom the vault transaction was made; null for the account itself. */
  user_id: z.nullable(z.string()),
  /** Id of the other half of a move; null if the vault transaction is not part of a move. */
  counterpart_id: z.nullable(z.string()),
  type: z.enum(VAULT_TRANSACTION_TYPES),
  state: z.enum(VAULT_TRANSACTION_STATES),
  failure: z.nullable(z.enum(VAULT_TRANSACTION_FAILURES)),
  strategy_id: z.string(),
  chain: z.string(),
  chain_id: z.int(),
  vault: hexSchema,
  wallet: hexSchema,
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
  permit: z.nullable(storedPermitSchema),
  simulated: z.boolean(),
  hashes: z.array(hexSchema),
  /** Nonce of the last step's chain transaction; null until a node has returned that transaction. */
  nonce: z.nullable(z.int()),
  /**
   * Whether the wallet might still execute the vault step (the last step), even after the vault transaction has
   * ended.
   */
  may_still_execute: z.boolean(),
  /** The chain transaction and block of the vault's event. */
  included: z.nullable(z.object({ hash: hexSchema, block: z.int(), assets: z.string(), shares: z.string() })),
  /**
   * Result of the confirmed vault event. `changes`: the wallet's balance changes in base units, negative for a
   * decrease.
   */
  outcome: z.nullable(
    z.object({
      receiver: z.nullable(hexSchema),
      changes: z.nullable(z.object({ assets: z.string(), shares: z.string() })),
    }),
  ),
  created_at_ms: z.int(),
  updated_at_ms: z.int(),
  deadline_ms: z.int(),
});
/** An on-chain transaction that an account plans to send or has sent, with its state. */
export type VaultTransaction = z.infer<typeof vaultTransactionSchema>;

const OPEN_STATES: readonly VaultTransactionState[] = ['pending', 'submitted'];

/**
 * The watcher follows open vault transactions. It also follows expired or cancelled ones with a known nonce that may
 * still be executed.
 */
const isWatchedVaultTransaction = ({ state, nonce, may_still_execute }: VaultTransaction) =>
  OPEN_STATES.includes(state) ||
  ((state === 'expired' || state === 'cancelled') && nonce !== null && may_still_execute);

/** The watcher selects vault transactions with these fields. It then reads only the selected ones completely. */
const liveTransactionPointerSchema = z.object({
  id: z.string(),
  state: z.enum(VAULT_TRANSACTION_STATES),
  deadline_ms: z.int(),
});

function toLivePointerItem({ chain, id, owner_id: account, state, deadline_ms }: VaultTransaction) {
  return { ...ITEMS.liveVaultTransaction.key({ chain, account, id }), id, state, deadline_ms };
}

function buildWatchedPointerWrite(vaultTransaction: VaultTransaction): Write {
  const { pk, sk, ...rest } = toLivePointerItem(vaultTransaction);
  return isWatchedVaultTransaction(vaultTransaction)
    ? { Put: { Item: { pk, sk, ...rest } } }
    : { Delete: { Key: { pk, sk } } };
}

const toWalletTransactionItem = ({ id, chain, wallet }: VaultTransaction) => ({
  ...ITEMS.walletVaultTransaction.key({ chain, wallet, id }),
  id,
});

/** Returns the vault transaction's item in its account's list. It contains the fields that filter the list. */
function toAccountListItem({ owner_id: account, number, ...value }: VaultTransaction) {
  const { id, type, state, strategy_id, user_id } = value;
  const key = ITEMS.accountVaultTransaction.key({ account, number: formatSequence(number) });
  return { ...key, id, type, state, strategy_id, user_id };
}

/**
 * Returns a vault transaction's items in the lists of its wallet and its account. While the watcher follows the
 * transaction, also returns its item in the list of the chain.
 */
export function buildVaultTransactionPointers(vaultTransaction: VaultTransaction): readonly (Item & Key)[] {
  return [
    toWalletTransactionItem(vaultTransaction),
    toAccountListItem(vaultTransaction),
    ...(isWatchedVaultTransaction(vaultTransaction) ? [toLivePointerItem(vaultTransaction)] : []),
  ];
}

const IS_NEW_CONDITION = { ConditionExpression: 'attribute_not_exists(pk)' } as const;

const buildAccountListWrite = (vaultTransaction: VaultTransaction, conditionFields = {}): Write => ({
  Put: { Item: toAccountListItem(vaultTransaction), ...conditionFields },
});

const toVaultTransactionItem = (vaultTransaction: VaultTransaction) =>
  withDigest({ ...ITEMS.vaultTransaction.key({ id: vaultTransaction.id }), ...vaultTransaction });

/** Indexes of writes in the array that `buildNewVaultTransactionWrites` returns. */
export const VAULT_TRANSACTION_WRITE_INDEX = 0;
export const ACCOUNT_LIST_WRITE_INDEX = 3;

/**
 * Returns the writes of a new vault transaction. The writes fail if another vault transaction of the account already
 * has the same number.
 */
export function buildNewVaultTransactionWrites(vaultTransaction: VaultTransaction): Write[] {
  return [
    { Put: { Item: toVaultTransactionItem(vaultTransaction), ...IS_NEW_CONDITION } },
    { Put: { Item: toWalletTransactionItem(vaultTransaction) } },
    buildWatchedPointerWrite(vaultTransaction),
    buildAccountListWrite(vaultTransaction, IS_NEW_CONDITION),
  ];
}

/**
 * Returns the writes that replace `vaultTransactionBefore` with a changed vault transaction. The writes fail if the
 * vault transaction has changed since it was read.
 */
export function buildVaultTransactionUpdateWrites(
  vaultTransactionBefore: VaultTransaction,
  vaultTransactionAfter: VaultTransaction,
): Write[] {
  return [
    {
      Put: {
        Item: toVaultTransactionItem({
          ...vaultTransactionAfter,
          version: vaultTransactionBefore.version + 1,
        }),
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': vaultTransactionBefore.version },
      },
    },
    ...(isWatchedVaultTransaction(vaultTransactionBefore) ===
      isWatchedVaultTransaction(vaultTransactionAfter) &&
    vaultTransactionBefore.state === vaultTransactionAfter.state
      ? []
      : [buildWatchedPointerWrite(vaultTransactionAfter)]),
    ...(vaultTransactionBefore.state === vaultTransactionAfter.state
      ? []
      : [buildAccountListWrite(vaultTransactionAfter)]),
  ];
}

export const parseVaultTransaction = (item: unknown): VaultTransaction => vaultTransactionSchema.parse(item);

export async function readVaultTransaction(table: Table, id: string): Promise<VaultTransaction | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.vaultTransaction.key({ id }), ConsistentRead: true }),
  );
  return item === undefined ? undefined : vaultTransactionSchema.parse(item);
}

async function readVaultTransactions(
  table: Table,
  pointerItems: readonly Record<string, unknown>[],
): Promise<VaultTransaction[]> {
  const keys = pointerItems.map(({ id }) => ITEMS.vaultTransaction.key({ id: String(id) }));
  return (await batchGet(table, keys, { consistent: true })).map((item) =>
    vaultTransactionSchema.parse(item),
  );
}

/**
 * Returns the vault transactions with the given ids, in the order of the ids. Missing vault transactions are left
 * out.
 */
export async function readVaultTransactionsById(
  table: Table,
  ids: readonly string[],
): Promise<VaultTransaction[]> {
  const vaultTransactions = await readVaultTransactions(
    table,
    ids.map((id) => ({ id })),
  );
  const vaultTransactionById = new Map(vaultTransactions.map((each) => [each.id, each]));
  return ids.flatMap((id) => vaultTransactionById.get(id) ?? []);
}

async function readWatchedVaultTransactionPointers(table: Table, chain: string, account?: string) {
  const { pk } = ITEMS.liveVaultTransaction.key({ chain, account: '', id: '' });
  const items = await queryAll(table, { pk, sk: account === undefined ? '' : `${account}#` });
  return items.map((item) => liveTransactionPointerSchema.parse(item));
}

/** Returns the vault transactions on a chain that the watcher must follow. */
export async function readWatchedVaultTransactions(table: Table, chain: string): Promise<VaultTransaction[]> {
  return readVaultTransactions(table, await readWatchedVaultTransactionPointers(table, chain));
}

/**
 * Returns the vault transactions that the watcher must look up on the chain. A pending vault transaction is included
 * only if its deadline is before `dueBeforeMs`.
 */
export async function readDueVaultTransactions(
  table: Table,
  chain: string,
  dueBeforeMs: number,
): Promise<VaultTransaction[]> {
  const watchedVaultTransactionPointers = await readWatchedVaultTransactionPointers(table, chain);
  const dueVaultTransactionPointers = watchedVaultTransactionPointers.filter(
    ({ state, deadline_ms }) => state !== 'pending' || deadline_ms < dueBeforeMs,
  );
  return readVaultTransactions(table, dueVaultTransactionPointers);
}

/** Returns the number of an account's open vault transactions on a chain. */
export async function countOpenVaultTransactions(
  table: Table,
  chain: string,
  account: string,
): Promise<number> {
  return (await readWatchedVaultTransactionPointers(table, chain, account)).filter(({ state }) =>
    OPEN_STATES.includes(state),
  ).length;
}

export async function readVaultTransactionsOfWallet(
  table: Table,
  chain: string,
  wallet: string,
): Promise<VaultTransaction[]> {
  return readVaultTransactions(
    table,
    await queryAll(table, ITEMS.walletVaultTransaction.key({ chain, wallet, id: '' })),
  );
}
