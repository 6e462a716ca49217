import { RpcError } from './json-rpc.ts';
import { decodeAggregate, encode, encodeAggregate, type Hex } from './multicall.ts';
import type { ChainSettings } from './networks.ts';
import { readContract } from './node.ts';

/** Balances of one call: what nodes allow a call to cost is enough for each, also where a token takes long to say it. */
const BALANCES_MAX = 250;

/** Whose balance of which token. */
export interface Holder {
  readonly token: Hex;
  readonly owner: Hex;
}

async function readSome(chain: ChainSettings, holders: readonly Holder[], blockHash: Hex) {
  const calls = holders.map(({ token, owner }) => encode.tokenBalance(token, owner));
  const call = { to: chain.multicallAddress, data: encodeAggregate(calls) };
  const data = await readContract(chain, call, { blockHash });
  try {
    const balances = decodeAggregate(data);
    if (balances.length === holders.length) return balances;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new RpcError('bad_answer', 'What answers is no Multicall3');
}

/**
 * Balances of tokens at one block, in the order of the holders and in base units; undefined where the token does not say.
 *
 * @throws RpcError when the node does not answer, does not know the block's state, or has another block in its place
 */
export async function readTokenBalances(
  chain: ChainSettings,
  holders: readonly Holder[],
  blockHash: Hex,
): Promise<(bigint | undefined)[]> {
  const balances: (bigint | undefined)[] = [];
  for (let done = 0; done < holders.length; done += BALANCES_MAX) {
    balances.push(...(await readSome(chain, holders.slice(done, done + BALANCES_MAX), blockHash)));
  }
  return balances;
}
