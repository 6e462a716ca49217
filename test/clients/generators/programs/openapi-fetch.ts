import createClient from 'openapi-fetch';
import type { paths } from './openapi-fetch/schema.d.ts';
import { base, key, printOutcome } from './tell.ts';

const client = createClient<paths>({ baseUrl: base, headers: { 'X-API-KEY': key } });

const list = await client.GET('/strategies', {
  params: { query: { chain: ['ethereum'], per_page: 2, min_apy: 0.5 } },
});
const id = list.data?.data[0]?.id ?? '';
printOutcome('list', list.response.status, list.data?.data.length);
const one = await client.GET('/strategies/{id}', { params: { path: { id } } });
printOutcome('get', one.response.status, one.data?.data.id === id);
const refused = await client.GET('/strategies', { params: { query: { chain: ['nochain'] } } });
printOutcome('refusal', refused.response.status, refused.error?.error.code);
const prices = await client.GET('/market/prices', { params: { query: { asset: ['ETH', 'USDC'] } } });
printOutcome('prices', prices.response.status, prices.data?.data.length);
const trends = await client.GET('/market/trends');
printOutcome('trends', trends.response.status, trends.data?.data.window);
const performance = await client.GET('/strategies/performance', { params: { query: { per_page: 1 } } });
printOutcome('performance', performance.response.status, performance.data?.data.length);
const profile = await client.GET('/user/profile');
printOutcome('profile', profile.response.status, profile.data?.data.plan);
const deposit = await client.POST('/investments/deposit', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: { strategy_id: id, amount: '5' },
});
printOutcome('deposit', deposit.response.status, deposit.data?.data.type);
const investments = await client.GET('/investments', { params: { query: { strategy_id: id } } });
printOutcome('investments', investments.response.status, investments.data?.data[0]?.status);
const history = await client.GET('/investments/history', {
  params: { query: { type: 'deposit', per_page: 1 } },
});
printOutcome('history', history.response.status, history.data?.data[0]?.type);
const page = await client.GET('/investments/history', {
  params: { query: { type: 'deposit', per_page: 1, after: history.data?.meta.next_after ?? undefined } },
});
printOutcome('page', page.response.status, page.data?.data[0]?.id !== history.data?.data[0]?.id);
