import type { MarketRecommendedInput } from '../../../../sdk/src/index.ts';

export const RISK_CHOICES = ['low', 'medium', 'high'] as const;
export const HORIZONS = ['7', '30', '90', '180', '365'] as const;

/** The inputs of an allocation, as the fields and the URL contain them. */
export interface Question {
  readonly amount: string;
  readonly asset: string;
  readonly chain: string;
  readonly risk: (typeof RISK_CHOICES)[number];
  readonly horizon: (typeof HORIZONS)[number];
}

const FIRST: Question = { amount: '10000', asset: '', chain: '', risk: 'medium', horizon: '90' };

export function readQuestion(query: URLSearchParams): Question {
  return {
    amount: query.get('amount') ?? FIRST.amount,
    asset: query.get('asset') ?? FIRST.asset,
    chain: query.get('chain') ?? FIRST.chain,
    risk: RISK_CHOICES.find((each) => each === query.get('risk_level')) ?? FIRST.risk,
    horizon: HORIZONS.find((each) => each === query.get('horizon_days')) ?? FIRST.horizon,
  };
}

export function writeQuestion({ amount, asset, chain, risk, horizon }: Question): URLSearchParams {
  const query = new URLSearchParams({ amount, risk_level: risk, horizon_days: horizon });
  if (asset !== '') query.set('asset', asset);
  if (chain !== '') query.set('chain', chain);
  return query;
}

/**
 * Converts the question to the API's form. The request includes the strategies that nearly qualified for the allocation
 * (`include_rejected`).
 */
export function inputOf({ amount, asset, chain, risk, horizon }: Question): MarketRecommendedInput {
  return {
    amount: Number(amount),
    risk_level: risk,
    horizon_days: Number(horizon),
    include_rejected: true,
    per_page: 20,
    ...(asset === '' ? {} : { asset }),
    ...(chain === '' ? {} : { chain }),
  };
}
