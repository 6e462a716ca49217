import { decodeFunctionResult, encodeFunctionData } from 'viem/utils';

export type Hex = `0x${string}`;

/** One read of a contract. */
export interface Call {
  readonly target: Hex;
  readonly data: Hex;
}

/** The parts of Multicall3 and ERC-20 that balances need, spelled out: parsing them from text takes another 12 kB. */
const AGGREGATE = [
  {
    type: 'function',
    name: 'aggregate3',
    stateMutability: 'view',
    inputs: [
      {
        name: 'calls',
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'allowFailure', type: 'bool' },
          { name: 'callData', type: 'bytes' },
        ],
      },
    ],
    outputs: [
      {
        name: 'returnData',
        type: 'tuple[]',
        components: [
          { name: 'success', type: 'bool' },
          { name: 'returnData', type: 'bytes' },
        ],
      },
    ],
  },
] as const;

const OF_ADDRESS = { inputs: [{ name: 'account', type: 'address' }] } as const;
const UINT = { type: 'function', stateMutability: 'view', outputs: [{ name: '', type: 'uint256' }] } as const;
const BLOCK_NUMBER = [{ ...UINT, name: 'getBlockNumber', inputs: [] }] as const;
const CHAIN_ID = [{ ...UINT, name: 'getChainId', inputs: [] }] as const;
const NATIVE_BALANCE = [{ ...UINT, ...OF_ADDRESS, name: 'getEthBalance' }] as const;
const TOKEN_BALANCE = [{ ...UINT, ...OF_ADDRESS, name: 'balanceOf' }] as const;

export const encode = {
  blockNumber: (multicall: Hex): Call => ({
    target: multicall,
    data: encodeFunctionData({ abi: BLOCK_NUMBER }),
  }),
  chainId: (multicall: Hex): Call => ({ target: multicall, data: encodeFunctionData({ abi: CHAIN_ID }) }),
  nativeBalance: (multicall: Hex, wallet: Hex): Call => ({
    target: multicall,
    data: encodeFunctionData({ abi: NATIVE_BALANCE, args: [wallet] }),
  }),
  tokenBalance: (token: Hex, wallet: Hex): Call => ({
    target: token,
    data: encodeFunctionData({ abi: TOKEN_BALANCE, args: [wallet] }),
  }),
} as const;

/** All calls in one, each of which may fail without the others. */
export function encodeAggregate(calls: readonly Call[]): Hex {
  const args = calls.map(({ target, data }) => ({ target, allowFailure: true, callData: data }));
  return encodeFunctionData({ abi: AGGREGATE, args: [args] });
}

/**
 * The number that each call returned; undefined for one that failed or returned no 32-byte word, as an address
 * without code does.
 *
 * @throws when the data is not an answer of aggregate3
 */
export function decodeAggregate(data: Hex): (bigint | undefined)[] {
  const results = decodeFunctionResult({ abi: AGGREGATE, data });
  return results.map(({ success, returnData }) =>
    success && returnData.length === 66 ? BigInt(returnData) : undefined,
  );
}
