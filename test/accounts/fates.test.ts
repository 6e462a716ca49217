import { expect, test } from 'vitest';
import { fateOf, kindOf } from '../../shared/accounts/store/fates.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';

const filled = (template: string) => template.replace(/\{\w+\}/g, 'x1');
const nobody = {
  id: 'usr_nobody',
  signInWallet: undefined,
  wallets: new Set<string>(),
  owned: new Set<string>(),
};

test('every kind of item is known by its key, and what becomes of it when a user is erased is declared', () => {
  for (const [name, { template }] of Object.entries(ITEMS)) {
    const item = { pk: filled(template.pk), sk: filled(template.sk) };
    expect([item, kindOf(item)]).toEqual([item, name]);
    expect([name, fateOf(item, nobody)]).toEqual([name, undefined]);
  }
});

test('an account is not taken for another whose id begins with its own', () => {
  const person = { ...nobody, id: 'usr_1' };
  const fateIn = (pk: string, sk: string) => fateOf({ pk, sk }, person);
  expect(fateIn('LEDGER#usr_1', 'HEAD')).toBe('stays');
  expect(fateIn('LEDGER#usr_1/their-user', 'HEAD')).toBe('stays');
  expect(fateIn('LEDGER#usr_12', 'HEAD')).toBeUndefined();
  expect(fateIn('USER#usr_1', 'USER')).toBe('goes');
  expect(fateIn('USER#usr_12', 'USER')).toBeUndefined();
  expect(fateIn('LIST#audit#user=usr_1', 'LEAF#1')).toBe('goes');
  expect(fateIn('LIST#audit#user=usr_12', 'LEAF#1')).toBeUndefined();
});

test('what an administrator has done to others loses who it was, whatever tells of it', () => {
  const admin = { ...nobody, id: 'usr_admin' };
  const trail = { pk: 'WALLET#wal_1', sk: 'EVENT#1', actor_id: 'usr_admin', credential_id: 'ses_1' };
  const event = { pk: 'AUDIT#evt_1', sk: 'EVENT', user_id: 'usr_other', actor: { user_id: 'usr_admin' } };
  for (const item of [trail, event]) {
    expect(fateOf(item, admin)).toBe('loses_actor');
    expect(fateOf(item, nobody)).toBeUndefined();
  }
  expect(fateOf({ ...trail, pk: 'WALLET#wal_2' }, { ...admin, owned: new Set(['wal_2']) })).toBe('goes');
  expect(fateOf({ ...event, user_id: 'usr_admin' }, admin)).toBe('goes');
});

test('a command that was recorded as it was typed goes with the user whom its words name, by id or by wallet', () => {
  const wallet = `0x${'ab'.repeat(20)}`;
  const person = { ...nobody, id: 'usr_1', signInWallet: wallet };
  const fateOfWords = (words: string, user_id: string | null = null) =>
    fateOf({ pk: 'AUDIT#evt_1', sk: 'EVENT', user_id, details: { words } }, person);
  expect(fateOfWords(`0x${'AB'.repeat(20)} inv_1 1`)).toBe('goes');
  expect(fateOfWords('usr_1 inv_1 1')).toBe('goes');
  for (const others of ['usr_12 inv_1 1', `0x${'ac'.repeat(20)} inv_1 1`, 'deposits']) {
    expect([others, fateOfWords(others)]).toEqual([others, undefined]);
  }
  expect(fateOfWords('usr_1 inv_1 1', 'usr_2')).toBeUndefined();
});
