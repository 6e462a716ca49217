import { expect, test } from 'vitest';
import { explainWalletError } from '../../clients/dashboard/src/api/wallet-errors.ts';
import { YieldApiError } from '../../clients/sdk/src/index.ts';

const textOf = (thrown: unknown) => {
  const error = explainWalletError(thrown);
  return error instanceof Error ? error.message : '';
};

test.each([
  [
    { code: 4001, message: 'MetaMask Tx Signature: User denied transaction signature.' },
    'You rejected this request in your wallet.',
  ],
  [
    { code: -32_603, message: 'user rejected transaction (action="sendTransaction")' },
    'You rejected this request in your wallet.',
  ],
  [
    { code: -32_002, message: 'Request of type wallet_requestPermissions already pending' },
    'Answer that request first',
  ],
  [{ code: 4902, message: 'Unrecognized chain ID "0x1c80"' }, 'Add the chain in your wallet'],
  [{ code: -32_000, message: 'insufficient funds for gas * price + value' }, 'to pay for gas'],
  [
    { code: -32_603, message: 'Internal JSON-RPC error.\n at stack' },
    'Message from the wallet: Internal JSON-RPC error.',
  ],
  ['not an object', 'Your wallet could not carry out the request'],
])('a wallet error is explained in plain words: %j', (thrown, text) => {
  expect(textOf(thrown)).toContain(text);
  expect(textOf(thrown)).not.toContain('\n');
});

test('if the user rejects a request in the wallet, the error message also states what was already sent', () => {
  const error = explainWalletError(
    { code: 4001, message: 'User rejected the request.' },
    'Nothing was sent.',
  );
  expect(error).toMatchObject({ message: 'You rejected this request in your wallet. Nothing was sent.' });
  const other = explainWalletError({ code: 4902, message: 'Unrecognized chain ID' }, 'Nothing was sent.');
  expect(other).toMatchObject({ message: expect.not.stringContaining('Nothing was sent.') });
});

test('an error from the API is returned unchanged instead of being explained as a wallet error', () => {
  const error = new YieldApiError({
    ...{ code: 'amount_below_minimum', message: 'The minimum is 100 USDC.', status: 422 },
    ...{ requestId: undefined, retryAfterSeconds: undefined },
  });
  expect(explainWalletError(error)).toBe(error);
});
