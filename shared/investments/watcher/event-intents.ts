import { findAttributionCodes } from '../../chain/attribution.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { NodeBatch, nodeRequests } from '../../chain/node.ts';
import { absoluteValue } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { isProvenWallet } from '../../wallets/proven-wallets.ts';
import {
  type AttributableEvent,
  findIntentByCode,
  findIntentsByHash,
  intentsOpenForEvent,
} from '../domain/onchain/attribution.ts';
import { type Intent, readIntentsOfWallet } from '../store/intents.ts';
import type { RecordedLog } from '../store/onchain/chain-logs.ts';
import { InconsistentNodeError } from './inconsistent-node-error.ts';

/** The fields of a vault event that decide to which intent it belongs. */
type AttributableLog = Pick<
  RecordedLog,
  'log_key' | 'kind' | 'vault' | 'wallet' | 'assets' | 'shares' | 'transaction_hash' | 'block'
>;

/**
 * The intent that each event carries out, by the event's key (`log_key`). An external transaction has no intent.
 */
type IntentsByEvent = ReadonlyMap<string, Intent>;

export type IntentsLookup = (logs: readonly AttributableLog[]) => Promise<IntentsByEvent>;

/**
 * Reads the attribution codes in the input of each event's chain transaction, in order. The map's key is the
 * event's key (`log_key`).
 */
export type AttributionCodesLookup = (
  logs: readonly AttributableLog[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

/**
 * Reads attribution codes from a chain's node.
 *
 * @throws InconsistentNodeError when the node returned an event but not its transaction
 */
export function readAttributionCodesFromChain(chain: ChainSettings): AttributionCodesLookup {
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
          throw new InconsistentNodeError(
            `The node of ${chain.chain} gave an event of block ${log.block} without its transaction`,
          );
        }
        return [log.log_key, findAttributionCodes(sent.input)];
      }),
    );
  };
}

function toAttributableEvent(log: AttributableLog): AttributableEvent {
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
 * Returns a function that finds the intent of each event: by an attribution code in the input of the chain
 * transaction, or else by a hash that the account has reported.
 * A reported hash counts only if the account has proved to control the wallet. No two events get the same intent.
 */
export function createIntentsLookup(
  table: Table,
  { chain, chainId }: Pick<ChainSettings, 'chain' | 'chainId'>,
  readAttributionCodes: AttributionCodesLookup,
): IntentsLookup {
  return async (logs) => {
    const paymentLogs = logs.filter(({ kind }) => kind !== 'transfer');
    const intentsByWallet = new Map<string, Intent[]>();
    for (const wallet of new Set(paymentLogs.map((log) => log.wallet))) {
      intentsByWallet.set(wallet, await readIntentsOfWallet(table, chain, wallet));
    }
    const usedIntentIds = new Set<string>();
    const openIntentsFor = (log: AttributableLog) =>
      intentsOpenForEvent(toAttributableEvent(log), intentsByWallet.get(log.wallet) ?? []).filter(
        ({ id }) => !usedIntentIds.has(id),
      );
    const intentLogs = paymentLogs.filter((log) => openIntentsFor(log).length > 0);
    const attributionCodes =
      intentLogs.length === 0 ? new Map<string, readonly string[]>() : await readAttributionCodes(intentLogs);
    const intentsByLogKey = new Map<string, Intent>();
    for (const log of intentLogs) {
      const openIntents = openIntentsFor(log);
      let matchingIntent = findIntentByCode(attributionCodes.get(log.log_key) ?? [], openIntents);
      for (const reportedIntent of matchingIntent === undefined
        ? findIntentsByHash(toAttributableEvent(log), openIntents)
        : []) {
        const isProven = await isProvenWallet(table, reportedIntent.owner_id, {
          address: log.wallet,
          chainId,
        });
        if (isProven) matchingIntent ??= reportedIntent;
      }
      if (matchingIntent === undefined) continue;
      usedIntentIds.add(matchingIntent.id);
      intentsByLogKey.set(log.log_key, matchingIntent);
    }
    return intentsByLogKey;
  };
}
