import { checksummedAddress } from '../../platform/domain/ethereum.ts';
import { rfc3339Millis, type SiweMessage } from './siwe.ts';

/** What this deployment accepts. Every entry is required: there is no check that an empty setting switches off. */
export interface SiwePolicy {
  /** Where users sign in, in full (`https://app.example.com/login`): the message's URI, its authority the domain. */
  readonly uri: string;
  readonly chainIds: readonly number[];
  /** Oldest `Issued At` and longest span to `Expiration Time` that are accepted. */
  readonly maxAgeSeconds: number;
  /** How far `Issued At` and `Not Before` may lie ahead of our clock. */
  readonly clockSkewSeconds: number;
}

/** The first rule that a message breaks. The nonce's own check is the write that consumes it. */
export type SiweProblem =
  | 'domain'
  | 'scheme'
  | 'uri'
  | 'address'
  | 'chain_id'
  | 'issued_at_in_future'
  | 'issued_at_too_old'
  | 'expiration_time_missing'
  | 'expiration_time_too_late'
  | 'expired'
  | 'not_before';

const SENTENCES: Readonly<Record<SiweProblem, string>> = {
  domain: 'the domain is not the one that users of this service sign in at',
  scheme: 'the scheme is not the one of the sign-in address',
  uri: 'the URI is not the sign-in address of this service',
  address: 'the address is not in its EIP-55 form',
  chain_id: 'the Chain ID is not one of the supported chains',
  issued_at_in_future: 'Issued At lies in the future',
  issued_at_too_old: 'Issued At is too long ago; ask for a new challenge',
  expiration_time_missing: 'Expiration Time is required',
  expiration_time_too_late: 'Expiration Time is too far after Issued At',
  expired: 'the message has expired; ask for a new challenge',
  not_before: 'the message is not valid yet (Not Before)',
};

/** The rule that a message breaks, with what is expected where the caller can do something about it. */
export function siweProblemText(problem: SiweProblem, policy: SiwePolicy): string {
  if (problem === 'domain') return `${SENTENCES.domain}, ${signInOrigin(policy).domain}`;
  return SENTENCES[problem];
}

/** `https://app.example.com/login` -> its scheme and authority (`https`, `app.example.com`). */
export function signInOrigin(policy: SiwePolicy): { scheme: string; domain: string } {
  const url = new URL(policy.uri);
  return { scheme: url.protocol.slice(0, -1), domain: url.host };
}

/** The first rule of EIP-4361 and of the policy that the message breaks at `now`; undefined when it keeps them all. */
export function siweProblem(message: SiweMessage, policy: SiwePolicy, now: Date): SiweProblem | undefined {
  const { scheme, domain } = signInOrigin(policy);
  if (message.domain !== domain) return 'domain';
  if (message.scheme !== undefined && message.scheme !== scheme) return 'scheme';
  if (message.uri !== policy.uri) return 'uri';
  if (checksummedAddress(message.address) !== message.address) return 'address';
  if (!policy.chainIds.includes(message.chainId)) return 'chain_id';
  return timeProblem(message, policy, now.getTime());
}

function timeProblem(message: SiweMessage, policy: SiwePolicy, now: number): SiweProblem | undefined {
  const skew = policy.clockSkewSeconds * 1_000;
  const maxAge = policy.maxAgeSeconds * 1_000;
  const issuedAt = rfc3339Millis(message.issuedAt);
  // Written so that an unreadable time, which the grammar already excludes, would fail rather than pass.
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
