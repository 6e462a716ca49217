import { EXAMPLE_STRATEGY_ID, ID_PREFIXES } from '../../contract/ids.ts';

const [EXAMPLE_DATE_TIME, EXAMPLE_DATE] = ['2026-11-20T12:00:00.000Z', '2026-11-20'];
const [EXAMPLE_ADDRESS, EXAMPLE_HASH] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  `0x${'ab'.repeat(32)}`,
];
const createExampleId = (prefix: string) => `${prefix}4fTq8ZkW2sVbN7pX`;

export const EXAMPLE_VALUE_BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': EXAMPLE_DATE_TIME,
  date: EXAMPLE_DATE,
};

/** Example values by field name. The first value that fits the field's schema is used. */
export const EXAMPLE_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  id: [EXAMPLE_STRATEGY_ID, ...Object.values(ID_PREFIXES).map(createExampleId)],
  strategy_id: [EXAMPLE_STRATEGY_ID, [EXAMPLE_STRATEGY_ID]],
  from_strategy_id: [EXAMPLE_STRATEGY_ID],
  amount_asset: ['USDC'],
  investment_id: [createExampleId(ID_PREFIXES.investment)],
  account: [createExampleId(ID_PREFIXES.user)],
  api_key_id: [createExampleId(ID_PREFIXES.apiKey)],
  session_id: [createExampleId(ID_PREFIXES.session)],
  transaction_id: [createExampleId(ID_PREFIXES.transaction)],
  alert_id: [createExampleId(ID_PREFIXES.alert)],
  webhook_id: [createExampleId(ID_PREFIXES.webhook)],
  by: [createExampleId(ID_PREFIXES.apiKey)],
  type: ['investment.confirmed'],
  flag: ['stuck_rate'],
  before: ['free'],
  after: ['pro'],
  successor: [null],
  strategy_name: ['Aave V3 USDC'],
  chain: ['ethereum', ['ethereum']],
  asset: ['USDC', ['USDC']],
  underlying: [['ETH']],
  family: ['USD'],
  protocol: ['aave-v3', ['aave-v3']],
  strategy_type: ['lending'],
  search: ['usdc'],
  min_apy: [2],
  min_tvl: [1_000_000],
  tvl: [152_340_000],
  amount: ['250.5', 10_000],
  wallet_address: [EXAMPLE_ADDRESS],
  to: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '2026-11-20'],
  from: ['2026-10-20'],
  at: ['2026-10-20', '2026-10-20T08:15:00.000Z'],
  days: [30],
  transaction_hash: [EXAMPLE_HASH],
  userId: ['user-1'],
  user_id: ['user-1'],
  version: ['v1'],
  url: ['https://aave.com'],
  reason: ['The wallet was lost.', null],
  sunset_on: [null],
  max_share: [0.4],
  max_protocol_share: [0.6],
  max_chain_share: [0.8],
  per_page: [10],
  horizon_days: [90],
  requests_per_minute: [300],
};
