import { RpcError } from './json-rpc.ts';
import { decodeMulticallResults, encodeAggregate, encodeMulticall, type Hex } from './multicall.ts';
import type { ChainSettings } from './networks.ts';
import { readContract } from './node.ts';

/**
 * Maximum number of balances in one call. With this limit, the call stays within a node's gas limit even if
 * tokens need much gas.
 */
const BALANCES_PER_CALL_MAX = 250;

export interface TokenHolder {
  readonly token: Hex;
  readonly owner: Hex;
}

async function readBalanceChunk(chain: ChainSettings, tokenHolders: readonly TokenHolder[], blockHash: Hex) {
  const calls = tokenHolders.map(({ token, owner }) => encodeMulticall.tokenBalance(token, owner));
  const call = { to: chain.multicallAddress, data: encodeAggregate(calls) };
  const data = await readContract(chain, call, { blockHash });
  try {
    const balances = decodeMulticallResults(data);
    if (balances.length === tokenHolders.length) return balances;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new RpcError('bad_answer', 'What answers is no Multicall3');
}

/**
 * Reads token balances at one block. Returns one balance per holder in base units, in the same order. A
 * balance is undefined if the token does not return one.
 * @throws RpcError when the node does not answer, lacks the block's state, or has replaced the block
 */
export async function readTokenBalances(
  chain: ChainSettings,
  holders: readonly TokenHolder[],
  blockHash: Hex,
): Promise<(bigint | undefined)[]> {
  const balances: (bigint | undefined)[] = [];
  for (let done = 0; done < holders.length; done += BALANCES_PER_CALL_MAX) {
    balances.push(
      ...(await readBalanceChunk(chain, holders.slice(done, done + BALANCES_PER_CALL_MAX), blockHash)),
    );
  }
  return balances;
}
