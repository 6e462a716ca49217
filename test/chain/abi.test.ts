import * as fc from 'fast-check';
import {
  decodeFunctionData,
  encodeFunctionData,
  encodeFunctionResult,
  parseAbi,
  toEventSelector,
  toFunctionSelector,
} from 'viem/utils';
import { describe, expect, test } from 'vitest';
import type { Hex } from '../../shared/chain/abi.ts';
import { encodeStepCall, VAULT_EVENT_TOPICS, VAULT_SELECTORS } from '../../shared/chain/erc4626.ts';
import {
  decodeMulticallResults,
  encodeAggregate,
  MULTICALL_SELECTORS,
} from '../../shared/chain/multicall.ts';
import { encodePermit, PERMIT_SELECTORS } from '../../shared/chain/permit.ts';

const MULTICALL_ABI = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[] returnData)',
]);
const VAULT = parseAbi([
  'function approve(address spender, uint256 value)',
  'function withdraw(uint256 assets, address receiver, address owner)',
]);

const hex = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

test.each(Object.entries({ ...VAULT_SELECTORS, ...MULTICALL_SELECTORS, ...PERMIT_SELECTORS }))(
  'the function selector of %s is the hash that viem computes',
  (signature, selector) => {
    expect(toFunctionSelector(signature)).toBe(selector);
  },
);

test.each(Object.entries(VAULT_EVENT_TOPICS))(
  'the event topic of %s is the hash that viem computes',
  (signature, topic) => {
    expect(toEventSelector(signature)).toBe(topic);
  },
);

test('contract calls are encoded as viem encodes them', () => {
  fc.assert(
    fc.property(hex(20), uint256, (account, value) => {
      expect(encodeStepCall.approve(account, value)).toBe(
        encodeFunctionData({ abi: VAULT, functionName: 'approve', args: [account, value] }),
      );
      expect(encodeStepCall.withdraw(value, account)).toBe(
        encodeFunctionData({ abi: VAULT, functionName: 'withdraw', args: [value, account, account] }),
      );
    }),
    { numRuns: 50 },
  );
});

test('several calls to one contract are encoded as viem encodes them', () => {
  const abi = parseAbi(['function multicall(bytes[] calls)']);
  fc.assert(
    fc.property(fc.array(hex(0, 100), { maxLength: 8 }), (calls) => {
      expect(encodePermit.multicall(calls)).toBe(
        encodeFunctionData({ abi, functionName: 'multicall', args: [calls] }),
      );
    }),
    { numRuns: 50 },
  );
});

describe('aggregate3 of the Multicall3 contract', () => {
  test('aggregate3 calls are encoded so that viem decodes the same calls', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ target: hex(20), data: hex(0, 100) }), { maxLength: 8 }), (calls) => {
        const { args } = decodeFunctionData({ abi: MULTICALL_ABI, data: encodeAggregate(calls) });
        expect(args[0].map(({ target, callData }) => [target.toLowerCase(), callData])).toEqual(
          calls.map(({ target, data }) => [target, data]),
        );
      }),
      { numRuns: 50 },
    );
  });

  test('an aggregate3 answer that viem encoded is decoded to the same values', () => {
    const result = fc.record({ success: fc.boolean(), returnData: fc.oneof(hex(32), hex(0, 70)) });
    fc.assert(
      fc.property(fc.array(result, { maxLength: 8 }), (results) => {
        const data = encodeFunctionResult({
          abi: MULTICALL_ABI,
          functionName: 'aggregate3',
          result: results,
        });
        expect(decodeMulticallResults(data)).toEqual(
          results.map(({ success, returnData }) =>
            success && returnData.length === 66 ? BigInt(returnData) : undefined,
          ),
        );
      }),
      { numRuns: 50 },
    );
  });

  test('decoding an invalid aggregate3 answer never reads past the end of the answer', () => {
    fc.assert(
      fc.property(hex(0, 400), (data) => {
        try {
          expect(decodeMulticallResults(data).length).toBeLessThanOrEqual(data.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
