import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RISK_PARTS } from '../../../shared/strategies/contract/strategy.ts';
import { isExitConstrained } from '../../../shared/strategies/domain/risk/floors.ts';
import {
  assessRisk as judge,
  rewardShareOf,
  sumWeightedParts,
} from '../../../shared/strategies/domain/risk/risk.ts';
import { RISK_CONSTANTS, type RiskInputs } from '../../../shared/strategies/domain/risk/table.ts';

const SAFEST_INPUTS: RiskInputs = {
  tvl: 1e9,
  current_apy: 4,
  history_days: 730,
  log_apy_volatility_30d: 0,
  tvl_volatility_30d: 0,
  tvl_growth_30d: 1,
  unmoved_days: 1,
  peer_apy: 4,
  exposure: 'single',
  il_risk: false,
  apy_base: 4,
  apy_reward: null,
  stablecoin: true,
  outlier: false,
  underlying_assets: ['USDC'],
  utilisation: null,
  exit_constrained: false,
};
const riskOf = (given: RiskInputs) => judge(given).risk;
const RISKIEST_INPUTS: RiskInputs = {
  ...SAFEST_INPUTS,
  tvl: 10_000,
  history_days: 0,
  log_apy_volatility_30d: 50,
  tvl_volatility_30d: 1,
  tvl_growth_30d: 5,
  exposure: 'multi',
  il_risk: true,
  apy_base: 0,
  apy_reward: 90,
  stablecoin: false,
  outlier: true,
};

/** Two assets of different families, for which the source does not report impermanent loss. */
const PAIR_INPUTS = {
  exposure: 'multi',
  il_risk: null,
  stablecoin: false,
  underlying_assets: ['WETH', 'USDC'],
} as const satisfies Partial<RiskInputs>;

const choice = fc.constantFrom(true, false, null);
const numberOrNull = (max: number) => fc.option(fc.double({ min: 0, max, noNaN: true }));
const inputs: fc.Arbitrary<RiskInputs> = fc.record({
  tvl: fc.double({ min: 0, max: 1e12, noNaN: true }),
  current_apy: fc.double({ min: -99, max: 1_000, noNaN: true }),
  history_days: fc.integer({ min: 0, max: 5_000 }),
  log_apy_volatility_30d: numberOrNull(10),
  tvl_volatility_30d: numberOrNull(10),
  tvl_growth_30d: numberOrNull(1_000),
  unmoved_days: fc.nat(400),
  peer_apy: numberOrNull(100),
  exposure: fc.constantFrom('single' as const, 'multi' as const),
  il_risk: choice,
  apy_base: fc.option(fc.double({ min: -99, max: 1_000, noNaN: true })),
  apy_reward: fc.option(fc.double({ min: -99, max: 1_000, noNaN: true })),
  stablecoin: choice,
  outlier: choice,
  underlying_assets: fc.constantFrom(['USDC'], ['WETH', 'WSTETH'], ['WETH', 'USDC'], ['LP']),
  utilisation: numberOrNull(1),
  exit_constrained: fc.boolean(),
});

function pointsOf(changes: Partial<RiskInputs>): Record<string, number> {
  return Object.fromEntries(
    riskOf({ ...SAFEST_INPUTS, ...changes }).factors.map(({ name, points }) => [name, points]),
  );
}
const levelOf = (changes: Partial<RiskInputs>) => {
  return judge({ ...SAFEST_INPUTS, ...changes }).level;
};
const floorsOf = (changes: Partial<RiskInputs>) =>
  riskOf({ ...SAFEST_INPUTS, ...changes }).floors.map(({ name, level }) => `${name}: ${level}`);

test('the points of all factors in the risk table sum to 100', () => {
  for (const part of RISK_PARTS) {
    const factors = Object.values(RISK_CONSTANTS.factors).filter((factor) => factor.part === part);
    expect(factors.reduce((sum, { weight }) => sum + weight, 0)).toBe(RISK_CONSTANTS.parts[part]);
  }
  expect(Object.values<number>(RISK_CONSTANTS.parts).reduce((sum, weight) => sum + weight)).toBe(100);
  expect(riskOf(SAFEST_INPUTS).score).toBe(0);
  expect(riskOf(RISKIEST_INPUTS).score).toBeCloseTo(100, 1);
});

describe('risk factors that were computed by hand', () => {
  test.each<[string, Partial<RiskInputs>, string, number]>([
    ['a TVL of 10 million USD', { tvl: 1e7 }, 'tvl', 0.25 * 5],
    ['a TVL halfway from 1 to 10 million USD on the logarithmic scale', { tvl: 10 ** 6.5 }, 'tvl', 0.4 * 5],
    ['60 days of history', { history_days: 60 }, 'history', 0.55 * 20],
    ['10 years of history', { history_days: 3_650 }, 'history', 0],
    ['an APY volatility of 0.1', { log_apy_volatility_30d: 0.1 }, 'apy_volatility', 0.4 * 13],
    ['an unknown APY volatility', { log_apy_volatility_30d: null }, 'apy_volatility', 0.4 * 13],
    ['a TVL volatility of 0.1 a day', { tvl_volatility_30d: 0.1 }, 'tvl_volatility', 0.6 * 35],
    ['an unknown TVL volatility', { tvl_volatility_30d: null }, 'tvl_volatility', 0.4 * 35],
    ['a TVL five times that of a month ago', { tvl_growth_30d: 5 }, 'tvl_growth', 3],
    ['a TVL that fell', { tvl_growth_30d: 0.2 }, 'tvl_growth', 0],
    ['several assets', { exposure: 'multi' }, 'exposure', 0.4 * 2],
    ['several assets with unknown impermanent loss', { exposure: 'multi', il_risk: null }, 'exposure', 1.4],
    ['an exposure to impermanent loss', { exposure: 'multi', il_risk: true }, 'exposure', 2],
    ['a quarter of the APY in rewards', { apy_base: 3, apy_reward: 1 }, 'reward_share', 3.5],
    [
      'an APY whose base and reward parts are unknown',
      { apy_base: null, apy_reward: null },
      'reward_share',
      5.6,
    ],
    ['an asset that is not a stablecoin', { stablecoin: false }, 'stablecoin', 3],
    ['an asset of unknown stability', { stablecoin: null }, 'stablecoin', 0.4 * 3],
    ['the outlier mark', { outlier: true }, 'outlier', 5],
  ])('the risk points for %s equal the points that were computed by hand', (_, changes, factor, points) => {
    expect(pointsOf(changes)[factor]).toBeCloseTo(points, 2);
  });
});

describe('the risk score of a strategy', () => {
  test('the score is the weighted sum of its parts unless a rule changes it', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { score, factors, parts, decided_by } = riskOf(given);
        for (const { value, weight, points } of factors) expect(points).toBeCloseTo(value * weight, 2);
        for (const part of RISK_PARTS) {
          const own = factors.filter((factor) => factor.part === part);
          const sum = own.reduce((total, { points }) => total + points, 0);
          const scoreFromFactors = (100 * sum) / RISK_CONSTANTS.parts[part];
          if (part === 'exit' && given.utilisation !== null)
            expect(parts.exit).toBeGreaterThanOrEqual(scoreFromFactors - 0.01);
          else expect(parts[part]).toBeCloseTo(scoreFromFactors, 2);
        }
        if (decided_by.name === 'score') expect(score).toBe(sumWeightedParts(parts));
        else expect([35, 35.001, 50.001, sumWeightedParts(parts)]).toContain(score);
      }),
    );
  });

  test('the score never contradicts the risk level', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { risk, level } = judge(given);
        expect(risk.score <= 35 ? 'low' : risk.score <= 50 ? 'medium' : 'high').toBe(level);
      }),
    );
  });

  test('the score never falls when any input gets worse', () => {
    const magnitude = fc.double({ min: 0, max: 1e9, noNaN: true });
    const worse: Record<string, (given: RiskInputs, by: number) => RiskInputs> = {
      'less TVL': (given, by) => ({ ...given, tvl: Math.max(0, given.tvl - by) }),
      'less history': (given, by) => ({ ...given, history_days: Math.max(0, given.history_days - by) }),
      'an APY that moves more': (given, by) => ({
        ...given,
        log_apy_volatility_30d: (given.log_apy_volatility_30d ?? 0) + by,
      }),
      'a TVL that moves more': (given, by) => ({
        ...given,
        tvl_volatility_30d: (given.tvl_volatility_30d ?? 0) + by,
      }),
      'more utilisation': (given) => ({ ...given, utilisation: Math.min(1, (given.utilisation ?? 0) + 0.1) }),
      'more rewards': (given, by) => ({ ...given, apy_reward: (given.apy_reward ?? 0) + by }),
      'impermanent loss': (given) => ({ ...given, il_risk: true }),
      'an asset that is not a stablecoin': (given) => ({ ...given, stablecoin: false }),
      'an outlier': (given) => ({ ...given, outlier: true }),
    };
    fc.assert(
      fc.property(inputs, magnitude, fc.constantFrom(...Object.keys(worse)), (given, by, change) => {
        // Replace unknown figures by 0, because the score of an unknown figure cannot be compared with the score of a
        // known one.
        const known = {
          ...given,
          log_apy_volatility_30d: given.log_apy_volatility_30d ?? 0,
          tvl_volatility_30d: given.tvl_volatility_30d ?? 0,
          apy_base: given.apy_base ?? 0,
        };
        expect(riskOf(worse[change]?.(known, by) ?? known).score).toBeGreaterThanOrEqual(riskOf(known).score);
      }),
      { numRuns: 500 },
    );
  });
});

const UNSTABLE_RISK_INPUTS = {
  history_days: 40,
  tvl_volatility_30d: 0.1,
  log_apy_volatility_30d: 0.05,
  stablecoin: false,
};

describe('the reason that decided the risk level', () => {
  const describeRiskDecision = (changes: Partial<RiskInputs>) => {
    const { risk, level } = judge({ ...SAFEST_INPUTS, ...changes });
    return [risk.decided_by.name, risk.score, level, risk.decided_by.reason];
  };

  test('if no rule applies, the score decides the risk level', () => {
    expect(describeRiskDecision({ tvl: 9e7, ...UNSTABLE_RISK_INPUTS })).toEqual([
      'score',
      40.545,
      'medium',
      'A score above 35 and up to 50 is medium. ' +
        'The largest part of the score is how easily money can leave (exit): 21 points.',
    ]);
  });

  test('for a single asset with at least 100 million USD of TVL, a score from 36 to 60 is reduced to 35', () => {
    expect(describeRiskDecision({ tvl: 1e8, ...UNSTABLE_RISK_INPUTS })).toEqual([
      'large_market',
      35,
      'low',
      'It holds a single asset and over 100 million USD, so its level is low up to a score of 60. ' +
        'Without this rule its score is 41.',
    ]);
    expect(
      describeRiskDecision({ tvl: 1e8, ...UNSTABLE_RISK_INPUTS, exposure: 'multi' }).slice(0, 3),
    ).toEqual(['score', 41.3, 'medium']);
    expect(
      describeRiskDecision({ ...UNSTABLE_RISK_INPUTS, tvl_volatility_30d: 9, history_days: 0 }).slice(0, 3),
    ).toEqual(['score', 61.25, 'high']);
  });

  test('if a risk floor applies, a lower score is raised to the minimum score of the required risk level', () => {
    expect(describeRiskDecision({ tvl: 999_999 })).toEqual([
      'small_tvl',
      35.001,
      'medium',
      'Its TVL is 999,999 USD, less than 1 million USD.',
    ]);
    expect(describeRiskDecision({ tvl: 99_999 }).slice(0, 3)).toEqual(['tiny_tvl', 50.001, 'high']);
  });

  test('the risk level is medium when too few of the inputs are known', () => {
    expect(describeRiskDecision({ log_apy_volatility_30d: null, tvl_volatility_30d: null })).toEqual([
      'little_known',
      35.001,
      'medium',
      'Its daily history is not known yet, so nobody can say how much its APY and its TVL move.',
    ]);
    expect(describeRiskDecision({ tvl_volatility_30d: null })).toEqual([
      'little_known',
      35.001,
      'medium',
      'Only 65% of what the score needs is known; a low level needs 70%.',
    ]);
    expect(describeRiskDecision({ log_apy_volatility_30d: null })[2]).toBe('low');
  });

  test('a utilisation of 96% raises the risk level to medium', () => {
    expect(describeRiskDecision({ utilisation: 0.9612, exit_constrained: true })).toEqual([
      'exit_constrained',
      35.001,
      'medium',
      '96% of what was supplied is borrowed, so a withdrawal may have to wait. ' +
        'The warning starts at 95% and ends below 90%.',
    ]);
  });
});

test('the exit part of the risk score is the higher of two risks: from utilisation and from TVL volatility', () => {
  const exit = (utilisation: number | null, tvl_volatility_30d = 0) =>
    riskOf({ ...SAFEST_INPUTS, utilisation, tvl_volatility_30d }).parts.exit;
  expect([null, 0, 0.8, 0.9, 0.95, 1].map((utilisation) => exit(utilisation))).toEqual([
    0, 0, 10, 40, 80, 100,
  ]);
  expect(exit(0.8, 0.1)).toBeCloseTo(48.837, 3);
});

test.each<[number | null, boolean, boolean]>([
  [0.949, false, false],
  [0.95, false, true],
  [0.9, true, true],
  [0.899, true, false],
  [null, true, true],
  [null, false, false],
])(
  'at a utilisation of %s, a strategy that had exit_constrained=%s now has exit_constrained=%s',
  (utilisation, before, after) => {
    expect(isExitConstrained(utilisation, before)).toBe(after);
  },
);

describe('the risk level of a strategy', () => {
  test.each<[string, Partial<RiskInputs>, string[], string]>([
    ['the safest inputs', {}, [], 'low'],
    ['less than 30 days of history', { history_days: 29 }, ['short_history: medium'], 'medium'],
    ['a TVL under 1 million USD', { tvl: 999_999 }, ['small_tvl: medium'], 'medium'],
    ['a TVL under 100,000 USD', { tvl: 99_999 }, ['tiny_tvl: high'], 'high'],
    [
      'an exposure to impermanent loss',
      { exposure: 'multi', il_risk: true },
      ['impermanent_loss: high'],
      'high',
    ],
    ['an APY far above its peers', { current_apy: 15, peer_apy: 4 }, ['above_peers: high'], 'high'],
    [
      'an APY over twice that of its peers and over 5 percentage points higher',
      { current_apy: 10.1, peer_apy: 5 },
      ['over_peers: medium'],
      'medium',
    ],
    [
      'an APY four times that of its peers, but only 3 percentage points higher',
      { current_apy: 4, peer_apy: 1 },
      [],
      'low',
    ],
    [
      'several stablecoins and an APY far above its peers',
      { current_apy: 15, peer_apy: 4, exposure: 'multi' },
      ['above_peers: high'],
      'high',
    ],
    [
      'several other assets and an APY far above its peers',
      { ...PAIR_INPUTS, current_apy: 15, peer_apy: 4, il_risk: false },
      ['over_peers: medium'],
      'medium',
    ],
    [
      'several assets of unknown stability and an APY far above its peers',
      { ...PAIR_INPUTS, current_apy: 15, peer_apy: 4, il_risk: false, stablecoin: null },
      ['above_peers: high'],
      'high',
    ],
    [
      'ether, staked ether and an APY far above its peers',
      {
        ...PAIR_INPUTS,
        underlying_assets: ['WETH', 'WSTETH'],
        current_apy: 40,
        peer_apy: 2.66,
        il_risk: false,
      },
      ['above_peers: high'],
      'high',
    ],
    ['a pair of assets with unknown impermanent loss', PAIR_INPUTS, ['impermanent_loss: high'], 'high'],
    ['a pair of assets without impermanent loss', { ...PAIR_INPUTS, il_risk: false }, [], 'low'],
    [
      'a pair of assets of one asset family with unknown impermanent loss',
      { ...PAIR_INPUTS, underlying_assets: ['WETH', 'WSTETH'] },
      [],
      'low',
    ],
    [
      'a single asset with unknown impermanent loss',
      { il_risk: null, underlying_assets: ['LINK'] },
      [],
      'low',
    ],
    [
      'an APY above its peers that has not changed for 5 days',
      { current_apy: 9, peer_apy: 4, unmoved_days: 5 },
      ['stuck_rate: high'],
      'high',
    ],
    [
      'a constant APY close to that of its peers',
      { current_apy: 5, peer_apy: 4, unmoved_days: 50 },
      [],
      'low',
    ],
    [
      'a constant APY and an unknown APY of its peers',
      { current_apy: 9, peer_apy: null, unmoved_days: 50 },
      [],
      'low',
    ],
  ])('a strategy with %s has the expected risk floors and risk level', (_, changes, floors, level) => {
    expect(floorsOf(changes)).toEqual(floors);
    expect(levelOf(changes)).toBe(level);
  });

  test('a strategy with a constant APY of 31% and peers at 2% has the risk level high', () => {
    const frozen = { tvl: 3e6, history_days: 18, current_apy: 31.01, peer_apy: 2, unmoved_days: 18 };
    expect(floorsOf(frozen)).toEqual(['short_history: medium', 'above_peers: high', 'stuck_rate: high']);
    expect(levelOf(frozen)).toBe('high');
  });

  test('an unknown impermanent loss never lowers the risk floors of a pair of assets', () => {
    const order = ['low', 'medium', 'high'];
    fc.assert(
      fc.property(inputs, (given) => {
        const pair = { ...given, exposure: 'multi' as const, underlying_assets: ['WETH', 'USDC'] };
        const highestFloorLevelIndex = (il_risk: boolean | null, stablecoin: boolean | null) =>
          Math.max(
            0,
            ...riskOf({ ...pair, il_risk, stablecoin }).floors.map(({ level }) => order.indexOf(level)),
          );
        for (const known of [true, false]) {
          expect(highestFloorLevelIndex(null, known)).toBe(highestFloorLevelIndex(true, known));
          expect(highestFloorLevelIndex(known, null)).toBeGreaterThanOrEqual(
            highestFloorLevelIndex(known, true),
          );
        }
      }),
    );
  });

  test('the reason for the risk floor tells whether the source reports impermanent loss or gives no information', () => {
    const reasons = (il_risk: boolean | null) =>
      riskOf({ ...SAFEST_INPUTS, ...PAIR_INPUTS, il_risk }).floors[0]?.reason;
    expect(reasons(true)).toContain('It is exposed to impermanent loss');
    expect(reasons(null)).toContain('does not say whether');
    expect(reasons(null)).toContain('WETH, USDC');
  });

  test('a small TVL or a short history always raises the risk level to its risk floor', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { level } = judge(given);
        if (given.tvl < 100_000) expect(level).toBe('high');
        if (given.tvl < 1_000_000 || given.history_days < 30) expect(level).not.toBe('low');
      }),
    );
  });
});

test.each([
  [3, 1, 0.25],
  [0, 0, 0],
  [null, 5, 1],
  [5, null, 0],
  [-2, 3, 1],
  [4, -1, 0],
  [null, null, null],
])('a base APY of %s and a reward APY of %s give a reward share of %s', (base, reward, share) => {
  expect(rewardShareOf(base, reward)).toBe(share);
});
