import { client } from './hey-api/client.gen.ts';
import {
  accountsProfile,
  investmentsDeposit,
  investmentsHistory,
  investmentsList,
  marketPerformance,
  marketPrices,
  marketTrends,
  strategiesGet,
  strategiesList,
} from './hey-api/sdk.gen.ts';
import { base, key, printOutcome } from './tell.ts';

client.setConfig({ baseUrl: base, auth: () => key });

const list = await strategiesList({ query: { chain: ['ethereum'], per_page: 2, min_apy: 0.5 } });
const id = list.data?.data[0]?.id ?? '';
printOutcome('list', list.response?.status, list.data?.data.length);
const one = await strategiesGet({ path: { id } });
printOutcome('get', one.response?.status, one.data?.data.id === id);
const refused = await strategiesList({ query: { chain: ['nochain'] } });
printOutcome('refusal', refused.response?.status, refused.error?.error.code);
const prices = await marketPrices({ query: { asset: ['ETH', 'USDC'] } });
printOutcome('prices', prices.response?.status, prices.data?.data.length);
const trends = await marketTrends();
printOutcome('trends', trends.response?.status, trends.data?.data.window);
const performance = await marketPerformance({ query: { per_page: 1 } });
printOutcome('performance', performance.response?.status, performance.data?.data.length);
const profile = await accountsProfile();
printOutcome('profile', profile.response?.status, profile.data?.data.plan);
const deposit = await investmentsDeposit({
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  body: { strategy_id: id, amount: '5' },
});
printOutcome('deposit', deposit.response?.status, deposit.data?.data.type);
const investments = await investmentsList({ query: { strategy_id: id } });
printOutcome('investments', investments.response?.status, investments.data?.data[0]?.status);
const history = await investmentsHistory({ query: { type: 'deposit', per_page: 1 } });
printOutcome('history', history.response?.status, history.data?.data[0]?.type);
const after = history.data?.meta.next_after ?? undefined;
const page = await investmentsHistory({ query: { type: 'deposit', per_page: 1, after } });
printOutcome('page', page.response?.status, page.data?.data[0]?.id !== history.data?.data[0]?.id);
