import { addressLimiter } from '../../access/address-limiter.ts';
import { limitedAddress } from '../../access/domain/limited-address.ts';
import { contractVerdict, isCounterfactual } from '../../chain/contract-signature.ts';
import { RateLimitRefusal } from '../../http/rate-limit-refusal.ts';
import { ApiError, invalidRequest } from '../../platform/contract/errors.ts';
import { CONTRACT_SIGN_IN_LIMITS } from '../../platform/contract/plans.ts';
import { checksummedAddress, recoverSigner } from '../../platform/domain/ethereum.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Accounts } from '../credentials.ts';
import type { MessagePurpose } from '../domain/message-purposes.ts';
import { parseSiwe, type SiweMessage } from '../domain/siwe.ts';
import { type SiweProblem, siweProblem, siweProblemText } from '../domain/siwe-checks.ts';
import { consumeNonce, isOurNonce } from './nonces.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/** A message and a wallet's signature of it. */
export interface SignedMessage {
  readonly message: string;
  readonly signature: string;
}

/** A wallet that was proven: a key's by its address, a contract's by its chain and its address. */
export interface ProvenWallet {
  /** EIP-55 form. */
  readonly address: string;
  /** The chain (EIP-155 id) of a wallet that is a contract. */
  readonly chainId?: number;
}

type Reason =
  | SiweProblem
  | 'signature'
  | 'nonce'
  | 'suspended'
  | 'counterfactual_wallet'
  | 'wallet_unreachable'
  | 'wallet';

/** @throws ApiError sign_in_refused, always */
export function refuse(reason: Reason, text: string): never {
  throw new ApiError('sign_in_refused', { message: `Sign-in refused: ${text}.`, details: { reason } });
}

const NOT_BY_ADDRESS = 'the signature was not made by the address in the message';
/** A contract is asked on the chain that the message names, which is the first one where none was asked for. */
const OTHER_CHAIN = '; for a contract wallet, request a challenge with the chain_id of its chain';

/** A node waits no longer for a wallet's contract than a caller does for an answer. */
const CONTRACT_TIMEOUT_MS = 3_000;

/** Calls of nodes cost more than challenges do, so an address has fewer of them. */
async function admitContractCheck(table: Table, sourceIp: string): Promise<void> {
  const limiter = addressLimiter(
    () => table,
    CONTRACT_SIGN_IN_LIMITS,
    () => Date.now() * 1_000,
  );
  const admission = await limiter.admit(`contract-sign-in ${limitedAddress(sourceIp)}`);
  if (admission.outcome !== 'refused') return;
  const text =
    'Too many sign-ins with contract wallets (smart accounts) came from this IP address. Retry after the number of seconds in the Retry-After header.';
  throw new RateLimitRefusal(admission, text);
}

async function askContract(
  accounts: Accounts,
  { chains }: SignInSettings,
  { message, signature }: SignedMessage,
  { address, chainId }: SiweMessage,
): Promise<ProvenWallet> {
  if (isCounterfactual(signature)) {
    refuse(
      'counterfactual_wallet',
      'the contract of this wallet is not deployed (EIP-6492); deploy it first',
    );
  }
  const chain = chains?.().find((each) => each.chainId === chainId);
  if (chain === undefined) refuse('signature', `${NOT_BY_ADDRESS}${OTHER_CHAIN}`);
  await admitContractCheck(accounts.table, accounts.cause.source_ip ?? 'unknown');
  const node = { rpcUrl: chain.rpcUrl, timeoutMs: Math.min(chain.timeoutMs, CONTRACT_TIMEOUT_MS) };
  const verdict = await contractVerdict(node, `0x${address.slice(2)}`, message, `0x${signature.slice(2)}`);
  if (verdict === 'valid') return { address, chainId };
  if (verdict === 'unreachable')
    refuse('wallet_unreachable', "the node of the wallet's chain does not respond; retry later");
  return refuse('signature', `${NOT_BY_ADDRESS}${OTHER_CHAIN}`);
}

/** A message as it was signed, and whether its nonce was issued for its wallet and this purpose. */
export interface ReceivedMessage {
  readonly signed: SignedMessage;
  readonly message: SiweMessage;
  readonly purpose: MessagePurpose;
  readonly hasOurNonce: boolean;
}

/**
 * Reads a message. Costs nothing but a keyed hash, and a read for a nonce that is not ours.
 *
 * @throws ApiError invalid_request for a text that is no message of EIP-4361
 */
export async function receiveMessage(
  { table }: Accounts,
  signed: SignedMessage,
  purpose: MessagePurpose,
  now: Date,
): Promise<ReceivedMessage> {
  const message = parseSiwe(signed.message);
  if (message === undefined) {
    throw invalidRequest([
      {
        path: 'body.message',
        message:
          'is not a Sign-In with Ethereum message (EIP-4361); sign the message of POST /auth/challenge unchanged',
      },
    ]);
  }
  const address = checksummedAddress(message.address) ?? '';
  const hasOurNonce = await isOurNonce(table, message.nonce, { purpose: purpose.nonce, address }, now);
  return { signed, message, purpose, hasOurNonce };
}

/**
 * The wallet that signed a message. The nonce is used up by the first that gets this far. A contract is asked last:
 * only for a nonce that is known, and where no key of that address has signed.
 *
 * @throws ApiError sign_in_refused; rate_limit_exceeded
 */
export async function proveWallet(
  accounts: Accounts,
  settings: SignInSettings,
  { signed, message, purpose, hasOurNonce }: ReceivedMessage,
  now: Date,
): Promise<ProvenWallet> {
  const problem = siweProblem(message, settings.policy, purpose, now);
  if (problem !== undefined) refuse(problem, siweProblemText(problem, settings.policy, purpose));
  const stale =
    'the nonce is unknown, used, expired, or for another wallet or purpose; request a new challenge';
  if (!hasOurNonce) refuse('nonce', stale);
  const signer = recoverSigner(signed.message, signed.signature);
  const wallet =
    signer === message.address
      ? { address: message.address }
      : await askContract(accounts, settings, signed, message);
  if (!(await consumeNonce(accounts.table, message.nonce, now))) refuse('nonce', stale);
  return wallet;
}
