import { AbiReader, encodeArray, encodeBytes, encodeCall, type Hex, word } from './abi.ts';

export type { Hex } from './abi.ts';

/** One read of a contract. */
export interface Call {
  readonly target: Hex;
  readonly data: Hex;
}

/** Selectors of Multicall3, and of ERC-20's balance. */
export const MULTICALL_SELECTORS = {
  'aggregate3((address,bool,bytes)[])': '0x82ad56cb',
  'getBlockNumber()': '0x42cbb15c',
  'getChainId()': '0x3408e470',
  'getEthBalance(address)': '0x4d2301cc',
  'balanceOf(address)': '0x70a08231',
} as const satisfies Readonly<Record<string, Hex>>;

export const encode = {
  blockNumber: (multicall: Hex): Call => ({
    target: multicall,
    data: MULTICALL_SELECTORS['getBlockNumber()'],
  }),
  chainId: (multicall: Hex): Call => ({ target: multicall, data: MULTICALL_SELECTORS['getChainId()'] }),
  nativeBalance: (multicall: Hex, wallet: Hex): Call => ({
    target: multicall,
    data: encodeCall(MULTICALL_SELECTORS['getEthBalance(address)'], wallet),
  }),
  tokenBalance: (token: Hex, wallet: Hex): Call => ({
    target: token,
    data: encodeCall(MULTICALL_SELECTORS['balanceOf(address)'], wallet),
  }),
} as const;

const WORD = 32n;

/** All calls in one, each of which may fail without the others. */
export function encodeAggregate(calls: readonly Call[]): Hex {
  // Each is (target, may fail, position of its data within it, data).
  const tuples = calls.map(
    ({ target, data }) => `${word(target)}${word(1n)}${word(3n * WORD)}${encodeBytes(data)}`,
  );
  const head = encodeCall(MULTICALL_SELECTORS['aggregate3((address,bool,bytes)[])'], WORD);
  return `${head}${encodeArray(tuples)}`;
}

/**
 * The number that each call returned; undefined for one that failed or returned no 32-byte word, as an address
 * without code does.
 *
 * @throws RangeError when the data is not an answer of aggregate3
 */
export function decodeAggregate(data: Hex): (bigint | undefined)[] {
  const reader = new AbiReader(data);
  const list = reader.offset(0);
  const first = list + 32;
  return Array.from({ length: reader.offset(list) }, (_, index) => {
    const tuple = first + reader.offset(first + 32 * index);
    const result = tuple + reader.offset(tuple + 32);
    const length = reader.offset(result);
    reader.bytes(result + 32, length);
    const succeeded = reader.number(tuple) === 1n;
    return succeeded && length === 32 ? reader.number(result + 32) : undefined;
  });
}
