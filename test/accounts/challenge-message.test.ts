import * as fc from 'fast-check';
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe';
import { describe, expect, test } from 'vitest';
import {
  checkMessageStatus,
  createChallengeMessage,
  MESSAGE_LIFETIME_SECONDS,
  NONCE_RANDOM_BYTES,
  parseChallengeMessage,
} from '../../shared/accounts/domain/challenge-message.ts';
import {
  buildSignInPurpose,
  buildWalletProofPurpose,
} from '../../shared/accounts/domain/message-purposes.ts';
import { anyCharacter } from '../support/characters.ts';

const PAGE = 'https://app.example.com/login';
const SIGN_IN_PURPOSE = buildSignInPurpose(PAGE);
const WALLET_PROOF_PURPOSE = buildWalletProofPurpose(PAGE, { accountId: 'usr_a', connectionId: 'wc_a' });
const ISSUED_AT_SECONDS = 1_767_225_600;
const WALLET = {
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  chainId: 1,
  issuedAt: ISSUED_AT_SECONDS,
} as const;
const issue = (purpose = SIGN_IN_PURPOSE, secret = 'secret') =>
  createChallengeMessage(secret, purpose, WALLET, new Uint8Array(NONCE_RANDOM_BYTES).fill(9));
const statusOf = (text: string, now = ISSUED_AT_SECONDS, purpose = SIGN_IN_PURPOSE, secrets = ['secret']) =>
  checkMessageStatus(text, purpose, secrets, now);

describe('createChallengeMessage makes the message that a wallet signs', () => {
  test('the message is a valid Sign-In with Ethereum message', () => {
    const { message, nonce } = issue();
    const parsed = parseSiweMessage(message);
    expect(parsed).toMatchObject({
      domain: 'app.example.com',
      statement: SIGN_IN_PURPOSE.statement,
      uri: PAGE,
      version: '1',
      chainId: 1,
      nonce,
      issuedAt: new Date(ISSUED_AT_SECONDS * 1_000),
      expirationTime: new Date((ISSUED_AT_SECONDS + MESSAGE_LIFETIME_SECONDS) * 1_000),
    });
    const time = new Date(ISSUED_AT_SECONDS * 1_000);
    expect(
      validateSiweMessage({
        address: WALLET.address,
        domain: 'app.example.com',
        nonce,
        message: parsed,
        time,
      }),
    ).toBe(true);
  });

  test('the message of a wallet proof contains the ids of the account and of the wallet connection', () => {
    const parsed = parseSiweMessage(issue(WALLET_PROOF_PURPOSE).message);
    expect(parsed).toMatchObject({
      uri: 'https://app.example.com/wallet/connections/wc_a/proof',
      statement: WALLET_PROOF_PURPOSE.statement,
      resources: ['urn:yield-api:account:usr_a', 'urn:yield-api:wallet-connection:wc_a'],
    });
  });
});

describe('checkMessageStatus checks a signed message', () => {
  test('an issued message is valid until it expires', () => {
    const { message } = issue();
    const statusAfter = (seconds: number) => statusOf(message, ISSUED_AT_SECONDS + seconds);
    expect([statusAfter(0), statusAfter(299)]).toEqual(['valid', 'valid']);
    expect([statusAfter(300), statusAfter(86_400)]).toEqual(['expired', 'expired']);
    // Clocks may differ by 30 seconds.
    expect([statusAfter(-30), statusAfter(-31)]).toEqual(['valid', 'expired']);
  });

  test('a message is valid only if its nonce was made with a secret that is still accepted', () => {
    const { message } = issue();
    expect(statusOf(message, ISSUED_AT_SECONDS, SIGN_IN_PURPOSE, ['newer', 'secret'])).toBe('valid');
    expect(statusOf(message, ISSUED_AT_SECONDS, SIGN_IN_PURPOSE, ['newer'])).toBe('unknown');
    expect(statusOf(message, ISSUED_AT_SECONDS, SIGN_IN_PURPOSE, [])).toBe('unknown');
  });

  test('a message is valid only for the purpose for which it was issued', () => {
    const other = buildWalletProofPurpose(PAGE, { accountId: 'usr_a', connectionId: 'wc_b' });
    for (const issued of [SIGN_IN_PURPOSE, WALLET_PROOF_PURPOSE, other]) {
      for (const expected of [SIGN_IN_PURPOSE, WALLET_PROOF_PURPOSE, other]) {
        const status = statusOf(issue(issued).message, ISSUED_AT_SECONDS, expected);
        expect(status).toBe(issued === expected ? 'valid' : 'unknown');
      }
    }
  });

  test('a text that differs from the issued message in any character has the status unknown', () => {
    const { message } = issue(WALLET_PROOF_PURPOSE);
    const edits = fc.record({
      at: fc.nat(message.length),
      remove: fc.nat(3),
      insert: fc.string({ maxLength: 3 }),
    });
    fc.assert(
      fc.property(edits, ({ at, remove, insert }) => {
        const edited = message.slice(0, at) + insert + message.slice(at + remove);
        fc.pre(edited !== message);
        expect(statusOf(edited, ISSUED_AT_SECONDS, WALLET_PROOF_PURPOSE)).toBe('unknown');
      }),
      { numRuns: 2_000 },
    );
  });

  test('an issued message with a shortened nonce or additional text has the status unknown', () => {
    const { message, nonce } = issue();
    const unsigned = nonce.slice(0, 22);
    expect(statusOf(`${nonce}${message}`)).toBe('unknown');
    expect(statusOf(message.replace(nonce, unsigned))).toBe('unknown');
    expect(statusOf(`${message}\n${message}`)).toBe('unknown');
  });
});

describe('parseChallengeMessage parses a signed message', () => {
  test('parseChallengeMessage returns the wallet, the chain and the nonce', () => {
    const { message, nonce } = issue();
    expect(parseChallengeMessage(message)).toEqual({ address: WALLET.address, chainId: 1, nonce });
  });

  test('parseChallengeMessage returns undefined for any text that does not have the format of a signed message', () => {
    expect(parseChallengeMessage('Hello')).toBeUndefined();
    expect(parseChallengeMessage(issue().message.replace('0xf39F', '0xf39'))).toBeUndefined();
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => {
        expect(parseChallengeMessage(text)).toBeUndefined();
        expect(statusOf(text)).toBe('unknown');
      }),
    );
  });
});
