import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import { login } from '../../shared/accounts/sign-in/sign-in.ts';
import type { NewAccountLimits } from '../../shared/platform/contract/plans.ts';
import { startCapacityMeter } from '../../shared/platform/dynamodb/meter.ts';
import { createAccountsContext, NOW, rejectionOf } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { newWallet, SETTINGS, signInHelpers } from './support/sign-ins.ts';

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = createAccountsContext(table);
});
afterAll(() => table.stop());

/**
 * Limits of new accounts. Each test uses its own networks. No test reaches `total`, unless the test sets a lower value.
 */
const LIMITS: NewAccountLimits = { ipv4Network: 3, ipv6Network: 2, ipv6Site: 3, total: 1_000_000 };

/** Signs a wallet in from an IP address. */
async function signInFrom(sourceIp: string, limits = LIMITS, wallet = newWallet(), now = NOW, of = accounts) {
  const settings = { ...SETTINGS, newAccounts: limits };
  const signed = await signInHelpers(() => of).signIn(wallet, settings, now);
  return login(of, settings, signed, now, { sourceIp });
}

const refused = async (sourceIp: string, limits = LIMITS) => {
  const { status, code, details } = await rejectionOf(signInFrom(sourceIp, limits));
  return [status, code, details?.max_per_day];
};

describe('the limit of new accounts', () => {
  test('the number of new accounts from an IPv4 network (/24) is limited', async () => {
    for (const last of [1, 2, 255]) await signInFrom(`192.0.2.${last}`);
    expect(await refused('192.0.2.77')).toEqual([429, 'new_account_limit_reached', 3]);
    expect(await refused('::ffff:192.0.2.78')).toEqual([429, 'new_account_limit_reached', 3]);
    expect((await signInFrom('192.0.3.1')).token).toBeTypeOf('string');
  });

  test('the number of new accounts from an IPv6 network (/64 or /48) is limited', async () => {
    for (const last of ['1', 'ffff']) await signInFrom(`2001:db8:1:1::${last}`);
    expect(await refused('2001:db8:1:1:2:3:4:5')).toEqual([429, 'new_account_limit_reached', 2]);
    await signInFrom('2001:db8:1:2::1');
    expect(await refused('2001:db8:1:3::1')).toEqual([429, 'new_account_limit_reached', 3]);
    expect((await signInFrom('2001:db8:2:1::1')).token).toBeTypeOf('string');
  });

  test('the number of new accounts of the whole service is limited across all networks', async () => {
    const limits = { ...LIMITS, total: 2 };
    // Other tests would count towards the total, so this test has its own table.
    const own = await startTable();
    try {
      const from = (sourceIp: string) =>
        signInFrom(sourceIp, limits, newWallet(), NOW, createAccountsContext(own));
      await from('198.51.100.1');
      await from('203.0.113.1');
      const third = await rejectionOf(from('100.64.0.1'));
      expect([third.code, third.details?.max_per_day]).toEqual(['new_account_limit_reached', 2]);
      expect(third.message).toContain('at most 2 accounts per day can be created in this service');
    } finally {
      await own.stop();
    }
  });

  test('concurrent sign-ins of new wallets never create more accounts than the limit allows', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => signInFrom('10.1.1.1')));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.ipv4Network);
    const { details } = await rejectionOf(signInFrom('10.1.1.2'));
    const seconds = Number(details?.retry_after_seconds);
    expect(seconds).toBe(86_400 / LIMITS.ipv4Network);
    const later = new Date(NOW.getTime() + seconds * 1_000);
    expect((await signInFrom('10.1.1.2', LIMITS, newWallet(), later)).token).toBeTypeOf('string');
  });

  test('new accounts from a loopback address are not limited', async () => {
    for (let made = 0; made < 5; made += 1) {
      for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) await signInFrom(address);
    }
  });

  test('a wallet that already has an account can sign in although the limit of new accounts is reached', async () => {
    const wallet = newWallet();
    await signInFrom('192.0.4.1', LIMITS, wallet);
    for (let more = 1; more < LIMITS.ipv4Network; more += 1) await signInFrom('192.0.4.1');
    expect(await refused('192.0.4.1')).toEqual([429, 'new_account_limit_reached', 3]);
    const unitsOf = async (address: string) => {
      const meter = startCapacityMeter(table.client);
      expect((await signInFrom(address, LIMITS, wallet)).token).toBeTypeOf('string');
      meter.stop();
      return meter.writeUnits;
    };
    expect(await unitsOf('192.0.4.1')).toBe(await unitsOf('127.0.0.1'));
  });
});
