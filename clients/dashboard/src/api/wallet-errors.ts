const REQUEST_REJECTED_TEXT = 'You rejected this request in your wallet.';

/** Plain-English messages for the error codes of wallets (EIP-1193 and JSON-RPC). */
const ERROR_TEXTS_BY_CODE: Readonly<Record<string, string>> = {
  4001: REQUEST_REJECTED_TEXT,
  4100: 'Your wallet does not let this page use your account. Allow this page in your wallet and try again.',
  4200: 'Your wallet does not support this request. Use another wallet.',
  4900: 'Your wallet is not connected to any chain. Choose a network in your wallet and try again.',
  4901: 'Your wallet is not connected to the chain of this strategy. Switch to this chain in your wallet and try again.',
  4902: 'Your wallet does not know the chain of this strategy. Add the chain in your wallet and try again.',
  [-32_002]: 'Your wallet already shows a request. Answer that request first, then try again.',
};

/** Messages for errors that wallets report only as text. */
const ERROR_TEXTS_BY_PATTERN: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/user (rejected|denied|cancel)|rejected by user/i, REQUEST_REJECTED_TEXT],
  [
    /insufficient funds/i,
    'Your wallet does not have enough of the chain\u2019s native coin to pay for gas. Add some and try again.',
  ],
  [/nonce too low|already known/i, 'Your wallet sent this transaction already. Wait until it is confirmed.'],
];

const WALLET_TEXT_MAX = 160;

const readErrorField = (thrownValue: unknown, field: 'code' | 'message'): unknown =>
  thrownValue !== null && typeof thrownValue === 'object' && field in thrownValue
    ? Reflect.get(thrownValue, field)
    : undefined;

/** Whether the error came from a wallet rather than from this page or the API. */
const isWalletError = (thrownValue: unknown) => typeof readErrorField(thrownValue, 'code') === 'number';

/**
 * Translates a wallet's error into plain English. Wallets may throw objects that are not instances of Error.
 * @param textAfterRejection a sentence to add if the user rejected the request
 */
export function explainWalletError(thrownValue: unknown, textAfterRejection = ''): unknown {
  const message = readErrorField(thrownValue, 'message');
  const text = typeof message === 'string' ? message : '';
  const knownErrorText =
    ERROR_TEXTS_BY_CODE[String(readErrorField(thrownValue, 'code'))] ??
    ERROR_TEXTS_BY_PATTERN.find(([pattern]) => pattern.test(text))?.[1];
  if (knownErrorText === REQUEST_REJECTED_TEXT)
    return new Error(`${REQUEST_REJECTED_TEXT} ${textAfterRejection}`.trim(), { cause: thrownValue });
  if (knownErrorText !== undefined) return new Error(knownErrorText, { cause: thrownValue });
  if (thrownValue instanceof Error && !isWalletError(thrownValue)) return thrownValue;
  const walletErrorText = text.split('\n')[0]?.slice(0, WALLET_TEXT_MAX).trim();
  const said =
    walletErrorText === undefined || walletErrorText === ''
      ? ''
      : ` Message from the wallet: ${walletErrorText}`;
  return new Error(
    `Your wallet could not carry out the request. No further transaction was sent to the chain.${said}`,
    {
      cause: thrownValue,
    },
  );
}
