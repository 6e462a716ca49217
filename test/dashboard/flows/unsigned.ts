import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { present } from '../../support/present.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { signIn } from '../support/visit.ts';

const VAULT = '0x00000000000000000000000000000000000000aa';
const MINUTE_MS = 60_000;
const LOCAL_CHAIN_ID = 31_337;

interface Unsigned {
  readonly strategyId: string;
  readonly wallet: string;
  readonly ageMinutes: number;
  readonly type?: 'deposit' | 'withdrawal';
  /** Null for a withdrawal of everything. */
  readonly amount?: string | null;
  readonly chainId?: number;
}

function unsignedTransaction({ strategyId, wallet, ageMinutes, type = 'deposit', ...rest }: Unsigned) {
  const { amount = '40.5', chainId = 1 } = rest;
  return {
    ...{ id: 'txn_old', type, settlement: 'onchain', status: 'pending', state: 'pending' },
    ...{ strategy_id: strategyId, chain: 'ethereum', chain_id: chainId, asset: 'USDC', amount },
    ...{ wallet_address: wallet, user_id: 'end-user', hashes: [], transaction_hash: null, failure: null },
    ...{ receiver_address: null, actual_changes: null, changes_as_expected: null, vault_address: VAULT },
    created_at: new Date(Date.now() - ageMinutes * MINUTE_MS).toISOString(),
  };
}

/**
 * Returns a transaction with its steps, as in the response for a single transaction. In lists, transactions have no
 * steps.
 */
function withSteps(transaction: ReturnType<typeof unsignedTransaction>, data: string) {
  const step = { type: 'deposit', chain_id: transaction.chain_id, to: VAULT, data, value: '0' };
  const expected_changes =
    transaction.type === 'deposit'
      ? { assets: '-40.5', shares: '39.9' }
      : { assets: '40.7', shares: '-39.9' };
  return {
    ...{ ...transaction, expected_changes, calls: [{ to: VAULT, data, value: '0x0' }] },
    steps: [{ ...step, typed_data: null, gas_estimate: null }],
  };
}

/**
 * Answers requests for transactions instead of the API. At first, there is one unsigned transaction. A request for a
 * new deposit or withdrawal adds the transaction `txn_new`.
 */
async function serveUnsignedTransactions(page: Page, transaction: ReturnType<typeof unsignedTransaction>) {
  const sentRequests: unknown[] = [];
  const open = new Map([[transaction.id, transaction]]);
  let rejection: string | undefined;
  await page.route('**/v1/investments/**', async (route) => {
    const request = route.request();
    const [, path = ''] = new URL(request.url()).pathname.split('/v1/investments/');
    const [first, id = '', action] = path.split('/');
    const reply = (data: unknown) => {
      const total = Array.isArray(data) ? data.length : 1;
      const pagination = { current_page: 1, per_page: 100, total, total_pages: 1, count: total };
      return route.fulfill({ json: { success: true, data, meta: { pagination } } });
    };
    if (first === 'transactions' && id === '') return reply([...open.values()]);
    if (request.method() === 'POST') sentRequests.push([path, request.postDataJSON()]);
    if ((first === 'deposit' || first === 'withdraw') && rejection !== undefined)
      return route.fulfill({
        status: 422,
        json: { success: false, error: { code: 'vault_paused', message: rejection } },
      });
    if (first === 'deposit' || first === 'withdraw') {
      const made = { ...transaction, id: 'txn_new', created_at: new Date().toISOString() };
      open.set(made.id, made);
      return reply(withSteps(made, '0xbb'));
    }
    if (first !== 'transactions') return route.continue();
    if (action === 'cancel') open.delete(id);
    const known = open.get(id) ?? transaction;
    if (action === 'submit') open.set(id, { ...known, state: 'submitted' });
    return reply(withSteps(open.get(id) ?? known, id === 'txn_new' ? '0xbb' : '0xaa'));
  });
  return {
    sentRequests,
    rejectNewSteps: (message: string) => {
      rejection = message;
    },
  };
}

export function registerUnsignedTransactionFlows(dashboard: () => Dashboard): void {
  const readUsdcStrategy = async () => {
    const { service } = dashboard();
    const query = { asset: 'USDC', per_page: '1' };
    return present((await service.call(strategies.list, { key: service.keys.enterprise, query })).data[0]);
  };

  test('pending steps that are less than ten minutes old are signed unchanged', () =>
    dashboard().during(async ({ page, wallet }) => {
      const { id } = await readUsdcStrategy();
      const transaction = unsignedTransaction({ strategyId: id, wallet: wallet.address, ageMinutes: 9 });
      const { sentRequests } = await serveUnsignedTransactions(page, transaction);
      await page.goto('/positions');
      await signIn(page);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: /^Resume/ }).click();
      await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
      await dialog.getByText('Submitted').waitFor();
      expect(wallet.sent.map(({ data }) => data)).toEqual(['0xaa']);
      expect(sentRequests.map((each) => JSON.stringify(each))).not.toContainEqual(
        expect.stringContaining('cancel'),
      );
    }));

  test('steps older than ten minutes are replaced by new steps if the chain shows that they were not sent', () =>
    dashboard().during(async ({ page, wallet }) => {
      const { id } = await readUsdcStrategy();
      const transaction = unsignedTransaction({ strategyId: id, wallet: wallet.address, ageMinutes: 11 });
      const { sentRequests } = await serveUnsignedTransactions(page, transaction);
      await page.goto('/positions');
      await signIn(page);
      const dialog = page.getByRole('dialog');
      const resume = page.getByRole('button', { name: /^Resume/ });
      wallet.leaveUnmined(true);
      await resume.click();
      await page.getByText('Your wallet has a pending transaction.').waitFor();
      expect(sentRequests).toEqual([]);

      wallet.leaveUnmined(false);
      await resume.click();
      await dialog.getByText('Your wallet pays 40.5 USDC and receives 39.9 shares.').waitFor();
      const input = { strategy_id: id, wallet_address: wallet.address, user_id: 'end-user' };
      expect(sentRequests).toEqual([
        ['deposit', { ...input, amount: '40.5', asset: 'USDC' }],
        ['transactions/txn_old/cancel', {}],
      ]);
      await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
      await dialog.getByText('Submitted').waitFor();
      expect(wallet.sent.map(({ data }) => data)).toEqual(['0xbb']);
      expect(sentRequests.at(-1)).toMatchObject(['transactions/txn_new/submit', {}]);
    }));

  test('if the user resumes an old unsigned withdrawal of the whole balance, the dashboard requests the whole balance again', () =>
    dashboard().during(async ({ page, wallet }) => {
      const { id } = await readUsdcStrategy();
      const unsigned = { strategyId: id, wallet: wallet.address, ageMinutes: 60 };
      const transaction = unsignedTransaction({ ...unsigned, type: 'withdrawal', amount: null });
      const { sentRequests } = await serveUnsignedTransactions(page, transaction);
      await page.goto('/positions');
      await signIn(page);
      await page.getByText('Full amount').waitFor();
      await page.getByRole('button', { name: /^Resume/ }).click();
      await page.getByText('Your wallet returns 39.9 shares and receives 40.7 USDC.').waitFor();
      expect(sentRequests[0]).toEqual([
        'withdraw',
        { strategy_id: id, wallet_address: wallet.address, user_id: 'end-user', all: true },
      ]);
    }));

  test('a transaction with old unsigned steps is not cancelled if the API rejects the request for new steps', () =>
    dashboard().during(
      async ({ page, wallet }) => {
        const { id } = await readUsdcStrategy();
        const transaction = unsignedTransaction({ strategyId: id, wallet: wallet.address, ageMinutes: 11 });
        const served = await serveUnsignedTransactions(page, transaction);
        await page.goto('/positions');
        await signIn(page);
        served.rejectNewSteps('The vault accepts no deposits now.');
        await page.getByRole('button', { name: /^Resume/ }).click();
        await page.getByText('The vault accepts no deposits now.').waitFor();
        expect(served.sentRequests.map((each) => JSON.stringify(each))).not.toContainEqual(
          expect.stringContaining('cancel'),
        );
        await page.getByText('Not signed yet').waitFor();
      },
      [/status of 422/],
    ));

  test('if the wallet does not know a local chain, the dashboard adds the chain to the wallet before the wallet signs', () =>
    dashboard().during(async ({ page, wallet }) => {
      const { id } = await readUsdcStrategy();
      const unsigned = { strategyId: id, wallet: wallet.address, ageMinutes: 1, chainId: LOCAL_CHAIN_ID };
      await serveUnsignedTransactions(page, unsignedTransaction(unsigned));
      await page.goto('/positions');
      await signIn(page);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: /^Resume/ }).click();
      await dialog.getByText('This chain runs on the local server: no real money is used').waitFor();
      wallet.refuseNextChain();
      await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
      await dialog.getByText('You rejected this request in your wallet. Nothing was sent.').waitFor();
      expect(wallet.sent).toEqual([]);
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await dialog.getByText('Submitted').waitFor();
      const origin: string = await page.evaluate('location.origin');
      expect(wallet.addedChains).toEqual([
        {
          chainId: '0x7a69',
          chainName: 'Ethereum (local chain)',
          rpcUrls: [`${origin}/local/chains/ethereum`],
          nativeCurrency: { name: 'Test coin', symbol: 'ETH', decimals: 18 },
        },
      ]);
      expect(wallet.sent.map(({ data }) => data)).toEqual(['0xaa']);
    }));

  test('a public chain that the wallet does not know is never added to the wallet', () =>
    dashboard().during(async ({ page, wallet }) => {
      const { id } = await readUsdcStrategy();
      await page.route(/\/v1\/?$/, async (route) => {
        const response = await route.fetch();
        const about = await response.json();
        about.data.environment = { kind: 'live', market: 'live' };
        await route.fulfill({ json: about });
      });
      const unsigned = { strategyId: id, wallet: wallet.address, ageMinutes: 1, chainId: 8_453 };
      await serveUnsignedTransactions(page, unsignedTransaction(unsigned));
      await page.goto('/positions');
      await signIn(page);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: /^Resume/ }).click();
      await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
      await dialog.getByText('Add the chain in your wallet and try again.').waitFor();
      expect(wallet.addedChains).toEqual([]);
      expect(wallet.sent).toEqual([]);
    }));
}
