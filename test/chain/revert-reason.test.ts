import { encodeErrorResult, parseAbi, toFunctionSelector } from 'viem/utils';
import { expect, test } from 'vitest';
import { decodeRevertReason, REVERT_SELECTORS } from '../../shared/chain/revert-reason.ts';

const ABI = parseAbi([
  'error Error(string message)',
  'error ERC4626ExceededMaxDeposit(address receiver, uint256 assets, uint256 max)',
  'error Unheard()',
]);
const encodeRevertText = (text: string) => encodeErrorResult({ abi: ABI, errorName: 'Error', args: [text] });

test.each(Object.entries(REVERT_SELECTORS))(
  'the error selector of %s is the hash that viem computes',
  (signature, selector) => {
    expect(toFunctionSelector(`function ${signature}`)).toBe(selector);
  },
);

test('the revert text of a contract is shortened and cleaned of characters that cannot be printed', () => {
  expect(decodeRevertReason(encodeRevertText('too few shares'))).toBe('too few shares');
  expect(decodeRevertReason(encodeRevertText('a\u001b[31m\nb'))).toBe('a?[31m?b');
  expect(decodeRevertReason(encodeRevertText('x'.repeat(500)))).toBe(`${'x'.repeat(120)}...`);
});

test('a known contract error is shown by its name, and an unknown contract error by its selector', () => {
  const args = ['0x0000000000000000000000000000000000000001', 2n, 1n] as const;
  const data = encodeErrorResult({ abi: ABI, errorName: 'ERC4626ExceededMaxDeposit', args });
  expect(decodeRevertReason(data)).toBe('ERC4626ExceededMaxDeposit');
  expect(decodeRevertReason(encodeErrorResult({ abi: ABI, errorName: 'Unheard' }))).toMatch(
    /^error 0x[0-9a-f]{8}$/,
  );
});

test.each(['0x', '0x08c379a0', `${encodeRevertText('cut').slice(0, 60)}`] as const)(
  'no revert reason is found in the revert data %s',
  (data) => {
    expect(decodeRevertReason(`0x${data.slice(2)}`)).toBeUndefined();
  },
);
