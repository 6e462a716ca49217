import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanWalletName } from '../../clients/dashboard/src/api/wallet-app.ts';
import { loginRoute } from '../../shared/accounts/contract/sign-in/login.ts';
import { anyCharacter } from '../support/characters.ts';

const SIGNED_MESSAGE = { message: 'm', signature: '0x' };

test('the dashboard cleans the name of any wallet app so that the sign-in route accepts the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (name) => {
      const walletApp = cleanWalletName(name);
      const body = { ...SIGNED_MESSAGE, wallet_app: walletApp };
      expect(loginRoute.body.parse(body)).toEqual(body);
    }),
  );
  // Invisible characters of every kind that a sign-in rejects.
  for (const invisible of ['\u{e0000}', '\u200b', '\u034f', '\u115f', '\u17b4', '\u180b', '\u3164', '\ufffd'])
    expect(cleanWalletName(`Rab${invisible}by`)).toBe('Rabby');
  // The 64th code unit is the first half of a character.
  expect(cleanWalletName(`${'a'.repeat(63)}\u{1f98a}`)).toBe('a'.repeat(63));
  expect(cleanWalletName(' Rabby Wallet\u0000 ')).toBe('Rabby Wallet');
  expect(cleanWalletName(' \n ')).toBeUndefined();
  expect(cleanWalletName('\u{e0100}\ufe0f')).toBeUndefined();
});

test('the name of the wallet app is sent without surrounding spaces, or left out if it is blank', () => {
  const read = (wallet_app: unknown) => loginRoute.body.safeParse({ ...SIGNED_MESSAGE, wallet_app });
  expect(read('  Rabby Wallet ').data).toEqual({ ...SIGNED_MESSAGE, wallet_app: 'Rabby Wallet' });
  for (const blank of ['   ', '\u{e0100}\ufff9'])
    expect(read(blank).data).toEqual({ ...SIGNED_MESSAGE, wallet_app: undefined });
  for (const wrong of ['a'.repeat(65), 'a\u0007', 7, null]) {
    expect(read(wrong).error?.issues).toMatchObject([
      { path: ['wallet_app'], message: 'must be at most 64 printable characters' },
    ]);
  }
});
