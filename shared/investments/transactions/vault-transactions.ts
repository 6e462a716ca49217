import { createAttributionCode } from '../../chain/attribution.ts';
import { decodeNumber, encodeReadCall } from '../../chain/erc4626.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { countReplaceableBlocks, NodeRequestBatch, nodeRequests, readBlock } from '../../chain/node.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Reply } from '../../platform/request.ts';
import { pricedSharesInBaseUnits } from '../../strategies/domain/vault-figures.ts';
import type { Vault } from '../../strategies/records.ts';
import { OPEN_TRANSACTIONS_MAX } from '../contract/investment.ts';
import { toVaultTransactionView } from '../domain/onchain/view.ts';
import { toTransactionOrMove } from '../domain/views.ts';
import {
  buildFollowWalletWrites,
  isFollowedWallet,
  type OpeningBalance,
} from '../store/onchain/followed-wallets.ts';
import { buildVaultHoldingWrite } from '../store/onchain/vault-holdings.ts';
import {
  buildNewVaultTransactionWrites,
  countOpenVaultTransactions,
  type VaultTransaction,
} from '../store/vault-transactions.ts';
import { tooManyTransactionsError, withTooManyTransactionsError } from '../too-many-transactions.ts';
import { assignEndUsers } from '../vaults/holding-user.ts';
import { rejectNativeAsset } from '../vaults/native-coins.ts';
import {
  type StepPlan,
  VAULT_TRANSACTION_LIFETIME_MS,
  type VaultTransactionRequest,
  withChainErrorsAsApiErrors,
} from '../vaults/step-plan.ts';
import { buildStepPlan, type SimulatedSteps, simulateAndPriceSteps } from '../vaults/vault-steps.ts';
import { storeNumberedVaultTransactions } from './numbered-vault-transactions.ts';

export interface VaultTransactionDependencies {
  readonly table: Table;
  readonly chains: readonly ChainSettings[];
  readonly createTransactionId: () => string;
  /** Price of one unit of an asset in USD; undefined if unknown. */
  readonly priceUsd: (asset: string) => Promise<number | undefined>;
}

/**
 * Returns the opening balance of a wallet in a vault, at the latest block that the chain can no longer replace. Only
 * events in later blocks are recorded. Returns undefined if the wallet's events in this vault are already recorded.
 *
 * @throws ApiError chain_unavailable when the node has no state of that block; RpcError when the node does not answer
 */
async function readOpeningBalance(
  { table, priceUsd }: VaultTransactionDependencies,
  node: ChainSettings,
  { vault, wallet, now }: VaultTransactionRequest,
): Promise<OpeningBalance | undefined> {
  if (await isFollowedWallet(table, { chain: node.chain, vault: vault.address, wallet })) return undefined;
  const latestBlock = await readBlock(node, 'latest');
  const blockNumber = latestBlock && Math.max(0, latestBlock.number - countReplaceableBlocks(node));
  const block = blockNumber === undefined ? undefined : await readBlock(node, blockNumber);
  if (block === undefined) throw new ApiError('chain_unavailable');
  const unit = pricedSharesInBaseUnits(vault.share_decimals);
  const batch = new NodeRequestBatch(node);
  const addReadCall = (data: Hex) =>
    batch.addOptional(nodeRequests.contract({ to: vault.address, data }, { blockHash: block.hash }));
  const pendingReads = [
    addReadCall(encodeReadCall.balanceOf(wallet)),
    addReadCall(encodeReadCall.convertToAssets(unit)),
  ] as const;
  await batch.send();
  const [balanceData, priceData] = pendingReads.map((answer) => answer());
  if (balanceData === undefined || priceData === undefined) {
    const message = `The blockchain node could not read the vault at block ${block.number}. Nothing was stored. Retry later.`;
    throw new ApiError('chain_unavailable', { message });
  }
  // A vault that did not exist at that block returns empty data.
  const [shares, price] = [decodeNumber(balanceData) ?? 0n, decodeNumber(priceData) ?? 0n];
  const assetPriceUsd = shares === 0n ? undefined : await priceUsd(vault.asset.symbol);
  return {
    block,
    shares,
    worth: (shares * price) / unit,
    priceUsd: assetPriceUsd,
    bookedAtMs: now.getTime(),
  };
}

/**
 * A new vault transaction. `openingBalance` is set if the service does not record the wallet's events in the vault yet.
 */
interface NewVaultTransaction {
  readonly vaultTransaction: Omit<VaultTransaction, 'number'>;
  readonly vault: Vault;
  readonly openingBalance: OpeningBalance | undefined;
}

/**
 * Plans the steps of the requests in order. In a move, the deposit uses the amount that the withdrawal before it pays.
 */
async function planSteps(table: Table, node: ChainSettings, requests: readonly VaultTransactionRequest[]) {
  const plannedRequests: { request: VaultTransactionRequest; plan: StepPlan; code: string }[] = [];
  for (const request of requests) {
    const withdrawnAssets = plannedRequests.at(-1)?.plan.assets;
    const requestWithAmount =
      withdrawnAssets === undefined
        ? request
        : { ...request, assets: withdrawnAssets, assetsFromWithdrawal: withdrawnAssets };
    plannedRequests.push({
      request: requestWithAmount,
      plan: await buildStepPlan(table, node, requestWithAmount),
      code: createAttributionCode(),
    });
  }
  return plannedRequests;
}

/** Returns the fields of a vault transaction that describe its steps and their expected effect. */
function buildStepFields(
  simulatedSteps: SimulatedSteps | undefined,
): Pick<VaultTransaction, 'steps' | 'calls' | 'expected'> {
  const { steps = [], calls = [], changes } = simulatedSteps ?? {};
  return {
    steps,
    calls: calls.flatMap(({ to, data }) => (data === null ? [] : { to, data })),
    expected:
      changes === undefined ? null : { assets: String(changes.assets), shares: String(changes.shares) },
  };
}

async function buildNewVaultTransactions(
  dependencies: VaultTransactionDependencies,
  node: ChainSettings,
  requests: readonly VaultTransactionRequest[],
): Promise<NewVaultTransaction[]> {
  const { table, createTransactionId } = dependencies;
  const plannedRequests = await planSteps(table, node, requests);
  const { requests: simulatedRequests, simulated } = await simulateAndPriceSteps(node, plannedRequests);
  const ids = plannedRequests.map(createTransactionId);
  return Promise.all(
    plannedRequests.map(async ({ request, plan, code }, i) => {
      const { vault, wallet, ownerId, userId, type, now, assets } = request;
      return {
        vault,
        openingBalance: await readOpeningBalance(dependencies, node, request),
        vaultTransaction: {
          id: ids[i] ?? createTransactionId(),
          version: 1,
          owner_id: ownerId,
          code,
          user_id: userId ?? null,
          counterpart_id: ids.find((_, idIndex) => idIndex !== i) ?? null,
          type,
          state: 'pending',
          failure: null,
          strategy_id: vault.strategy_id,
          chain: vault.chain,
          chain_id: node.chainId,
          vault: vault.address,
          wallet,
          asset: vault.asset.symbol,
          decimals: vault.asset.decimals,
          assets: assets === undefined ? null : String(assets),
          shares: plan.shares === undefined ? null : String(plan.shares),
          share_decimals: vault.share_decimals,
          ...buildStepFields(simulatedRequests[i]),
          permit: plan.permit?.storedPermit ?? null,
          simulated,
          hashes: [],
          nonce: null,
          may_still_execute: true,
          included: null,
          outcome: null,
          created_at_ms: now.getTime(),
          updated_at_ms: now.getTime(),
          deadline_ms: now.getTime() + VAULT_TRANSACTION_LIFETIME_MS,
        },
      };
    }),
  );
}

async function buildTransactionAndHoldingWrites(
  table: Table,
  { vaultTransaction, vault, openingBalance }: NewVaultTransaction,
  transactionNumber: number,
): Promise<Write[]> {
  const { owner_id, user_id, wallet, asset, chain, chain_id } = vaultTransaction;
  const {
    address,
    strategy_id,
    asset: { decimals },
    share_decimals,
  } = vault;
  const vaultPosition = { chain, vault: address, wallet };
  const isNewPosition = openingBalance !== undefined && !(await isFollowedWallet(table, vaultPosition));
  return [
    ...buildNewVaultTransactionWrites({ ...vaultTransaction, number: transactionNumber }),
    buildVaultHoldingWrite(owner_id, {
      ...vaultPosition,
      chain_id,
      strategy_id,
      user_id,
      asset,
      decimals,
      share_decimals,
    }),
    ...(isNewPosition ? await buildFollowWalletWrites(table, vaultPosition, openingBalance) : []),
  ];
}

/**
 * Rejects a request whose new vault transactions would exceed the account's limit of open transactions on the chain.
 *
 * @throws ApiError open_transaction_limit_reached
 */
async function requireOpenTransactionLimit(
  table: Table,
  chain: string,
  ownerId: string,
  newTransactionCount: number,
): Promise<void> {
  if (
    (await countOpenVaultTransactions(table, chain, ownerId)) + newTransactionCount <=
    OPEN_TRANSACTIONS_MAX
  )
    return;
  const message = `Open transaction limit reached: an account can have ${OPEN_TRANSACTIONS_MAX} open transactions on ${chain}. Cancel an open transaction, or wait until one is confirmed.`;
  throw new ApiError('open_transaction_limit_reached', {
    message,
    details: { max_open_transactions: OPEN_TRANSACTIONS_MAX },
  });
}

/**
 * Creates vault transactions: the unsigned steps of a deposit into a vault or a withdrawal from a vault, or both for
 * a move. All steps are simulated in order on the latest block before anything is stored.
 *
 * @param requests one request, or the two requests of a move, with the same caller and wallet
 * @param idempotency the idempotency record of the request; no response is stored in it yet
 * @throws ApiError invalid_request, native_asset, below_minimum_deposit, insufficient_balance, simulation_failed,
 * unsafe_share_price, chain_unavailable, open_transaction_limit_reached, too_many_transactions,
 * idempotency_key_reused
 */
export async function createVaultTransactions(
  dependencies: VaultTransactionDependencies,
  requests: readonly VaultTransactionRequest[],
  idempotency: Idempotency,
): Promise<Reply> {
  const { table, chains } = dependencies;
  const [firstRequest] = requests;
  if (firstRequest === undefined) throw new RangeError('There must be a request');
  const { vault, ownerId } = firstRequest;
  const node = chains.find(({ chain }) => chain === vault.chain);
  if (node === undefined) throw new ApiError('chain_unavailable');
  for (const request of requests) rejectNativeAsset(node, request.vault);
  await requireOpenTransactionLimit(table, node.chain, ownerId, requests.length);
  const requestsWithUserIds = await assignEndUsers(table, requests);
  const newVaultTransactions = await withChainErrorsAsApiErrors(() =>
    buildNewVaultTransactions(dependencies, node, requestsWithUserIds),
  );
  const reply = {
    data: toTransactionOrMove(
      newVaultTransactions.map(({ vaultTransaction }) => toVaultTransactionView(vaultTransaction)),
    ),
  };
  // A vault transaction changes later, so the idempotency record stores the response itself, not a reference.
  const responseWrites = await idempotency.responseWrites(201, reply);
  const buildNumberedWrites = async (firstTransactionNumber: number) =>
    (
      await Promise.all(
        newVaultTransactions.map((each, i) =>
          buildTransactionAndHoldingWrites(table, each, firstTransactionNumber + i),
        ),
      )
    ).flat();
  const storeVaultTransactions = () =>
    withTooManyTransactionsError(() =>
      storeNumberedVaultTransactions(table, ownerId, buildNumberedWrites, responseWrites),
    );
  if (await storeVaultTransactions()) return reply;
  // A concurrent request with the same idempotency key may already have stored its response.
  const storedResponse = await idempotency.find(table);
  if (storedResponse !== undefined) return storedResponse;
  // A concurrent request may have created the wallet's first steps in this vault. If these steps are for another end
  // user, `assignEndUsers` throws an error.
  await assignEndUsers(table, requests);
  // A concurrent request of another account may have stored the wallet's opening balance. The second call of
  // `storeVaultTransactions` then stores the vault transactions without the opening balance.
  if (
    newVaultTransactions.some(({ openingBalance }) => openingBalance !== undefined) &&
    (await storeVaultTransactions())
  )
    return reply;
  throw tooManyTransactionsError(
    new Error(`The vault transactions of ${ownerId} met others for the same wallet and vault`),
  );
}
