import { encodeHexWord, type Hex } from '../../chain/abi.ts';
import { decodeNumber, encodeReadCall, TRANSFER_TOPIC } from '../../chain/erc4626.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { type Block, NodeRequestBatch, nodeRequests, readLogs } from '../../chain/node.ts';
import { absoluteValue } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { pricedSharesInBaseUnits } from '../../strategies/domain/vault-figures.ts';
import { readVaultFigures } from '../../strategies/records.ts';
import type { RecordedLog } from '../store/onchain/chain-logs.ts';
import { InconsistentNodeError } from './inconsistent-node-error.ts';
import type { VaultEvent } from './vault-events.ts';
import { type TokenLog, transfersOf, type VaultLookup } from './watcher-vaults.ts';

/** Decimals assumed for the shares of a vault that is no longer registered. */
const DEFAULT_SHARE_DECIMALS = 18;

/** A page is full when it contains this many different pairs of vault and block, or PAGE_EVENTS_MAX events. */
const PAGE_BLOCKS_MAX = 90;
const PAGE_EVENTS_MAX = 1_000;

/**
 * Maximum number of deposits of one page for which the watcher reads receipts. It reads a receipt only if the asset
 * transfers from the log query contain no payment by the depositing wallet.
 */
const PAGE_RECEIPTS_MAX = 100;

type PaymentLog = TokenLog & { readonly transactionHash: string };

/** A new vault event with the time of its block and the value of its shares. */
export type CompleteVaultEvent = VaultEvent & Pick<RecordedLog, 'block_ms' | 'worth'>;

/** Splits events in chain order into pages. Events of one block stay on one page. */
export function splitIntoPages<T extends VaultEvent>(events: readonly T[]): T[][] {
  const pages: T[][] = [];
  let page: T[] = [];
  const pageBlockKeys = new Set<string>();
  for (const event of events) {
    const lastEvent = page.at(-1);
    const isPageFull = pageBlockKeys.size >= PAGE_BLOCKS_MAX || page.length >= PAGE_EVENTS_MAX;
    if (lastEvent !== undefined && lastEvent.block !== event.block && isPageFull) {
      pages.push(page);
      page = [];
      pageBlockKeys.clear();
    }
    pageBlockKeys.add(`${event.vault} ${event.block}`);
    page.push(event);
  }
  return page.length === 0 ? pages : [...pages, page];
}

/** Reads the asset transfers from the depositing wallets in one log query. */
async function readPayments(
  chain: ChainSettings,
  deposits: readonly VaultEvent[],
  assetByVault: ReadonlyMap<string, Hex>,
): Promise<readonly PaymentLog[]> {
  if (deposits.length === 0) return [];
  const blockNumbers = deposits.map(({ block }) => block);
  const wallets = [...new Set(deposits.map(({ wallet }) => wallet))];
  const topics = [[TRANSFER_TOPIC], wallets.map(encodeHexWord)];
  const blockRange = { from: Math.min(...blockNumbers), to: Math.max(...blockNumbers) };
  return readLogs(chain, [...new Set(assetByVault.values())], topics, blockRange);
}

/**
 * Returns the keys (`log_key`) of the deposits that the wallet itself paid in the same chain transaction.
 * A payment of half the deposited amount is enough, because the two amounts may differ for tokens with transfer fees.
 */
function findPaidLogKeys(
  deposits: readonly VaultEvent[],
  paymentLogs: readonly PaymentLog[],
  assetByVault: ReadonlyMap<string, string>,
): Set<string> {
  const paymentsByTransaction = Map.groupBy(paymentLogs, ({ transactionHash }) => transactionHash);
  const paidDepositLogKeys = new Set<string>();
  const unusedAmountByPaymentKey = new Map<string, bigint>();
  for (const { log_key, vault, wallet, assets: amount, transaction_hash } of deposits) {
    const asset = assetByVault.get(vault);
    const key = `${transaction_hash} ${asset} ${wallet}`;
    const walletPayments = transfersOf(asset, paymentsByTransaction.get(transaction_hash) ?? []).filter(
      ({ from }) => from === wallet,
    );
    const unusedAmount =
      unusedAmountByPaymentKey.get(key) ?? walletPayments.reduce((total, { value }) => total + value, 0n);
    if (unusedAmount === 0n || 2n * unusedAmount < amount) continue;
    unusedAmountByPaymentKey.set(key, unusedAmount > amount ? unusedAmount - amount : 0n);
    paidDepositLogKeys.add(log_key);
  }
  return paidDepositLogKeys;
}

/** Returns the asset address of each vault, by vault address. */
async function readAssetByVault(
  events: readonly VaultEvent[],
  vaultOf: VaultLookup,
): Promise<Map<string, Hex>> {
  const assetByVault = new Map<string, Hex>();
  for (const address of new Set(events.map(({ vault }) => vault))) {
    const vault = await vaultOf(address);
    if (vault !== undefined) assetByVault.set(address, vault.asset.address);
  }
  return assetByVault;
}

/** A share price: `unit` base units of shares are worth `price` base units of the asset. */
interface UnitPrice {
  readonly price: bigint;
  readonly unit: bigint;
}

/**
 * Returns the last share price that was observed before `atMs`, or the first observed price if none is earlier. Used if
 * the node no longer has the state of the event's block.
 */
async function readLastObservedPrice(
  table: Table,
  address: string,
  atMs: number,
  vaultOf: VaultLookup,
): Promise<UnitPrice> {
  const vault = await vaultOf(address);
  if (vault === undefined) return { price: 0n, unit: 1n };
  const observations = await readVaultFigures(table, vault.strategy_id, { consistent: true });
  const priceObservation = observations.findLast((each) => each.atMs <= atMs) ?? observations[0];
  return { price: priceObservation?.price ?? 0n, unit: pricedSharesInBaseUnits(vault.share_decimals) };
}

/**
 * Reads the data that new events need before they are recorded. A deposit that the wallet did not pay itself is
 * recorded as a transfer of shares.
 *
 * @param latest the block up to which the events were read
 * @throws InconsistentNodeError when a block was replaced during the read
 */
export async function addMissingEventFields(
  table: Table,
  chain: ChainSettings,
  { events, latest }: { readonly events: readonly VaultEvent[]; readonly latest: Block },
  vaultOf: VaultLookup,
): Promise<CompleteVaultEvent[]> {
  if (events.length === 0) return [];
  const deposits = events.filter(({ kind }) => kind === 'deposit');
  const assetByVault = await readAssetByVault(deposits, vaultOf);
  const paidDepositLogKeys = findPaidLogKeys(
    deposits,
    await readPayments(chain, deposits, assetByVault),
    assetByVault,
  );
  const batch = new NodeRequestBatch(chain);
  // A node's log query may be incomplete. If it shows no payment for a deposit, read the deposit's receipt too.
  const unpaidDeposits = deposits
    .filter(({ log_key }) => !paidDepositLogKeys.has(log_key))
    .slice(0, PAGE_RECEIPTS_MAX);
  const transactionHashes = new Set(unpaidDeposits.map(({ transaction_hash }) => transaction_hash));
  const pendingReceipts = [...transactionHashes].map((hash) => ({
    hash,
    receipt: batch.add(nodeRequests.receipt(hash)),
  }));
  const headers = new Map<number, () => Block | null>();
  for (const blockNumber of new Set([latest.number, ...events.map((event) => event.block)])) {
    headers.set(blockNumber, batch.add(nodeRequests.block(blockNumber)));
  }
  const priceReadersByVaultBlock = new Map<
    string,
    { readonly unit: bigint; readonly readPrice: () => Hex | undefined }
  >();
  for (const { block, block_hash: blockHash, vault, kind } of events) {
    if (kind !== 'transfer' || priceReadersByVaultBlock.has(`${vault} ${block}`)) continue;
    const unit = pricedSharesInBaseUnits((await vaultOf(vault))?.share_decimals ?? DEFAULT_SHARE_DECIMALS);
    const call = { to: vault, data: encodeReadCall.convertToAssets(unit) };
    const readPrice = batch.addOptional(nodeRequests.contract(call, { blockHash }));
    priceReadersByVaultBlock.set(`${vault} ${block}`, { unit, readPrice });
  }
  await batch.send();
  const blockTimeOf = (blockNumber: number, hash: string) => {
    const blockHeader = headers.get(blockNumber)?.();
    if (blockHeader?.hash === hash) return blockHeader.timestamp * 1_000;
    throw new InconsistentNodeError(`Block ${blockNumber} of ${chain.chain} was replaced while it was read`);
  };
  blockTimeOf(latest.number, latest.hash);
  const receiptLogs = pendingReceipts.flatMap(({ hash, receipt }) =>
    (receipt()?.logs ?? []).map((log) => ({ ...log, transactionHash: hash })),
  );
  const paidDeposits = new Set([
    ...paidDepositLogKeys,
    ...findPaidLogKeys(unpaidDeposits, receiptLogs, assetByVault),
  ]);
  const completeVaultEvents: CompleteVaultEvent[] = [];
  for (const event of events) {
    const { vault, block, shares } = event;
    const block_ms = blockTimeOf(block, event.block_hash);
    if (event.kind === 'deposit' && !paidDeposits.has(event.log_key)) {
      completeVaultEvents.push({ ...event, kind: 'transfer', assets: 0n, worth: event.assets, block_ms });
    } else if (event.kind !== 'transfer') {
      completeVaultEvents.push({ ...event, worth: 0n, block_ms });
    } else {
      const { unit = 1n, readPrice } = priceReadersByVaultBlock.get(`${vault} ${block}`) ?? {};
      const returnData = readPrice?.();
      const price = returnData === undefined ? undefined : decodeNumber(returnData);
      const sharePriceAndUnit =
        price === undefined ? await readLastObservedPrice(table, vault, block_ms, vaultOf) : { price, unit };
      const eventValue = (absoluteValue(shares) * sharePriceAndUnit.price) / sharePriceAndUnit.unit;
      completeVaultEvents.push({ ...event, worth: shares < 0n ? -eventValue : eventValue, block_ms });
    }
  }
  return completeVaultEvents;
}
