import { AbiReader, encodeArray, encodeBytes, encodeCall, encodeWord, type Hex } from './abi.ts';

export type { Hex } from './abi.ts';

/** A read call to a contract. */
export interface Call {
  readonly target: Hex;
  readonly data: Hex;
}

/** Selectors of Multicall3 functions and of ERC-20 `balanceOf`. */
export const MULTICALL_SELECTORS = {
  'aggregate3((address,bool,bytes)[])': '0x82ad56cb',
  'getBlockNumber()': '0x42cbb15c',
  'getChainId()': '0x3408e470',
  'getEthBalance(address)': '0x4d2301cc',
  'balanceOf(address)': '0x70a08231',
} as const satisfies Readonly<Record<string, Hex>>;

export const encodeMulticall = {
  blockNumber: (multicallAddress: Hex): Call => ({
    target: multicallAddress,
    data: MULTICALL_SELECTORS['getBlockNumber()'],
  }),
  chainId: (multicallAddress: Hex): Call => ({
    target: multicallAddress,
    data: MULTICALL_SELECTORS['getChainId()'],
  }),
  nativeBalance: (multicallAddress: Hex, wallet: Hex): Call => ({
    target: multicallAddress,
    data: encodeCall(MULTICALL_SELECTORS['getEthBalance(address)'], wallet),
  }),
  tokenBalance: (token: Hex, wallet: Hex): Call => ({
    target: token,
    data: encodeCall(MULTICALL_SELECTORS['balanceOf(address)'], wallet),
  }),
} as const;

const WORD_BYTES = 32n;

/** Encodes all calls as one `aggregate3` call. If one call fails, the other calls are still executed. */
export function encodeAggregate(calls: readonly Call[]): Hex {
  // Each tuple: the target, a flag that allows failure, the offset of the call data, and the call data.
  const encodedTuples = calls.map(
    ({ target, data }) =>
      `${encodeWord(target)}${encodeWord(1n)}${encodeWord(3n * WORD_BYTES)}${encodeBytes(data)}`,
  );
  const head = encodeCall(MULTICALL_SELECTORS['aggregate3((address,bool,bytes)[])'], WORD_BYTES);
  return `${head}${encodeArray(encodedTuples)}`;
}

/**
 * Decodes the result of `aggregate3`: one number per call. The number is undefined if the call failed or did not return
 * exactly one 32-byte word.
 * @throws RangeError when the data is not a result of aggregate3
 */
export function decodeMulticallResults(data: Hex): (bigint | undefined)[] {
  const abiReader = new AbiReader(data);
  const listStart = abiReader.offset(0);
  const offsetTableStart = listStart + 32;
  return Array.from({ length: abiReader.offset(listStart) }, (_, index) => {
    const tupleStart = offsetTableStart + abiReader.offset(offsetTableStart + 32 * index);
    const resultStart = tupleStart + abiReader.offset(tupleStart + 32);
    const dataLength = abiReader.offset(resultStart);
    abiReader.bytes(resultStart + 32, dataLength);
    const isSuccess = abiReader.number(tupleStart) === 1n;
    return isSuccess && dataLength === 32 ? abiReader.number(resultStart + 32) : undefined;
  });
}
