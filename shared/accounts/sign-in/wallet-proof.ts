import { createAddressLimiter } from '../../access/address-limiter.ts';
import { rateLimitAddressOf } from '../../access/domain/ip-addresses.ts';
import { checkContractSignature, isCounterfactualSignature } from '../../chain/contract-signature.ts';
import { RateLimitError } from '../../http/rate-limit-error.ts';
import { ApiError, invalidRequestError } from '../../platform/contract/errors.ts';
import { CONTRACT_SIGN_IN_LIMITS } from '../../platform/contract/plans.ts';
import { recoverSigner } from '../../platform/domain/ethereum.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Accounts } from '../credentials.ts';
import { type ChallengeMessage, parseChallengeMessage } from '../domain/challenge-message.ts';
import type { MessagePurpose } from '../domain/message-purposes.ts';
import { consumeNonce, readMessageStatus } from './challenge-messages.ts';
import type { WalletProofSettings } from './sign-in-settings.ts';

export interface SignedMessage {
  readonly message: string;
  readonly signature: string;
}

/** A wallet whose signature was verified. A contract wallet is identified by its address together with its chain. */
export interface ProvenWallet {
  /** Address in EIP-55 form. */
  readonly address: string;
  /** Chain of a contract wallet (EIP-155 id). Absent for a wallet with a private key. */
  readonly chainId?: number;
}

type RejectionReason =
  | 'message'
  | 'expired'
  | 'nonce'
  | 'signature'
  | 'suspended'
  | 'counterfactual_wallet'
  | 'wallet_unreachable';

export function rejectSignIn(reason: RejectionReason, text: string): never {
  throw new ApiError('sign_in_refused', { message: `Sign-in refused: ${text}.`, details: { reason } });
}

const WRONG_SIGNER_TEXT = 'the signature was not made by the address in the message';
/** Hint for an error message. A contract wallet is verified on the chain that the signed message names. */
const CONTRACT_WALLET_HINT = '; for a contract wallet, request a challenge with the chain_id of its chain';

/**
 * Maximum time in milliseconds for a call to a chain node. It is short because a caller waits for the response.
 */
const CONTRACT_CHECK_TIMEOUT_MS = 3_000;

/**
 * Takes a token of the rate limit for signature checks of contract wallets. These checks have their own limit per IP
 * address, because each check calls a chain node.
 * @throws RateLimitError when no token is left
 */
async function takeContractCheckToken(table: Table, sourceIp: string): Promise<void> {
  const limiter = createAddressLimiter(
    () => table,
    CONTRACT_SIGN_IN_LIMITS,
    () => Date.now() * 1_000,
  );
  const admission = await limiter.admit(`contract-sign-in ${rateLimitAddressOf(sourceIp)}`);
  if (admission.outcome !== 'refused') return;
  const text =
    'Too many sign-ins with contract wallets (smart accounts) came from this IP address. Retry after the number of seconds in the Retry-After header.';
  throw new RateLimitError(admission, text);
}

async function verifyContractSignature(
  accountsContext: Accounts,
  { chains }: Pick<WalletProofSettings, 'chains'>,
  { message, signature }: SignedMessage,
  { address, chainId }: ChallengeMessage,
): Promise<ProvenWallet> {
  if (isCounterfactualSignature(signature)) {
    rejectSignIn(
      'counterfactual_wallet',
      'the contract of this wallet is not deployed (EIP-6492); deploy it first',
    );
  }
  const chain = chains?.().find((each) => each.chainId === chainId);
  if (chain === undefined) rejectSignIn('signature', `${WRONG_SIGNER_TEXT}${CONTRACT_WALLET_HINT}`);
  await takeContractCheckToken(accountsContext.table, accountsContext.cause.source_ip ?? 'unknown');
  const node = { rpcUrl: chain.rpcUrl, timeoutMs: Math.min(chain.timeoutMs, CONTRACT_CHECK_TIMEOUT_MS) };
  const signatureVerdict = await checkContractSignature(
    node,
    `0x${address.slice(2)}`,
    message,
    `0x${signature.slice(2)}`,
  );
  if (signatureVerdict === 'valid') return { address, chainId };
  if (signatureVerdict === 'unreachable')
    rejectSignIn(
      'wallet_unreachable',
      "the blockchain node of the wallet's chain does not respond; retry later",
    );
  return rejectSignIn('signature', `${WRONG_SIGNER_TEXT}${CONTRACT_WALLET_HINT}`);
}

/**
 * Returns the fields of a signed message without verifying them.
 * @throws ApiError invalid_request if the text is not an EIP-4361 message
 */
export function requireParsedMessage({ message }: SignedMessage): ChallengeMessage {
  const fields = parseChallengeMessage(message);
  if (fields !== undefined) return fields;
  throw invalidRequestError([
    {
      path: 'body.message',
      message:
        'is not a Sign-In with Ethereum message (EIP-4361); send the message from POST /auth/challenge without any change',
    },
  ]);
}

const MESSAGE_STATUS_TEXTS = {
  unknown:
    'the message is not the one that POST /auth/challenge returned for this wallet and purpose; request a new challenge and sign its message unchanged',
  expired: 'the message has expired; request a new challenge',
} as const;

/**
 * Returns the wallet that signed a challenge message, and consumes the message's nonce. A contract wallet is
 * checked last, because this check calls a chain node.
 * @throws ApiError invalid_request; sign_in_refused; rate_limit_exceeded
 */
export async function proveWallet(
  accountsContext: Accounts,
  settings: Pick<WalletProofSettings, 'chains'>,
  signedMessage: SignedMessage,
  purpose: MessagePurpose,
  now: Date,
): Promise<ProvenWallet> {
  const message = requireParsedMessage(signedMessage);
  const status = await readMessageStatus(accountsContext.table, signedMessage.message, purpose, now);
  if (status !== 'valid')
    rejectSignIn(status === 'expired' ? 'expired' : 'message', MESSAGE_STATUS_TEXTS[status]);
  const signerAddress = recoverSigner(signedMessage.message, signedMessage.signature);
  const wallet =
    signerAddress === message.address
      ? { address: message.address }
      : await verifyContractSignature(accountsContext, settings, signedMessage, message);
  if (!(await consumeNonce(accountsContext.table, message.nonce, now)))
    rejectSignIn('nonce', 'the message was used already; request a new challenge');
  return wallet;
}
