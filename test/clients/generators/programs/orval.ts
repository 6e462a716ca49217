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
} from './orval/index.ts';
import { base, key, printOutcome } from './tell.ts';

// Orval sets the base address when it generates the client. The address of the service is not known then, so `fetch`
// adds it here.
const fetchAbsolute = fetch;
globalThis.fetch = (path, init) => fetchAbsolute(`${base}${String(path)}`, init);

const options = { headers: { 'X-API-KEY': key } };

const list = await strategiesList({ chain: ['ethereum'], per_page: 2, min_apy: 0.5 }, options);
const id = list.status === 200 ? (list.data.data[0]?.id ?? '') : '';
printOutcome('list', list.status, list.status === 200 && list.data.data.length);
const one = await strategiesGet(id, options);
printOutcome('get', one.status, one.status === 200 && one.data.data.id === id);
const refused = await strategiesList({ chain: ['nochain'] }, options);
printOutcome('refusal', refused.status, refused.status === 400 && refused.data.error.code);
const prices = await marketPrices({ asset: ['ETH', 'USDC'] }, options);
printOutcome('prices', prices.status, prices.status === 200 && prices.data.data.length);
const trends = await marketTrends({}, options);
printOutcome('trends', trends.status, trends.status === 200 && trends.data.data.window);
const performance = await marketPerformance({ per_page: 1 }, options);
printOutcome('performance', performance.status, performance.status === 200 && performance.data.data.length);
const profile = await accountsProfile(options);
printOutcome('profile', profile.status, profile.status === 200 && profile.data.data.plan);
const deposit = await investmentsDeposit(
  { strategy_id: id, amount: '5' },
  { headers: { ...options.headers, 'Idempotency-Key': crypto.randomUUID() } },
);
printOutcome('deposit', deposit.status, deposit.status === 201 && deposit.data.data.type);
const investments = await investmentsList({ strategy_id: id }, options);
printOutcome(
  'investments',
  investments.status,
  investments.status === 200 && investments.data.data[0]?.status,
);
const history = await investmentsHistory({ type: 'deposit', per_page: 1 }, options);
printOutcome('history', history.status, history.status === 200 && history.data.data[0]?.type);
const after = history.status === 200 ? (history.data.meta.next_after ?? undefined) : undefined;
const page = await investmentsHistory({ type: 'deposit', per_page: 1, after }, options);
const [first, second] = [history, page].map((each) => each.status === 200 && each.data.data[0]?.id);
printOutcome('page', page.status, first !== second);
