import { toChecksummedAddress } from '../platform/domain/ethereum.ts';
import type { ChainReport } from './contract/responses.ts';
import { callNode, RpcError } from './json-rpc.ts';
import { decodeMulticallResults, encodeAggregate, encodeMulticall, type Hex } from './multicall.ts';
import type { ChainSettings } from './networks.ts';

/** An asset that a wallet can hold: a token, or the native coin (without a token address). */
export interface BalanceAsset {
  readonly asset: string;
  readonly tokenAddress: Hex | null;
  readonly decimals: number;
}

/** Balances on one chain, all at the same block. */
export interface ChainBalances {
  readonly report: ChainReport;
  readonly balanceAssets: readonly BalanceAsset[];
  /**
   * Balances in base units, by wallet address. Each value has one balance per element of `balanceAssets`, in the same
   * order. A balance is undefined if it could not be read.
   */
  readonly amounts: ReadonlyMap<string, readonly (bigint | undefined)[]>;
}

type UnavailableReason = NonNullable<ChainReport['reason']>;

const isHex = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value);

/**
 * Returns the assets whose balances are read on a chain. If `asset` (a symbol in upper case) is given,
 * returns only this asset.
 */
export function balanceAssetsOf(chain: ChainSettings, asset?: string): BalanceAsset[] {
  const nativeToken = { asset: chain.nativeAsset, tokenAddress: null, decimals: chain.nativeDecimals };
  const tokens = chain.tokens.map((token) => ({
    asset: token.asset,
    tokenAddress: toChecksummedAddress(token.address),
    decimals: token.decimals,
  }));
  return [nativeToken, ...tokens].filter(
    (balanceAsset) => asset === undefined || balanceAsset.asset === asset,
  );
}

function toUnavailableBalances(
  chain: ChainSettings,
  balanceAssets: readonly BalanceAsset[],
  reason: UnavailableReason,
): ChainBalances {
  const unreadAssets = balanceAssets.map(({ asset }) => asset);
  const unavailableReport = {
    ...toChainNameAndId(chain),
    status: 'unavailable' as const,
    reason,
    block_number: null,
  };
  return { report: { ...unavailableReport, unread_assets: unreadAssets }, balanceAssets, amounts: new Map() };
}

function toChainNameAndId({ chain, chainId }: ChainSettings) {
  return { chain, chain_id: chainId };
}

/** Sends one aggregate call that reads the block number, the chain id, and every balance of every wallet. */
async function callAggregate(
  chain: ChainSettings,
  balanceAssets: readonly BalanceAsset[],
  wallets: readonly string[],
) {
  const { multicallAddress: multicall } = chain;
  const balances = wallets.flatMap((wallet) =>
    balanceAssets.map(({ tokenAddress }) =>
      tokenAddress === null
        ? encodeMulticall.nativeBalance(multicall, toChecksummedAddress(wallet))
        : encodeMulticall.tokenBalance(tokenAddress, toChecksummedAddress(wallet)),
    ),
  );
  const data = encodeAggregate([
    encodeMulticall.blockNumber(multicall),
    encodeMulticall.chainId(multicall),
    ...balances,
  ]);
  return callNode(chain, 'eth_call', [{ to: multicall, data }, 'latest']);
}

function decodeAggregateResult(result: unknown): (bigint | undefined)[] | UnavailableReason {
  if (!isHex(result)) return 'bad_answer';
  if (result === '0x') return 'no_multicall';
  try {
    return decodeMulticallResults(result);
  } catch {
    // The contract at this address is not Multicall3.
    return 'bad_answer';
  }
}

/**
 * Reads balances on one chain in one call. Does not throw if the chain cannot be read, but reports it as unavailable.
 * A token that cannot be read is reported as unread.
 */
export async function readChainBalances(
  chain: ChainSettings,
  balanceAssets: readonly BalanceAsset[],
  wallets: readonly string[],
): Promise<ChainBalances> {
  let result: unknown;
  try {
    result = await callAggregate(chain, balanceAssets, wallets);
  } catch (error) {
    if (error instanceof RpcError) return toUnavailableBalances(chain, balanceAssets, error.failure);
    throw error;
  }
  const values = decodeAggregateResult(result);
  if (typeof values === 'string') return toUnavailableBalances(chain, balanceAssets, values);
  const [latestBlockNumber, chainId, ...balancesBaseUnits] = values;
  if (
    latestBlockNumber === undefined ||
    chainId === undefined ||
    balancesBaseUnits.length !== wallets.length * balanceAssets.length
  ) {
    return toUnavailableBalances(chain, balanceAssets, 'bad_answer');
  }
  if (chainId !== BigInt(chain.chainId)) return toUnavailableBalances(chain, balanceAssets, 'wrong_chain');
  const rows = wallets.map((_, index) =>
    balancesBaseUnits.slice(index * balanceAssets.length, (index + 1) * balanceAssets.length),
  );
  const unreadableBalanceAssets = balanceAssets.filter((_, assetIndex) =>
    rows.some((row) => row[assetIndex] === undefined),
  );
  const report: ChainReport = {
    ...toChainNameAndId(chain),
    status: unreadableBalanceAssets.length === 0 ? 'ok' : 'partial',
    reason: unreadableBalanceAssets.length === 0 ? null : 'token_failed',
    unread_assets: unreadableBalanceAssets.map(({ asset }) => asset),
    block_number: Number(latestBlockNumber),
  };
  return {
    report,
    balanceAssets,
    amounts: new Map(wallets.map((wallet, index) => [wallet, rows[index] ?? []])),
  };
}
