import { createHmac, timingSafeEqual } from 'node:crypto';
import { base62FromBytes, fromBase62, toBase62 } from '../../platform/domain/base62.ts';
import type { MessagePurpose } from './message-purposes.ts';

/**
 * A message that a wallet signs, in the format of Sign-In with Ethereum (EIP-4361). Its nonce contains a MAC
 * (HMAC-SHA256) of the purpose and of the rest of the message. Because of the MAC, the service accepts only a text that
 * it issued, and need not store the text.
 */
export interface ChallengeMessage {
  /** The wallet that signs, in EIP-55 form. */
  readonly address: string;
  /** EIP-155 id of the chain on which the signature of a contract wallet is verified. */
  readonly chainId: number;
  readonly nonce: string;
}

export const MESSAGE_LIFETIME_SECONDS = 300;
/** A message is accepted if its time is at most this number of seconds in the future, because clocks differ. */
const CLOCK_SKEW_SECONDS = 30;

const NONCE_TIME_DIGITS = 6;
/** Number of random base-62 digits in a nonce. They represent 95 bits. */
const NONCE_RANDOM_DIGITS = 16;
/** Number of base-62 digits of the MAC in a nonce. They represent 131 of its 256 bits. */
const NONCE_MAC_DIGITS = 22;

export const NONCE_RANDOM_BYTES = 20;

const isoTimeOfSeconds = (seconds: number) => new Date(seconds * 1_000).toISOString();

/** `issuedAt` is in epoch seconds. */
function buildMessageText(
  { domain, uri, statement, resources }: MessagePurpose,
  { address, chainId, nonce, issuedAt }: ChallengeMessage & { readonly issuedAt: number },
): string {
  const lines = [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${isoTimeOfSeconds(issuedAt)}`,
    `Expiration Time: ${isoTimeOfSeconds(issuedAt + MESSAGE_LIFETIME_SECONDS)}`,
  ];
  if (resources.length > 0) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`));
  return lines.join('\n');
}

function macOf(secret: string, { name }: MessagePurpose, textWithoutMac: string): string {
  const mac = createHmac('sha256', secret).update(JSON.stringify([name, textWithoutMac]));
  return base62FromBytes(mac.digest(), NONCE_MAC_DIGITS);
}

/** Returns a message for a wallet to sign, and the message's nonce. `issuedAt` is in epoch seconds. */
export function createChallengeMessage(
  secret: string,
  purpose: MessagePurpose,
  wallet: Omit<ChallengeMessage, 'nonce'> & { readonly issuedAt: number },
  randomBytes: Uint8Array,
): { readonly message: string; readonly nonce: string } {
  const time = toBase62(BigInt(wallet.issuedAt), NONCE_TIME_DIGITS);
  const nonceWithoutMac = time + base62FromBytes(randomBytes, NONCE_RANDOM_DIGITS);
  const messageTextWithNonce = (nonce: string) => buildMessageText(purpose, { ...wallet, nonce });
  const nonce = nonceWithoutMac + macOf(secret, purpose, messageTextWithNonce(nonceWithoutMac));
  return { message: messageTextWithNonce(nonce), nonce };
}

const CHALLENGE_MESSAGE_PATTERN =
  /^[^\n]+ wants you to sign in with your Ethereum account:\n(0x[0-9A-Fa-f]{40})\n.*\nChain ID: (\d{1,15})\nNonce: ([0-9A-Za-z]+)\n/s;

/** Parses a message without verifying it. Returns undefined if the text does not have the format of a message. */
export function parseChallengeMessage(text: string): ChallengeMessage | undefined {
  const [, address, chainId, nonce] = CHALLENGE_MESSAGE_PATTERN.exec(text) ?? [];
  if (address === undefined || nonce === undefined) return undefined;
  return { address, chainId: Number(chainId), nonce };
}

/**
 * Returns `valid` or `expired` if the service issued exactly this text for this purpose with one of the secrets.
 * Returns `unknown` otherwise. `now` is in epoch seconds.
 */
export function checkMessageStatus(
  text: string,
  purpose: MessagePurpose,
  nonceSecrets: readonly string[],
  now: number,
): 'valid' | 'expired' | 'unknown' {
  const nonce = parseChallengeMessage(text)?.nonce ?? '';
  if (nonce.length !== NONCE_TIME_DIGITS + NONCE_RANDOM_DIGITS + NONCE_MAC_DIGITS) return 'unknown';
  const nonceWithoutMac = nonce.slice(0, -NONCE_MAC_DIGITS);
  const mac = Buffer.from(nonce.slice(-NONCE_MAC_DIGITS));
  const textWithoutMac = text.replace(nonce, nonceWithoutMac);
  const isIssuedByService = nonceSecrets.some((secret) =>
    timingSafeEqual(mac, Buffer.from(macOf(secret, purpose, textWithoutMac))),
  );
  if (!isIssuedByService) return 'unknown';
  const age = now - fromBase62(nonceWithoutMac.slice(0, NONCE_TIME_DIGITS));
  return age < MESSAGE_LIFETIME_SECONDS && age >= -CLOCK_SKEW_SECONDS ? 'valid' : 'expired';
}
