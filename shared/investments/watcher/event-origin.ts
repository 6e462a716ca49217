import { findAttributionCodes } from '../../chain/attribution.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { NodeBatch, nodeRequests } from '../../chain/node.ts';
import { absoluteValue } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { isProvenWallet } from '../../wallets/proven.ts';
import {
  type AttributableEvent,
  findIntentByCode,
  findIntentsByHash,
  intentsOpenForEvent,
} from '../domain/onchain/attribution.ts';
import { type Intent, readIntentsOfWallet } from '../store/intents.ts';
import type { RecordedLog } from '../store/onchain/chain-logs.ts';
import { UnsteadyChainError } from './unsteady-chain.ts';

/** The fields of a vault event that decide which intent it carries out. */
type LogWithOrigin = Pick<
  RecordedLog,
  'log_key' | 'kind' | 'vault' | 'wallet' | 'assets' | 'shares' | 'transaction_hash' | 'block'
>;

/**
 * The intents that events carry out, by the event's key (`log_key`). External transactions have no intent.
 */
type IntentsByEvent = ReadonlyMap<string, Intent>;

/** A function that finds the intents that events carry out. */
export type OriginsLookup = (logs: readonly LogWithOrigin[]) => Promise<IntentsByEvent>;

/**
 * A function that reads the attribution codes in the input of each event's chain transaction, in order. The
 * result is by the event's key (`log_key`).
 */
export type CodesLookup = (logs: readonly LogWithOrigin[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/**
 * Reads attribution codes from a chain's node. One batch reads the chain transaction and the receipt of each
 * event.
 *
 * @throws UnsteadyChainError when the node returned an event but not its transaction
 */
export function readCodesFromChain(chain: ChainSettings): CodesLookup {
  return async (logs) => {
    const batch = new NodeBatch(chain);
    const pendingReads = logs.map((log) => ({
      log,
      transaction: batch.add(nodeRequests.transaction(log.transaction_hash)),
      receipt: batch.add(nodeRequests.receipt(log.transaction_hash)),
    }));
    await batch.send();
    return new Map(
      pendingReads.map(({ log, transaction, receipt }) => {
        const sent = transaction();
        if (sent === null || receipt()?.blockNumber !== log.block) {
          throw new UnsteadyChainError(
            `The node of ${chain.chain} gave an event of block ${log.block} without its transaction`,
          );
        }
        return [log.log_key, findAttributionCodes(sent.input)];
      }),
    );
  };
}

function toAttributableEvent(log: LogWithOrigin): AttributableEvent {
  return {
    kind: log.kind,
    vault: log.vault,
    owner: log.wallet,
    assets: absoluteValue(log.assets),
    shares: absoluteValue(log.shares),
    transactionHash: log.transaction_hash,
  };
}

/**
 * Returns a function that finds the intent of each event. An attribution code in the input of the chain
 * transaction identifies the intent. Without a code, the function looks for the hash of the chain
 * transaction. It accepts a hash only from an account that has proved to control the wallet.
 * The chain is read only for events that may belong to an open intent. No two events get the same intent.
 * Transfers, and deposits paid by another address, have no intent.
 */
export function createOriginsLookup(
  table: Table,
  { chain, chainId }: Pick<ChainSettings, 'chain' | 'chainId'>,
  codesOf: CodesLookup,
): OriginsLookup {
  return async (logs) => {
    const paymentLogs = logs.filter(({ kind }) => kind !== 'transfer');
    const intents = new Map<string, Intent[]>();
    for (const wallet of new Set(paymentLogs.map((log) => log.wallet))) {
      intents.set(wallet, await readIntentsOfWallet(table, chain, wallet));
    }
    const used = new Set<string>();
    const openIntentsFor = (log: LogWithOrigin) =>
      intentsOpenForEvent(toAttributableEvent(log), intents.get(log.wallet) ?? []).filter(
        ({ id }) => !used.has(id),
      );
    const intentLogs = paymentLogs.filter((log) => openIntentsFor(log).length > 0);
    const codes = intentLogs.length === 0 ? new Map<string, readonly string[]>() : await codesOf(intentLogs);
    const origins = new Map<string, Intent>();
    for (const log of intentLogs) {
      const open = openIntentsFor(log);
      let matchingIntent = findIntentByCode(codes.get(log.log_key) ?? [], open);
      for (const reportedIntent of matchingIntent === undefined
        ? findIntentsByHash(toAttributableEvent(log), open)
        : []) {
        const owns = await isProvenWallet(table, reportedIntent.owner_id, { address: log.wallet, chainId });
        if (owns) matchingIntent ??= reportedIntent;
      }
      if (matchingIntent === undefined) continue;
      used.add(matchingIntent.id);
      origins.set(log.log_key, matchingIntent);
    }
    return origins;
  };
}
