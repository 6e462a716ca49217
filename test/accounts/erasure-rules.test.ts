import { expect, test } from 'vitest';
import { findErasureOutcome, findItemTypeName } from '../../shared/accounts/store/erasure-rules.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';

const filled = (template: string) => template.replace(/\{\w+\}/g, 'x1');
const unrelatedAccount = {
  id: 'usr_nobody',
  wallets: new Set<string>(),
  owned: new Set<string>(),
};

test('every kind of DynamoDB item has a rule for the erasure of an account', () => {
  for (const [name, { template }] of Object.entries(ITEMS)) {
    const item = { pk: filled(template.pk), sk: filled(template.sk) };
    expect([item, findItemTypeName(item)]).toEqual([item, name]);
    expect([name, findErasureOutcome(item, unrelatedAccount)]).toEqual([name, undefined]);
  }
});

test('the erasure of an account does not touch another account whose id starts with the same characters', () => {
  const person = { ...unrelatedAccount, id: 'usr_1' };
  const erasureOutcomeOf = (pk: string, sk: string) => findErasureOutcome({ pk, sk }, person);
  expect(erasureOutcomeOf('LEDGER#usr_1', 'HEAD')).toBe('kept');
  expect(erasureOutcomeOf('LEDGER#usr_1/their-user', 'HEAD')).toBe('kept');
  expect(erasureOutcomeOf('LEDGER#usr_12', 'HEAD')).toBeUndefined();
  expect(erasureOutcomeOf('USER#usr_1', 'USER')).toBe('deleted');
  expect(erasureOutcomeOf('USER#usr_12', 'USER')).toBeUndefined();
  expect(erasureOutcomeOf('LIST#audit#user=usr_1', 'COUNTS#1')).toBe('deleted');
  expect(erasureOutcomeOf('LIST#audit#user=usr_12', 'COUNTS#1')).toBeUndefined();
});

test('the erasure of an administrator keeps audit events about other accounts, but removes the administrator as actor', () => {
  const admin = { ...unrelatedAccount, id: 'usr_admin' };
  const walletEventItem = {
    pk: 'WALLET#wal_1',
    sk: 'EVENT#1',
    actor_id: 'usr_admin',
    credential_id: 'ses_1',
  };
  const event = { pk: 'AUDIT#evt_1', sk: 'EVENT', user_id: 'usr_other', actor: { user_id: 'usr_admin' } };
  for (const item of [walletEventItem, event]) {
    expect(findErasureOutcome(item, admin)).toBe('actor_removed');
    expect(findErasureOutcome(item, unrelatedAccount)).toBeUndefined();
  }
  expect(
    findErasureOutcome({ ...walletEventItem, pk: 'WALLET#wal_2' }, { ...admin, owned: new Set(['wal_2']) }),
  ).toBe('deleted');
  expect(findErasureOutcome({ ...event, user_id: 'usr_admin' }, admin)).toBe('deleted');
});
