import { toChecksummed } from '../platform/domain/ethereum.ts';
import type { ChainReport } from './contract/responses.ts';
import { callNode, RpcError } from './json-rpc.ts';
import { decodeAggregate, encode, encodeAggregate, type Hex } from './multicall.ts';
import type { ChainSettings } from './networks.ts';

/** An asset that a wallet can hold: a token, or the native coin (without a token address). */
export interface Holding {
  readonly asset: string;
  readonly tokenAddress: Hex | null;
  readonly decimals: number;
}

/** Balances on one chain, all at the same block. */
export interface ChainReading {
  readonly report: ChainReport;
  readonly holdings: readonly Holding[];
  /**
   * Balances in base units, by wallet address. Each value has one balance per element of `holdings`, in the same
   * order. A balance is undefined if it could not be read.
   */
  readonly amounts: ReadonlyMap<string, readonly (bigint | undefined)[]>;
}

type Reason = NonNullable<ChainReport['reason']>;

const isHex = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value);

/**
 * Returns the assets whose balances are read on a chain. If `asset` (a symbol in upper case) is given,
 * returns only this asset.
 */
export function holdingsOf(chain: ChainSettings, asset?: string): Holding[] {
  const native = { asset: chain.nativeAsset, tokenAddress: null, decimals: chain.nativeDecimals };
  const tokens = chain.tokens.map((token) => ({
    asset: token.asset,
    tokenAddress: toChecksummed(token.address),
    decimals: token.decimals,
  }));
  return [native, ...tokens].filter((holding) => asset === undefined || holding.asset === asset);
}

function unavailable(chain: ChainSettings, holdings: readonly Holding[], reason: Reason): ChainReading {
  const unreadAssets = holdings.map(({ asset }) => asset);
  const report = { ...identity(chain), status: 'unavailable' as const, reason, block_number: null };
  return { report: { ...report, unread_assets: unreadAssets }, holdings, amounts: new Map() };
}

function identity({ chain, chainId }: ChainSettings) {
  return { chain, chain_id: chainId };
}

/** Sends one aggregate call that reads the block number, the chain id, and every balance of every wallet. */
async function aggregate(chain: ChainSettings, holdings: readonly Holding[], wallets: readonly string[]) {
  const { multicallAddress: multicall } = chain;
  const balances = wallets.flatMap((wallet) =>
    holdings.map(({ tokenAddress }) =>
      tokenAddress === null
        ? encode.nativeBalance(multicall, toChecksummed(wallet))
        : encode.tokenBalance(tokenAddress, toChecksummed(wallet)),
    ),
  );
  const data = encodeAggregate([encode.blockNumber(multicall), encode.chainId(multicall), ...balances]);
  return callNode(chain, 'eth_call', [{ to: multicall, data }, 'latest']);
}

function decode(result: unknown): (bigint | undefined)[] | Reason {
  if (!isHex(result)) return 'bad_answer';
  if (result === '0x') return 'no_multicall';
  try {
    return decodeAggregate(result);
  } catch {
    // The contract at this address is not Multicall3.
    return 'bad_answer';
  }
}

/**
 * Reads balances on one chain in one call. If the chain is slow or unreachable, has another chain id, or lacks
 * Multicall3, the function does not throw but reports the chain as unavailable. A token that cannot be read is
 * reported as unread.
 */
export async function readChain(
  chain: ChainSettings,
  holdings: readonly Holding[],
  wallets: readonly string[],
): Promise<ChainReading> {
  let result: unknown;
  try {
    result = await aggregate(chain, holdings, wallets);
  } catch (error) {
    if (error instanceof RpcError) return unavailable(chain, holdings, error.failure);
    throw error;
  }
  const values = decode(result);
  if (typeof values === 'string') return unavailable(chain, holdings, values);
  const [block, chainId, ...amounts] = values;
  if (block === undefined || chainId === undefined || amounts.length !== wallets.length * holdings.length) {
    return unavailable(chain, holdings, 'bad_answer');
  }
  if (chainId !== BigInt(chain.chainId)) return unavailable(chain, holdings, 'wrong_chain');
  const rows = wallets.map((_, index) =>
    amounts.slice(index * holdings.length, (index + 1) * holdings.length),
  );
  const unreadHoldings = holdings.filter((_, column) => rows.some((row) => row[column] === undefined));
  const report: ChainReport = {
    ...identity(chain),
    status: unreadHoldings.length === 0 ? 'ok' : 'partial',
    reason: unreadHoldings.length === 0 ? null : 'token_failed',
    unread_assets: unreadHoldings.map(({ asset }) => asset),
    block_number: Number(block),
  };
  return { report, holdings, amounts: new Map(wallets.map((wallet, index) => [wallet, rows[index] ?? []])) };
}
