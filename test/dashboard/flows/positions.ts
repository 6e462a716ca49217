import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { present } from '../../support/present.ts';
import { collectAccessibilityFindings } from '../support/accessibility.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { serveTransactions } from '../support/transactions.ts';
import { signIn } from '../support/visit.ts';

/** Signs in a new user on this device. Resolves to the session token. */
async function signInNewUser(page: Page): Promise<string> {
  await page.goto('/positions');
  await signIn(page, { keep: true });
  await page.getByText('No positions yet').waitFor();
  return page.evaluate("JSON.parse(localStorage.getItem('yield.session')).token");
}

/** Returns an on-chain transaction with the fields that the page needs. */
function chainTransaction(wallet: string, type: 'deposit' | 'withdrawal', steps: readonly object[]) {
  const rest = { settlement: 'onchain', status: 'pending', wallet_address: wallet };
  const filled = steps.map((step) => ({ chain_id: 1, value: '0', gas_estimate: null, ...step }));
  const calls = ['0xca', '0xcb'].map((data) => ({ to: VAULT, data, value: '0x0' }));
  const expected_changes =
    type === 'deposit' ? { assets: '-40.5', shares: '39.9' } : { assets: '40.7', shares: '-39.9' };
  return {
    ...{ id: `txn_${type}`, type, chain_id: 1, asset: 'USDC', hashes: [], transaction_hash: null, ...rest },
    ...{ steps: filled, calls, expected_changes, chain: 'ethereum', vault_address: VAULT, failure: null },
    ...{ receiver_address: null, actual_changes: null, changes_as_expected: null },
  };
}
const TYPED_DATA = JSON.stringify({
  types: { EIP712Domain: [{ name: 'name', type: 'string' }], Permit: [{ name: 'value', type: 'uint256' }] },
  primaryType: 'Permit',
  domain: { name: 'A token' },
  message: { value: '40' },
});
/** Answers requests in place of the API, and records their bodies. */
function interceptRequests(page: Page) {
  const sentBodies: unknown[] = [];
  const answer = (pattern: string, data: unknown) =>
    page.route(pattern, async (route) => {
      const request = route.request();
      if (request.method() === 'POST') sentBodies.push(request.postDataJSON());
      const meta = { pagination: { page: 1, per_page: 100, total: 1, total_pages: 1, count: 1 } };
      await route.fulfill({ json: { success: true, data, meta } });
    });
  return { sentBodies, answer };
}

const call = (type: string, data: string | null) => ({ type, to: VAULT, data, typed_data: null });
const VAULT = '0x00000000000000000000000000000000000000aa';

/**
 * Pattern of an error that these tests expect. Before a wallet switches its chain, the page asks the service for local
 * chains. This service has none and responds with 404.
 */
const EXPECTED_ERROR_PATTERNS = [/404 .*\/local\/chains\//];

export function registerPositionFlows(dashboard: () => Dashboard): void {
  test('a user deposits into a sandbox strategy and withdraws the money again', () =>
    dashboard().during(
      async ({ page }) => {
        const { service } = dashboard();
        const key = await signInNewUser(page);
        const query = { asset: 'USDC', per_page: '1' };
        const strategy = present((await service.call(strategies.list, { key, query })).data[0]);
        await page.goto(`/strategies/${strategy.id}`);
        await page.getByRole('button', { name: 'Deposit' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText(`Deposit into ${strategy.name}`).waitFor();
        await dialog.getByText('Sandbox: no wallet is charged. Enter any amount from $').waitFor();
        const send = dialog.getByRole('button', { name: 'Deposit', exact: true });
        await dialog.getByLabel('Amount in USDC').fill('ten');
        await dialog.locator('.field-error').getByText('Enter a number, such as 1,234.5').waitFor();
        expect(await send.isDisabled()).toBe(true);
        await dialog.getByLabel('Amount in USDC').fill('.5');
        await dialog.getByText('0.5 USDC', { exact: true }).waitFor();
        await dialog.getByText('Expected earnings in 90 days').waitFor();
        await dialog.getByLabel('Amount in USDC').fill('1e3');
        await dialog.locator('.field-error').getByText('Enter a number, such as 1,234.5').waitFor();
        expect(await dialog.getByText('Expected earnings in 90 days').count()).toBe(0);
        await dialog.getByLabel('Amount in USDC').fill('0');
        await dialog.locator('.field-error').getByText('Enter a number above 0.').waitFor();
        await dialog.getByLabel('Amount in USDC').fill('0.01');
        await send.click();
        await dialog.getByRole('alert').getByText('minimum').waitFor();
        await dialog.getByLabel('Amount in USDC').fill('1,000');
        await dialog.getByText('1,000 USDC', { exact: true }).waitFor();
        await dialog.getByText(/^You enter 1,000 USDC, worth about \$[\d,.]+$/).waitFor();
        expect(await dialog.getByText('minimum').count()).toBe(0);
        expect(await collectAccessibilityFindings(page)).toEqual([]);
        await send.click();
        await dialog.getByText('You deposited 1,000 USDC. No real money was used.').waitFor();
        expect(await collectAccessibilityFindings(page)).toEqual([]);
        await page.getByText(/^Your position: 1,000(\.\d+)? USDC \(sandbox\)$/).waitFor();

        // With 119 more positions in the API, the page states how many it leaves out.
        await page.route('**/investments?*', async (route) => {
          const response = await route.fetch();
          const answer = await response.json();
          Object.assign(answer.meta.pagination, { total: answer.data.length + 119 });
          await route.fulfill({ response, json: answer });
        });
        await page.goto('/positions');
        await page.getByText('The list shows the first 1 of 120 positions.').waitFor();
        await page.unroute('**/investments?*');

        await page.goto('/positions');
        const withdraw = async (fill: () => Promise<unknown>, result: RegExp) => {
          await page.getByRole('button', { name: `Withdraw from ${strategy.name}` }).click();
          await fill();
          await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
          await dialog.getByText(result).waitFor();
          await dialog.getByRole('button', { name: 'Close' }).click();
        };
        await withdraw(async () => {
          await dialog.getByText(/^Available 1,000(\.\d+)? USDC$/).waitFor();
          await dialog.getByLabel('Amount in USDC').fill('2,000');
          await dialog.getByText(/^Available: 1,000(\.\d+)? USDC\. Enter that amount or less/).waitFor();
          await dialog.getByLabel('Amount in USDC').fill('400.00');
          await dialog.getByText('400 USDC', { exact: true }).waitFor();
        }, /You withdrew 400 USDC\. No real money was used\./);
        await page.getByText(/^600(\.\d+)? USDC$/).waitFor();
        expect(await page.getByRole('link', { name: strategy.name, exact: true }).getAttribute('href')).toBe(
          `/strategies/${strategy.id}`,
        );
        await page.getByRole('button', { name: `Deposit into ${strategy.name}` }).click();
        await dialog.getByLabel('Amount in USDC').fill('100');
        await dialog.getByRole('button', { name: 'Deposit', exact: true }).click();
        await dialog.getByText('You deposited 100 USDC.').waitFor();
        await dialog.getByRole('button', { name: 'Close' }).click();
        await page.getByText(/^700(\.\d+)? USDC$/).waitFor();
        await withdraw(async () => {
          expect(await dialog.getByRole('button', { name: 'Max' }).count()).toBe(0);
          await dialog.getByLabel('Full amount').check();
          expect(await dialog.getByLabel('Amount in USDC').inputValue()).toMatch(/^700(\.\d+)?$/);
        }, /You withdrew the full amount, 700(\.\d+)? USDC\. No real money was used\./);
        await page.getByText('No positions yet').waitFor();
      },
      [/status of 4(00|22)/],
    ));

  test('a user deposits into a vault from the connected wallet, and withdraws to the same wallet', () =>
    dashboard().during(async ({ page, wallet }) => {
      const { service } = dashboard();
      const key = await signInNewUser(page);
      const query = { asset: 'USDC', per_page: '1' };
      const { id, name } = present((await service.call(strategies.list, { key, query })).data[0]);
      const { data: detail } = await service.call(strategies.get, { key, params: { id } });
      const fees = { entry_percent: 0, exit_percent: 0.5, performance_percent: 10 };
      const vault = {
        ...{ address: VAULT, share_decimals: 18, share_price: '1.01', assets: '5000', apy_7d: 3, apy_30d: 3 },
        ...{ observed_at: null, fees },
      };
      const { sentBodies, answer } = interceptRequests(page);
      await answer(`**/v1/strategies/${id}`, { ...detail, settlement: 'onchain', vault });
      const deposit = chainTransaction(wallet.address, 'deposit', [
        { ...call('approve', '0xaa'), gas_estimate: 60_000 },
        { ...call('deposit', '0xbb'), gas_estimate: 140_000 },
      ]);
      await answer('**/investments/deposit', deposit);
      await answer('**/investments/transactions/*/submit', deposit);
      const served = await serveTransactions(page);
      await page.goto(`/strategies/${id}`);
      await page.getByRole('button', { name: 'Deposit' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Fees of the vault: 0.50% withdrawal fee and 10.00% performance fee.').waitFor();
      await dialog.getByLabel('Amount in USDC').fill('40.5');
      served.add(deposit, { strategy_id: id, amount: '40.5' });
      await dialog.getByRole('button', { name: 'Deposit', exact: true }).click();
      await dialog.getByText('Your wallet pays 40.5 USDC and receives 39.9 shares.').waitFor();
      await dialog.getByText(/^Chain: Ethereum \(local chain\), id 1\./).waitFor();
      await dialog.getByText('Network fee: at most 0.0004 ETH').waitFor();
      expect(await dialog.getByRole('link', { name: '0x0000…00aa' }).getAttribute('href')).toBe(
        `https://etherscan.io/address/${VAULT}`,
      );
      expect(wallet.sent).toEqual([]);
      expect(await collectAccessibilityFindings(page)).toEqual([]);
      await dialog.getByText('Nothing has been sent yet.').waitFor();
      wallet.refuseNext();
      await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
      await dialog.getByText('You rejected this request in your wallet. Nothing was sent.').waitFor();
      expect(await dialog.getByText('Nothing has been sent yet.').count()).toBe(0);
      // The wallet now sends the approval, and the user rejects the deposit.
      wallet.refuseNext(1);
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await dialog.getByText('The earlier steps stay valid.').waitFor();
      await dialog.getByText('Done').waitFor();
      await dialog.getByRole('button', { name: 'Discard' }).waitFor();
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await dialog.getByText('Submitted').waitFor();
      await dialog.getByText('Waiting for the chain to include the transaction in a block').waitFor();
      served.confirm({
        ...{ actual_changes: { assets: '-40.5', shares: '38' }, changes_as_expected: false },
        ...{ receiver_address: VAULT, transaction_hash: `0x${'ab'.repeat(32)}` },
      });
      await dialog.getByText('Confirmed', { exact: true }).waitFor();
      await dialog.getByText('Your wallet paid 40.5 USDC and received 38 shares.').waitFor();
      await dialog.getByText('The shares went to an address other than your wallet').waitFor();
      await dialog.getByText('more than 0.5% worse').waitFor();
      expect(await dialog.getByRole('link', { name: '0xabab…abab' }).getAttribute('href')).toContain(
        '/tx/0xabab',
      );
      expect(await collectAccessibilityFindings(page)).toEqual([]);

      const held = {
        ...{ strategy_id: id, user_id: null, settlement: 'onchain', chain: 'ethereum', asset: 'USDC' },
        ...{ vault_address: VAULT, wallet_address: wallet.address, wallet_proven: true, shares: '40' },
        ...{ pending_shares: '0', net_deposited: '40.5', value: '41', earned: '0.5', priced_at: null },
      };
      await answer('**/investments/holdings?*', [held]);
      const withdrawal = chainTransaction(wallet.address, 'withdrawal', [call('redeem', '0xcc')]);
      await answer('**/investments/withdraw', withdrawal);
      await page.goto('/positions');
      await page.getByRole('button', { name: `Withdraw from ${name}` }).click();
      await dialog.getByLabel('Full amount').check();
      served.add(withdrawal, { strategy_id: id, amount: '40.7' });
      await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
      await dialog.getByText('Your wallet returns 39.9 shares and receives 40.7 USDC.').waitFor();
      await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
      await dialog.getByText('Withdrawal', { exact: true }).waitFor();
      await dialog.getByText('Submitted').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('heading', { name: 'Pending' }).waitFor();
      await page.getByText('Submitted').waitFor();
      await page.getByText('Your positions and their value do not include these transactions').waitFor();
      expect(await collectAccessibilityFindings(page)).toEqual([]);
      served.confirm({
        ...{ actual_changes: { assets: '40.7', shares: '-39.9' }, changes_as_expected: true },
        ...{ receiver_address: wallet.address, transaction_hash: `0x${'cd'.repeat(32)}` },
      });
      await page.getByText('Withdrawal confirmed').waitFor();
      await page.getByRole('heading', { name: 'Finished since you opened this page' }).waitFor();
      await expect.poll(() => page.getByRole('heading', { name: 'Pending' }).count()).toBe(0);
      expect(wallet.sent.map(({ data }) => data)).toEqual(['0xaa', '0xbb', '0xcc']);
      expect(sentBodies).toEqual([
        { strategy_id: id, amount: '40.5', asset: 'USDC', wallet_address: wallet.address },
        // The hash of the deposit is reported before a block contains the deposit. At the end, the hashes of all steps
        // are reported.
        { hashes: [expect.stringMatching(/^0x0*2$/)] },
        { hashes: [expect.stringMatching(/^0x0*1$/), expect.stringMatching(/^0x0*2$/)] },
        { strategy_id: id, wallet_address: wallet.address, all: true },
        { hashes: [expect.stringMatching(/^0x0*3$/)] },
        { hashes: [expect.stringMatching(/^0x0*3$/)] },
      ]);
    }, EXPECTED_ERROR_PATTERNS));

  test('approval and deposit are sent as one batch if the wallet supports batches', () =>
    dashboard().during(async ({ page, wallet }) => {
      wallet.sendAsOne();
      const { service } = dashboard();
      const key = await signInNewUser(page);
      const query = { asset: 'USDC', per_page: '1' };
      const { id } = present((await service.call(strategies.list, { key, query })).data[0]);
      const { data: detail } = await service.call(strategies.get, { key, params: { id } });
      const { sentBodies, answer } = interceptRequests(page);
      await answer(`**/v1/strategies/${id}`, { ...detail, settlement: 'onchain', vault: null });
      const deposit = chainTransaction(wallet.address, 'deposit', [
        call('approve', '0xaa'),
        call('deposit', '0xbb'),
      ]);
      await answer('**/investments/deposit', deposit);
      await answer('**/investments/transactions/txn_deposit/submit', deposit);
      const served = await serveTransactions(page);
      const cancelled = page.waitForRequest('**/investments/transactions/txn_deposit/cancel');
      await answer('**/investments/transactions/txn_deposit/cancel', deposit);
      await page.goto(`/strategies/${id}`);
      const dialog = page.getByRole('dialog');
      const prepare = async () => {
        await page.getByRole('button', { name: 'Deposit' }).click();
        await dialog.getByLabel('Amount in USDC').fill('40.5');
        await dialog.getByRole('button', { name: 'Deposit', exact: true }).click();
        await dialog.getByText('Your wallet pays 40.5 USDC and receives 39.9 shares.').waitFor();
      };
      await prepare();
      await page.keyboard.press('Escape');
      await cancelled;
      await prepare();
      served.add(deposit, { strategy_id: id, amount: '40.5' });
      await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
      await dialog.getByText('Submitted').waitFor();
      served.confirm({ transaction_hash: `0x${'c9'.padStart(64, '0')}` });
      await dialog.getByText('Confirmed', { exact: true }).waitFor();
      expect(wallet.sent).toEqual([]);
      expect(wallet.batches).toEqual([
        {
          ...{ version: '2.0.0', chainId: '0x1', from: wallet.address, atomicRequired: true },
          calls: [
            { to: VAULT, data: '0xca', value: '0x0' },
            { to: VAULT, data: '0xcb', value: '0x0' },
          ],
        },
      ]);
      // The hash comes from the receipt of the batch. It is not the id of the batch.
      expect(sentBodies.at(-1)).toEqual({ hashes: [expect.stringMatching(/^0x0*c9$/)] });
    }));

  test('a deposit from the table row of a position belongs to the end user of this position', () =>
    dashboard().during(async ({ page }) => {
      const { service } = dashboard();
      const key = await signInNewUser(page);
      const query = { asset: 'USDC', per_page: '1' };
      const { id, name } = present((await service.call(strategies.list, { key, query })).data[0]);
      const body = { strategy_id: id, amount: '300', user_id: 'customer' };
      await service.call(investments.deposit, { key, body });
      await page.reload();
      const row = page.getByRole('row').filter({ hasText: 'for customer' });
      // The position has earned less than one cent since the deposit.
      const earned = row.locator('.wide-cell').getByText(/^(<\$0\.01|\$0\.00|0 USDC)$/);
      await earned.waitFor();
      expect(await earned.getAttribute('title')).toMatch(/^−?[\d.]+ USDC/);
      const dialog = page.getByRole('dialog');
      await row.getByRole('button', { name: `Deposit into ${name}` }).click();
      await dialog.getByLabel('Amount in USDC').fill('100');
      await dialog.getByRole('button', { name: 'Deposit', exact: true }).click();
      await dialog.getByText('You deposited 100 USDC.').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await row.getByText(/^400(\.\d+)? USDC$/).waitFor();
      expect(await page.getByRole('row').count()).toBe(2);

      const { data: detail } = await service.call(strategies.get, { key, params: { id } });
      await interceptRequests(page).answer(`**/v1/strategies/${id}`, { ...detail, settlement: 'none' });
      await page.reload();
      await row.getByRole('button', { name: `Deposit into ${name}` }).click();
      await dialog.getByText('This strategy accepts no deposits now.').waitFor();
      expect(await collectAccessibilityFindings(page)).toEqual([]);
    }));

  test('a user moves a part of a sandbox position into another strategy and sees the costs', () =>
    dashboard().during(
      async ({ page }) => {
        const { service } = dashboard();
        const key = await signInNewUser(page);
        const { data } = await service.call(strategies.list, {
          key,
          query: { asset: 'USDC', per_page: '2' },
        });
        const [from, to] = [present(data[0]), present(data[1])];
        const deposit = { strategy_id: from.id, amount: '1000' };
        await service.call(investments.deposit, { key, body: deposit });
        await page.reload();

        await page.getByRole('button', { name: 'Move' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText(`Move from ${from.name}`).waitFor();
        await dialog.getByLabel('Amount in USDC').fill('5000');
        await dialog.getByLabel('To strategy').selectOption(to.id);
        await dialog.getByText('Estimated costs: $').waitFor();
        await dialog.getByRole('button', { name: 'Move', exact: true }).click();
        await dialog.getByRole('alert').getByText('Withdraw that amount or less').waitFor();
        await dialog.getByText(/^Available: 1,000(\.\d+)? USDC\. Enter that amount or less/).waitFor();
        await dialog.getByLabel('Amount in USDC').fill('400');
        await dialog.getByRole('button', { name: 'Move', exact: true }).click();
        await dialog.getByText('The amount is now in the other strategy').waitFor();
        await dialog.getByRole('button', { name: 'Close' }).click();
        await page.getByText(/^600(\.\d+)? USDC$/).waitFor();
        await page.getByText(/^400(\.\d+)? USDC$/).waitFor();

        // Moves the rest, so that one position is left.
        await page.getByRole('button', { name: `Move from ${from.name}` }).click();
        await dialog.getByLabel('Full amount').check();
        await dialog.getByLabel('To strategy').selectOption(to.id);
        await dialog.getByRole('button', { name: 'Move', exact: true }).click();
        await dialog.getByRole('button', { name: 'Close' }).click();
        await page.getByText(/^1,000(\.\d+)? USDC$/).waitFor();
        expect(await page.getByRole('button', { name: /^Move from/ }).count()).toBe(1);
      },
      [/status of 422/],
    ));

  test('a user moves vault shares to another vault by signing the steps in order', () =>
    dashboard().during(async ({ page, wallet }) => {
      const { service } = dashboard();
      const key = await signInNewUser(page);
      const { data } = await service.call(strategies.list, { key, query: { asset: 'USDC', per_page: '2' } });
      const from = present(data[0]);
      const query = { asset: 'USDC', chain: from.chain, per_page: '2' };
      const { data: others } = await service.call(strategies.list, { key, query });
      const to = present(others.find(({ id }) => id !== from.id));
      const held = {
        ...{ strategy_id: from.id, user_id: null, settlement: 'onchain', chain: from.chain, asset: 'USDC' },
        ...{ vault_address: VAULT, wallet_address: wallet.address, wallet_proven: true, shares: '90' },
        ...{ pending_shares: '0', net_deposited: '90', value: '91.5', earned: '1.5', priced_at: null },
      };
      const permit = { type: 'permit', to: VAULT, data: null, typed_data: TYPED_DATA };
      const { sentBodies, answer } = interceptRequests(page);
      await answer('**/investments/holdings?*', [held]);
      await answer('**/strategies?*settlement=onchain*', [{ ...to, settlement: 'onchain' }]);
      const withdrawal = chainTransaction(wallet.address, 'withdrawal', [call('withdraw', '0xaa')]);
      const deposit = chainTransaction(wallet.address, 'deposit', [permit, call('deposit', null)]);
      await answer('**/investments/move', { withdrawal, deposit });
      const served = await serveTransactions(page);
      const signed = chainTransaction(wallet.address, 'deposit', [call('deposit', '0xbb')]);
      await answer('**/investments/transactions/txn_deposit/sign', signed);
      await answer('**/investments/transactions/*/submit', signed);

      await page.reload();
      await page.getByText('91.5 USDC').waitFor();
      await page.getByRole('button', { name: `Move from ${from.name}` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Full amount').check();
      await dialog.getByLabel('To strategy').selectOption(to.id);
      await dialog.getByText('Sign the withdrawal first').waitFor();
      served.add(withdrawal, { strategy_id: from.id, amount: '91.5' });
      served.add(deposit, { strategy_id: to.id, amount: '91.5' });
      await dialog.getByRole('button', { name: 'Move', exact: true }).click();
      await dialog.getByText('Your wallet pays 40.5 USDC').waitFor();
      await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
      await dialog.getByText('Submitted').nth(1).waitFor();
      served.confirm({ transaction_hash: `0x${'ef'.repeat(32)}` });
      await dialog.getByText('Confirmed', { exact: true }).nth(1).waitFor();
      expect(wallet.sent.map(({ data }) => data)).toEqual(['0xaa', '0xbb']);
      expect(sentBodies).toEqual([
        { from_strategy_id: from.id, wallet_address: wallet.address, to_strategy_id: to.id, all: true },
        { hashes: [expect.stringMatching(/^0x0*1$/)] },
        { hashes: [expect.stringMatching(/^0x0*1$/)] },
        { signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) },
        { hashes: [expect.stringMatching(/^0x0*2$/)] },
        { hashes: [expect.stringMatching(/^0x0*2$/)] },
      ]);
    }));
}
