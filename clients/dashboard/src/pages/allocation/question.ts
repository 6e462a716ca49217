import type { MarketRecommendedInput } from '../../../../sdk/src/index.ts';

export const RISK_CHOICES = ['low', 'medium', 'high'] as const;
export const HORIZON_DAYS = ['7', '30', '90', '180', '365'] as const;

/** The inputs of an allocation, as the fields and the URL contain them. */
export interface AllocationRequest {
  readonly amount: string;
  readonly asset: string;
  readonly chain: string;
  readonly risk: (typeof RISK_CHOICES)[number];
  readonly horizon: (typeof HORIZON_DAYS)[number];
}

const DEFAULT_REQUEST: AllocationRequest = {
  amount: '10000',
  asset: '',
  chain: '',
  risk: 'medium',
  horizon: '90',
};

export function parseAllocationQuery(query: URLSearchParams): AllocationRequest {
  return {
    amount: query.get('amount') ?? DEFAULT_REQUEST.amount,
    asset: query.get('asset') ?? DEFAULT_REQUEST.asset,
    chain: query.get('chain') ?? DEFAULT_REQUEST.chain,
    risk: RISK_CHOICES.find((each) => each === query.get('risk_level')) ?? DEFAULT_REQUEST.risk,
    horizon: HORIZON_DAYS.find((each) => each === query.get('horizon_days')) ?? DEFAULT_REQUEST.horizon,
  };
}

export function buildAllocationQuery({
  amount,
  asset,
  chain,
  risk,
  horizon,
}: AllocationRequest): URLSearchParams {
  const query = new URLSearchParams({ amount, risk_level: risk, horizon_days: horizon });
  if (asset !== '') query.set('asset', asset);
  if (chain !== '') query.set('chain', chain);
  return query;
}

/** The request includes the strategies that nearly qualified for the allocation (`include_rejected`). */
export function toAllocationQuery({
  amount,
  asset,
  chain,
  risk,
  horizon,
}: AllocationRequest): MarketRecommendedInput {
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
