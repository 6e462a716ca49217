import { checksummedAddress } from '../../platform/domain/ethereum.ts';
import type { MessagePurpose } from './message-purposes.ts';
import { rfc3339Millis, type SiweMessage } from './siwe.ts';

/**
 * The rules of this deployment for sign-in messages. All fields are required, so that no empty
 * setting can switch off a check.
 */
export interface SiwePolicy {
  /**
   * URL of the sign-in page (`https://app.example.com/login`). It must be the message's URI, and
   * its host the message's domain.
   */
  readonly uri: string;
  readonly chainIds: readonly number[];
  /** Maximum age of `Issued At`, and maximum time from it to `Expiration Time`, in seconds. */
  readonly maxAgeSeconds: number;
  /** How far `Issued At` and `Not Before` may lie in the future, in seconds. */
  readonly clockSkewSeconds: number;
}

/**
 * The first rule that a message breaks. The nonce is checked elsewhere, by the write that consumes
 * it.
 */
export type SiweProblem =
  | 'domain'
  | 'scheme'
  | 'uri'
  | 'statement'
  | 'resources'
  | 'address'
  | 'chain_id'
  | 'issued_at_in_future'
  | 'issued_at_too_old'
  | 'expiration_time_missing'
  | 'expiration_time_too_late'
  | 'expired'
  | 'not_before';

const PROBLEM_TEXTS: Readonly<Record<SiweProblem, string>> = {
  domain: 'the domain in the message is not that of this service',
  scheme:
    'the scheme in the message is not that of the sign-in page; sign the message of POST /auth/challenge unchanged',
  uri: 'the URI in the message is not the one for this purpose',
  statement: 'the statement is not the one of the challenge; sign the message of the challenge unchanged',
  resources: 'the resources do not name this account and wallet connection; request a challenge for it',
  address:
    'the address in the message has a wrong EIP-55 checksum; sign the message of POST /auth/challenge unchanged',
  chain_id: 'the Chain ID in the message is not supported; request a challenge with another chain_id',
  issued_at_in_future: 'Issued At is in the future; check your clock',
  issued_at_too_old: 'Issued At is too old; request a new challenge',
  expiration_time_missing: 'Expiration Time is missing; sign the message of POST /auth/challenge unchanged',
  expiration_time_too_late:
    'Expiration Time is too far after Issued At; sign the message of POST /auth/challenge unchanged',
  expired: 'the message has expired; request a new challenge',
  not_before: 'the message is not valid yet; retry after the time in Not Before',
};

/** Returns the broken rule as text, with the expected value of a domain or URI. */
export function siweProblemText(problem: SiweProblem, policy: SiwePolicy, { uri }: MessagePurpose): string {
  if (problem === 'domain') return `${PROBLEM_TEXTS.domain}; it must be ${signInOrigin(policy).domain}`;
  if (problem === 'uri') return `${PROBLEM_TEXTS.uri}; it must be ${uri}`;
  return PROBLEM_TEXTS[problem];
}

/**
 * Returns scheme and host of the sign-in page: `https` and `app.example.com` of
 * `https://app.example.com/login`.
 */
export function signInOrigin(policy: SiwePolicy): { scheme: string; domain: string } {
  const url = new URL(policy.uri);
  return { scheme: url.protocol.slice(0, -1), domain: url.host };
}

/**
 * Returns the first rule of EIP-4361, the policy or the purpose that the message breaks at `now`.
 * Undefined if none.
 */
export function siweProblem(
  message: SiweMessage,
  policy: SiwePolicy,
  purpose: MessagePurpose,
  now: Date,
): SiweProblem | undefined {
  const { scheme, domain } = signInOrigin(policy);
  if (message.domain !== domain) return 'domain';
  if (message.scheme !== undefined && message.scheme !== scheme) return 'scheme';
  if (message.uri !== purpose.uri) return 'uri';
  if (checksummedAddress(message.address) !== message.address) return 'address';
  if (!policy.chainIds.includes(message.chainId)) return 'chain_id';
  return timeProblem(message, policy, now.getTime()) ?? wordingProblem(message, purpose);
}

function wordingProblem(message: SiweMessage, purpose: MessagePurpose): SiweProblem | undefined {
  if (message.statement !== purpose.statement) return 'statement';
  return String(message.resources) === String(purpose.resources) ? undefined : 'resources';
}

function timeProblem(message: SiweMessage, policy: SiwePolicy, now: number): SiweProblem | undefined {
  const skew = policy.clockSkewSeconds * 1_000;
  const maxAge = policy.maxAgeSeconds * 1_000;
  const issuedAt = rfc3339Millis(message.issuedAt);
  // Conditions are negated, so that an unreadable time (NaN) fails the check.
  if (issuedAt === undefined || !(issuedAt <= now + skew)) return 'issued_at_in_future';
  if (!(now - issuedAt <= maxAge)) return 'issued_at_too_old';
  if (message.expirationTime === undefined) return 'expiration_time_missing';
  const expiresAt = rfc3339Millis(message.expirationTime);
  if (expiresAt === undefined || !(now < expiresAt)) return 'expired';
  if (!(expiresAt - issuedAt <= maxAge)) return 'expiration_time_too_late';
  if (message.notBefore === undefined) return undefined;
  const notBefore = rfc3339Millis(message.notBefore);
  return notBefore !== undefined && notBefore <= now + skew ? undefined : 'not_before';
}
