import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { user as userRoutes } from '../../../shared/accounts/contract/documentation.ts';
import { auth } from '../../../shared/accounts/contract/sign-in/sign-in-documentation.ts';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { alerts } from '../../../shared/notifications/contract/documentation.ts';
import { webhooks } from '../../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import type { ErrorCode } from '../../../shared/platform/contract/errors.ts';
import { PLAN_LIMITS } from '../../../shared/platform/contract/plans.ts';
import { chunkCountsKey } from '../../../shared/platform/dynamodb/numbered-list.ts';
import { ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { adminWallets } from '../../../shared/wallets/contract/admin-documentation.ts';
import { walletprovider } from '../../../shared/wallets/contract/documentation.ts';
import { connectionListNamesOf } from '../../../shared/wallets/store/connection-lists.ts';
import { createAccountsContext, makeKey, makeUser } from '../../support/accounts.ts';
import { present } from '../../support/present.ts';
import { ALERT, createUnknownId, expectRefused, type RouteCaller, UNREACHABLE_URL } from './route-caller.ts';

/** Registers a test of each error code that depends on stored state. */
export function registerRejections(routeCaller: RouteCaller): void {
  const deposit = (body: Readonly<Record<string, unknown>>) =>
    routeCaller.ask(investments.deposit, { body }, { key: routeCaller.service.keys.enterprise });

  test('a deposit that is too small, too large or into a paused strategy is rejected', async () => {
    const key = routeCaller.service.keys.enterprise;
    expectRefused(
      await deposit({ strategy_id: routeCaller.strategyId, amount: '0.0001' }),
      'below_minimum_deposit',
      'deposit',
    );
    const tooLargeDeposit = { strategy_id: routeCaller.strategyId, amount: '1000000000000' };
    expectRefused(await deposit(tooLargeDeposit), 'deposit_cap_exceeded', 'deposit');
    const { investment_id } = await routeCaller.deposit(routeCaller.strategyId, '1000');
    const body = { investment_id, amount: '1000000' };
    const withdrawal = await routeCaller.ask(investments.withdraw, { body }, { key });
    expectRefused(withdrawal, 'insufficient_balance', 'withdraw');
    const { data: list } = await routeCaller.service.call(strategies.list, { key, query: { per_page: '2' } });
    const paused = present(list[1]).id;
    await routeCaller.pause(paused);
    expectRefused(
      await deposit({ strategy_id: paused, amount: '1000' }),
      'strategy_not_accepting_deposits',
      'paused',
    );
  });

  test('a move is rejected when its target strategy or its amount is invalid', async () => {
    const key = routeCaller.service.keys.enterprise;
    const usdc = await routeCaller.strategiesOf('USDC');
    const [largest, paused, smallest] = [usdc[0], usdc[1], usdc.at(-1)];
    if (largest === undefined || paused === undefined || smallest === undefined)
      throw new Error('There are too few strategies');
    expect(largest.tvl).toBeGreaterThan(smallest.tvl);
    const [other] = await routeCaller.strategiesOf('WETH');
    const { investment_id } = await routeCaller.deposit(largest.id, String(Math.floor(smallest.tvl * 2)));
    const move = (to_strategy_id: string | undefined, amount: string) =>
      routeCaller.ask(investments.move, { body: { investment_id, to_strategy_id, amount } }, { key });
    await routeCaller.pause(paused.id);
    const cases: [string | undefined, string, ErrorCode][] = [
      [createUnknownId('strategy'), '1000', 'strategy_not_found'],
      [smallest.id, '0.0001', 'below_minimum_deposit'],
      [smallest.id, '100000000000', 'insufficient_balance'],
      [other?.id, '1000', 'move_unavailable'],
      [paused.id, '1000', 'strategy_not_accepting_deposits'],
      [smallest.id, String(Math.floor(smallest.tvl * 1.9)), 'deposit_cap_exceeded'],
    ];
    for (const [to, amount, code] of cases) expectRefused(await move(to, amount), code, code);
  });

  test('a second connection of the same wallet is rejected', async () => {
    const key = routeCaller.service.keys.enterprise;
    const { address: walletAddress } = privateKeyToAccount(generatePrivateKey());
    const body = { walletAddress, userId: 'declared' };
    const { id } = await routeCaller.made(walletprovider.create, body);
    expectRefused(
      await routeCaller.ask(walletprovider.create, { body }, { key }),
      'wallet_already_connected',
      'create',
    );
    await routeCaller.made(walletprovider.removalRequest, { connectionId: id });
    const again = await routeCaller.ask(
      walletprovider.removalRequest,
      { body: { connectionId: id } },
      { key },
    );
    expectRefused(again, 'invalid_transition', 'removal-request');
    const admin = routeCaller.service.keys.admin;
    const update = (status: string) =>
      routeCaller.ask(
        adminWallets.walletproviderUpdate,
        { params: { id }, body: { status } },
        { key: admin },
      );
    expect((await update('removed')).status).toBe(200);
    expectRefused(await update('active'), 'invalid_transition', 'admin-update');
  });

  test('the creation of an API key beyond the quota is rejected', async () => {
    const body = { name: 'one more', scopes: ['market:read'] };
    const create = () =>
      routeCaller.service.call(userRoutes.createApiKey, { key: routeCaller.service.sessions.free, body });
    let answer = await create();
    while (answer.status === 201) answer = await create();
    expectRefused(answer, 'api_key_limit_reached', 'create-api-key');
    const { id } = await routeCaller.made(userRoutes.createApiKey, body);
    const rotate = () =>
      routeCaller.ask(
        userRoutes.rotateApiKey,
        { params: { id }, body: { overlap_seconds: 60 } },
        { key: routeCaller.service.sessions.enterprise },
      );
    expect((await rotate()).status).toBe(201);
    expectRefused(await rotate(), 'api_key_not_rotatable', 'rotate-api-key');
  });

  test('the creation of a webhook endpoint beyond the quota is rejected', async () => {
    const accounts = createAccountsContext(routeCaller.service.table);
    const { text: key } = await makeKey(accounts, (await makeUser(accounts)).id);
    const endpoint = { url: UNREACHABLE_URL };
    const { id } = await routeCaller.made(webhooks.create, endpoint, key);
    const retry = { params: { id, deliveryId: createUnknownId('delivery') } };
    expectRefused(
      await routeCaller.ask(webhooks.retry, retry, { key }),
      'delivery_not_found',
      'retry-delivery',
    );
    for (let more = 1; more < PLAN_LIMITS.free.maxWebhooks; more += 1)
      await routeCaller.made(webhooks.create, endpoint, key);
    expectRefused(
      await routeCaller.ask(webhooks.create, { body: endpoint }, { key }),
      'webhook_limit_reached',
      'create-webhook',
    );
  });

  test('the creation of an alert beyond the quota is rejected', async () => {
    const create = () =>
      routeCaller.service.call(alerts.create, { key: routeCaller.service.keys.free, body: ALERT });
    let answer = await create();
    while (answer.status === 201) answer = await create();
    expectRefused(answer, 'alert_limit_reached', 'create-alert');
  });

  test('a wallet connection beyond the quota is rejected', async () => {
    const accounts = createAccountsContext(routeCaller.service.table);
    const user = await makeUser(accounts);
    const { text: key } = await makeKey(accounts, user.id);
    // Stores the counts of 40 full chunks with 1,032 connections each, so that the account appears to be at its quota.
    const counts = Object.fromEntries(Array.from({ length: 40 }, (_, chunk) => [String(chunk), 1_032]));
    for (const list of connectionListNamesOf({ owner: user.id, status: 'active' })) {
      await routeCaller.service.table.client.send(
        new PutCommand({
          TableName: routeCaller.service.table.name,
          Item: { ...chunkCountsKey(list, 0), ...counts },
        }),
      );
    }
    const body = { walletAddress: `0x${'12'.repeat(20)}`, userId: 'one-more' };
    const answer = await routeCaller.ask(walletprovider.create, { body }, { key });
    expectRefused(answer, 'wallet_connection_limit_reached', 'wallets.create');
  });

  test('a deposit that would open a sub-account beyond the quota is rejected', async () => {
    const accounts = createAccountsContext(routeCaller.service.table);
    const user = await makeUser(accounts);
    const { text: key } = await makeKey(accounts, user.id);
    const Item = {
      ...ITEMS.ledgerUserCount.key({ account: user.id }),
      users: PLAN_LIMITS.free.maxSubAccounts,
    };
    await routeCaller.service.table.client.send(
      new PutCommand({ TableName: routeCaller.service.table.name, Item }),
    );
    const body = { strategy_id: routeCaller.strategyId, amount: '1000', user_id: 'one-more' };
    expectRefused(
      await routeCaller.ask(investments.deposit, { body }, { key }),
      'sub_account_limit_reached',
      'deposit',
    );
  });

  test('a wallet proof with the signature of another wallet is rejected', async () => {
    const { address } = privateKeyToAccount(generatePrivateKey());
    const { id } = await routeCaller.made(walletprovider.create, {
      walletAddress: address,
      userId: 'unproven',
    });
    const wanted = { wallet_address: address, connection_id: id };
    const { message } = await routeCaller.made(auth.challenge, wanted);
    const signature = await privateKeyToAccount(generatePrivateKey()).signMessage({ message });
    const request = { params: { id }, body: { message, signature } };
    const answer = await routeCaller.ask(auth.proveWallet, request, {
      key: routeCaller.service.keys.enterprise,
    });
    expectRefused(answer, 'proof_refused', 'prove-wallet');
  });

  test('a sign-in with the signature of another wallet is rejected', async () => {
    const { address } = privateKeyToAccount(generatePrivateKey());
    const { message } = await routeCaller.made(auth.challenge, { wallet_address: address });
    const signature = await privateKeyToAccount(generatePrivateKey()).signMessage({ message });
    const answer = await routeCaller.ask(auth.login, { body: { message, signature } }, {});
    expectRefused(answer, 'sign_in_refused', 'login');
  });
}
