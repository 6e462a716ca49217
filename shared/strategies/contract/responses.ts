import * as z from 'zod/mini';
import {
  amountOutput,
  registerSchemaNames,
  timestamp,
  withDescription,
} from '../../platform/contract/responses.ts';
import { CONTRACT_ROLES, RISK_LEVELS, RISK_PARTS, SETTLEMENTS, strategyId } from './strategy.ts';

const apyPercent = withDescription(z.number(), 'APY in percent: 5.0 means 5%.');

export const strategy = z.strictObject({
  id: strategyId,
  name: z.string(),
  description: z.string(),
  chain: withDescription(z.string(), 'Blockchain name, lower case.'),
  asset: withDescription(
    z.string(),
    'Asset symbol, upper case; for a pool of several assets, joined by dashes.',
  ),
  protocol: withDescription(z.string(), 'Name of the underlying protocol, lower case.'),
  strategy_type: withDescription(z.string(), 'Kind of strategy, for example lending.'),
  current_apy: apyPercent,
  historical_apy: withDescription(
    z.strictObject({ '7d': apyPercent, '30d': apyPercent, '90d': apyPercent }),
    'Mean APY in percent over each window. If too few days of a window are known, it is the mean of a shorter window or ' +
      'of the source, or else the current APY. history_days is the number of known days.',
  ),
  risk_level: z.enum(RISK_LEVELS),
  tvl: withDescription(z.number(), 'Total value locked in USD.'),
  min_deposit: withDescription(z.number(), 'Minimum deposit in USD.'),
  created_at: timestamp,
  updated_at: timestamp,
  settlement: withDescription(
    z.enum(SETTLEMENTS),
    'How deposits are settled. onchain: in the vault. sandbox: without real money. none: not through this service, ' +
      'for example because the vault is closed. Lists show a change after the next ingestion.',
  ),
});
export type Strategy = z.infer<typeof strategy>;

/** One factor of the risk score. It adds `points = value x weight` to the part of the score that it belongs to. */
const riskFactor = z.strictObject({
  name: z.string(),
  part: withDescription(z.enum(RISK_PARTS), 'The part that it belongs to.'),
  value: withDescription(
    z.number().check(z.minimum(0), z.maximum(1)),
    '0 is the lowest risk, 1 the highest.',
  ),
  weight: withDescription(
    z.number().check(z.minimum(0), z.maximum(100)),
    'Maximum number of points that the factor can add.',
  ),
  points: z.number().check(z.minimum(0), z.maximum(100)),
});

const scoreOutOf100 = z.number().check(z.minimum(0), z.maximum(100));

const risk = z.strictObject({
  score: withDescription(
    scoreOutOf100,
    '0 is the lowest risk, 100 the highest. A score up to 35 is low risk, up to 50 medium risk, and above 50 high risk. ' +
      'It is 0.32 x rate + 0.43 x exit + 0.25 x loss, unless decided_by names a rule that moved it to the edge of a level.',
  ),
  decided_by: withDescription(
    z.strictObject({
      name: withDescription(z.string(), 'score, large_market, or the name of a floor.'),
      reason: z.string(),
    }),
    'What decided the level.',
  ),
  parts: withDescription(
    z.strictObject({
      rate: withDescription(scoreOutOf100, 'How much the APY moves.'),
      exit: withDescription(
        scoreOutOf100,
        'Whether money can leave: how TVL moves, and how much of the market is borrowed.',
      ),
      loss: withDescription(
        scoreOutOf100,
        'Possible losses: short history, impermanent loss, no stablecoin.',
      ),
    }),
    'Each from 0 (safest) to 100: the points of its factors over their weights. A high utilisation raises exit.',
  ),
  factors: z.array(riskFactor),
  floors: withDescription(
    z.array(
      z.strictObject({
        name: withDescription(z.string(), 'For example short_history, tiny_tvl or stuck_rate.'),
        level: withDescription(z.enum(RISK_LEVELS), 'The minimum level that it sets.'),
        reason: z.string(),
      }),
    ),
    'Rules that raise the level to a minimum.',
  ),
});

/** Expected mean APY over a horizon in percent, with its 80% interval. */
export const expectedApy = z.strictObject({
  mean: apyPercent,
  low80: withDescription(z.number(), 'One outcome in ten is expected below it, percent.'),
  high80: withDescription(z.number(), 'One outcome in ten is expected above it, percent.'),
});

const nullablePercent = z.nullable(z.number());

/** Figures of a vault that are measured on its chain. */
const vaultFigures = z.strictObject({
  address: z.string(),
  share_decimals: z.int(),
  share_price: withDescription(z.nullable(amountOutput), 'Units of the asset for one share.'),
  assets: withDescription(z.nullable(amountOutput), 'Total assets, in units of the asset.'),
  apy_7d: withDescription(nullablePercent, 'Growth of the share price over 7 days, annualized, percent.'),
  apy_30d: withDescription(nullablePercent, 'The same over 30 days.'),
  observed_at: withDescription(z.nullable(timestamp), 'Time of the block that it was read at.'),
  fees: withDescription(
    z.strictObject({
      entry_percent: z.number(),
      exit_percent: z.number(),
      performance_percent: withDescription(nullablePercent, 'Percent of the earnings. Null if unknown.'),
    }),
    'Fees of the vault. Its share price or its payouts include them. This service takes no fees.',
  ),
});

/** A contract that is called by the steps of a deposit or withdrawal. */
const executionContract = z.strictObject({
  role: withDescription(
    z.enum(CONTRACT_ROLES),
    'vault: the ERC-4626 vault. asset: the token that it takes. router: the contract that deposits and withdraws ' +
      'within bounds of price.',
  ),
  chain: z.string(),
  chain_id: withDescription(
    z.int(),
    "EIP-155 id of the contract's chain. Local and test chains have other ids than the public chain.",
  ),
  address: withDescription(z.string(), 'Address of the contract, written as in steps.'),
  kind: withDescription(
    z.nullable(z.enum(['erc4626', 'yearn'])),
    'Of a router, the order of its arguments. Null for the other roles.',
  ),
});
export type ExecutionContract = z.infer<typeof executionContract>;

/** The source's facts about a protocol. They do not affect the risk score. */
const protocolFacts = z.strictObject({
  listed_since: withDescription(
    z.nullable(timestamp),
    'When the source listed the protocol. Null if unknown.',
  ),
  audits: withDescription(
    z.nullable(
      z.strictObject({
        audited: withDescription(z.boolean(), 'Whether the source knows of an audit.'),
        links: withDescription(z.array(z.string()), 'Addresses of the reports.'),
      }),
    ),
    'Null where the source does not say.',
  ),
  hacks: withDescription(
    z.nullable(
      z.array(
        z.strictObject({
          date: timestamp,
          amount: withDescription(z.nullable(z.number()), 'USD lost.'),
          returned: withDescription(z.nullable(z.number()), 'USD returned.'),
          technique: withDescription(z.nullable(z.string()), 'Method of the attack.'),
        }),
      ),
    ),
    'Hacks that the source knows, newest first. Empty: none known. Null: the source has no information.',
  ),
});
export type ProtocolFacts = z.infer<typeof protocolFacts>;

export const strategyDetail = z.extend(strategy, {
  status: withDescription(
    z.enum(['listed', 'unlisted', 'paused']),
    'listed: open for deposits. paused: operators stopped deposits. unlisted: no longer in the ' +
      'source, so it accepts no deposits and does not grow. Withdrawals are possible in every state.',
  ),
  apy_base: withDescription(z.nullable(apyPercent), 'APY from the protocol itself, in percent.'),
  apy_reward: withDescription(z.nullable(apyPercent), 'APY from reward tokens, in percent.'),
  underlying_assets: z.array(z.string()).check(z.minLength(1)),
  exposure: z.enum(['single', 'multi']),
  il_risk: withDescription(
    z.nullable(z.boolean()),
    'Whether the pool is exposed to impermanent loss. Null if unknown.',
  ),
  stablecoin: withDescription(z.nullable(z.boolean()), 'Null where the source does not say.'),
  apy_volatility_30d: withDescription(
    z.nullable(z.number()),
    'Standard deviation of the daily APY over 30 days, in percentage points.',
  ),
  history_days: withDescription(z.int().check(z.minimum(0)), 'Days of stored history.'),
  expected_apy: withDescription(
    z.strictObject({ '7d': expectedApy, '30d': expectedApy, '90d': expectedApy }),
    'Expected mean APY over the next 7, 30 and 90 days, with an interval for 80 of 100 results. ' +
      '/market/calibration shows how often it was right.',
  ),
  log_apy_volatility_30d: withDescription(
    z.nullable(z.number()),
    'Standard deviation of ln(1 + APY%) over 30 days. Null with fewer than 15 days of history.',
  ),
  tvl_volatility_30d: withDescription(
    z.nullable(z.number()),
    'Standard deviation of the daily changes of ln(TVL) over 30 days. Null with fewer than 15 days of history.',
  ),
  tvl_growth_30d: withDescription(
    z.nullable(z.number()),
    'Ratio of the TVL to the TVL 30 days ago. 2 means doubled.',
  ),
  unmoved_days: withDescription(z.int().check(z.minimum(0)), 'Days without a change of the APY.'),
  peer_apy: withDescription(
    z.nullable(z.number()),
    'Median APY of strategies of the same assets and exposure over 1 million USD, percent.',
  ),
  utilisation: withDescription(
    z.nullable(z.number()),
    'The borrowed fraction of what was supplied, 0 to 1. Null where the source does not say, or nothing can be borrowed.',
  ),
  withdrawable: withDescription(
    z.nullable(z.number()),
    'What lenders can withdraw now, in USD: the supplied less the borrowed amount. Null if utilisation is null.',
  ),
  exit_constrained: withDescription(
    z.boolean(),
    'Whether withdrawals may have to wait: from a utilisation of 95% until it falls below 90%. Never recommended.',
  ),
  risk,
  flags: withDescription(z.array(z.string()), 'Warnings such as outlier or short_history.'),
  source: z.string(),
  as_of: withDescription(timestamp, 'When the source observed the figures.'),
  chain_id: withDescription(
    z.nullable(z.int()),
    'EIP-155 id of the public chain that the source lists. Null for chains of other kinds. Steps of a deposit go to the ' +
      'chain_id of execution_contracts, which differs for a local or test chain.',
  ),
  tokens: withDescription(
    z.array(
      z.strictObject({
        symbol: z.nullable(z.string()),
        address: z.string(),
        id: withDescription(
          z.nullable(z.string()),
          'Id after CAIP-19 in lower case, such as eip155:1/erc20:0xa0b8...',
        ),
      }),
    ),
    'The underlying tokens, in the order of the source. Empty if unknown.',
  ),
  source_pool: z.strictObject({
    id: withDescription(z.string(), 'Id in the source.'),
    url: withDescription(z.nullable(z.string()), 'Page of the source.'),
  }),
  deposit_asset: withDescription(
    z.strictObject({
      symbol: z.string(),
      decimals: z.int(),
      address: withDescription(z.nullable(z.string()), 'Contract address on its chain. Null if unknown.'),
    }),
    'Asset of deposits and balances.',
  ),
  vault: withDescription(
    z.nullable(vaultFigures),
    'The ERC-4626 vault with figures from its share price. Null without a vault.',
  ),
  execution_contracts: withDescription(
    z.array(executionContract),
    'All contracts that the steps of a deposit or withdrawal call. Check these addresses once and pin them: no step may ' +
      'call another contract. Empty without a vault, and where the service has no node of the chain.',
  ),
  protocol_info: z.extend(protocolFacts, {
    name: z.string(),
    url: withDescription(z.nullable(z.string()), 'Website of the protocol. Null if unknown.'),
  }),
});
export type StrategyDetail = z.infer<typeof strategyDetail>;

export const asOfFields = {
  as_of: withDescription(
    z.nullable(timestamp),
    'Time of the catalog behind the answer; null without a catalog.',
  ),
};

registerSchemaNames({
  Strategy: [strategy, 'One strategy as the list shows it.'],
  RiskFactor: [riskFactor, 'One factor of a part of the risk score: points = value x weight.'],
  Risk: [risk, 'How the risk level was computed.'],
  ExecutionContract: [executionContract, 'A contract that the steps of a deposit or withdrawal call.'],
  ExpectedApy: [expectedApy, 'Expected mean APY over a horizon.'],
  StrategyDetail: [strategyDetail, 'A strategy with all figures.'],
});
