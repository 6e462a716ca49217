import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { CopyButton } from '../../components/code.tsx';
import { OnChainReference } from '../../components/on-chain.tsx';
import { formatAmount, formatDays, formatKeyAsTitle, formatPercent, formatUsd } from '../../design/format.ts';
import { computeExpectedEarnings, PROJECTION_DAYS } from './deposit-texts.ts';

/** Earnings that an allocation expects from a deposit of `units` of the asset within `days` days. */
export interface PlannedEarnings {
  readonly units: number;
  readonly earningsUsd: number;
  readonly netApy: number;
  readonly days: number;
}

interface EarningsProjectionProps {
  readonly strategy: StrategiesGetData;
  readonly amount: string;
  /** The expected earnings of the allocation in which the user chose the strategy; undefined without an allocation. */
  readonly planned?: PlannedEarnings | undefined;
}

/**
 * Shows the expected earnings of a deposit. If the user came from an allocation, they are computed from the earnings
 * that the allocation showed. Otherwise they are computed from the expected APY over 90 days.
 */
export function EarningsProjection({ strategy, amount, planned }: EarningsProjectionProps) {
  const assetUnits = Number(amount);
  if (!(assetUnits > 0)) return null;
  if (planned !== undefined)
    return (
      <p className="small" role="status">
        Expected earnings in {formatDays(planned.days)}:{' '}
        <b>{formatUsd((planned.earningsUsd * assetUnits) / planned.units)}</b> at{' '}
        {formatPercent(planned.netApy)} APY, after costs and other deductions. This is an estimate, not
        advice.
      </p>
    );
  const { mean, low80, high80 } = strategy.expected_apy['90d'];
  const { symbol } = strategy.deposit_asset;
  const formatExpectedEarnings = (apy: number) =>
    formatAmount(computeExpectedEarnings(assetUnits, apy).toFixed(2));
  return (
    <p className="small" role="status">
      Expected earnings in {formatDays(PROJECTION_DAYS)}:{' '}
      <b>
        {formatExpectedEarnings(mean)} {symbol}
      </b>{' '}
      at {formatPercent(mean)} APY, before costs. In 8 of 10 cases, the earnings are between{' '}
      {formatExpectedEarnings(low80)} and {formatExpectedEarnings(high80)} {symbol}. This is an estimate, not
      advice.
    </p>
  );
}

const RISK_WARNINGS = {
  low: undefined,
  medium: 'Medium risk: the yield can change quickly, and losses are possible.',
  high: 'High risk: you can lose a large part of the amount.',
} as const;

/** The lowest risk level has no warning. */
export function RiskWarning({ strategy: { risk_level, risk } }: { strategy: StrategiesGetData }) {
  const text = RISK_WARNINGS[risk_level];
  if (text === undefined) return null;
  const [reason] = risk.floors;
  return (
    <p className={risk_level === 'high' ? 'notice notice-bad' : 'notice notice-warn'}>
      {text} {reason?.reason}
    </p>
  );
}

export function VaultLink({
  strategy: { vault, chain },
  chainId,
}: {
  strategy: StrategiesGetData;
  chainId: number | null;
}) {
  if (vault === null) return null;
  return (
    <p className="row small">
      <span>
        Vault on {formatKeyAsTitle(chain)}:{' '}
        <OnChainReference chainId={chainId} kind="address" value={vault.address} />
      </span>
      <CopyButton text={vault.address} label="Copy address" />
    </p>
  );
}
