import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { CopyButton } from '../../components/code.tsx';
import { OnChain } from '../../components/on-chain.tsx';
import { formatAmount, formatPercent, formatTitle, formatUsd } from '../../design/format.ts';

const DAYS = 90;
const YEAR_DAYS = 365;

/** Shows the estimated earnings of an amount over 90 days at the expected APY, with their interval. */
export function EarningsProjection({ strategy, amount }: { strategy: StrategiesGetData; amount: string }) {
  const units = Number(amount);
  if (!(units > 0)) return null;
  const { mean, low80, high80 } = strategy.expected_apy['90d'];
  const { symbol } = strategy.deposit_asset;
  const earningsText = (apy: number) => formatAmount(((units * apy * DAYS) / YEAR_DAYS / 100).toFixed(2));
  return (
    <p className="small" role="status">
      Expected earnings in {DAYS} days:{' '}
      <b>
        {earningsText(mean)} {symbol}
      </b>{' '}
      at {formatPercent(mean)} APY. In 8 of 10 cases, the earnings are between {earningsText(low80)} and{' '}
      {earningsText(high80)} {symbol}. This is an estimate, not advice.
    </p>
  );
}

const WARNINGS = {
  low: undefined,
  medium: 'Medium risk: the yield can change quickly, and losses are possible.',
  high: 'High risk: you can lose a large part of the amount.',
} as const;

/** A warning that depends on the risk level. The lowest level has no warning. */
export function RiskWarning({ strategy: { risk_level, risk } }: { strategy: StrategiesGetData }) {
  const text = WARNINGS[risk_level];
  if (text === undefined) return null;
  const [reason] = risk.floors;
  return (
    <p className={risk_level === 'high' ? 'notice notice-bad' : 'notice notice-warn'}>
      {text} {reason?.reason}
    </p>
  );
}

/** Shows the contract that receives the deposit, with a link to a block explorer. */
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
        Vault on {formatTitle(chain)}: <OnChain chainId={chainId} kind="address" value={vault.address} />
      </span>
      <CopyButton text={vault.address} label="Copy address" />
    </p>
  );
}

/** Returns the minimum deposit in USD as a sentence; undefined when there is no minimum. */
export const minimumText = (minimum: number): string | undefined =>
  minimum > 0 ? `Minimum deposit: ${formatUsd(minimum)}.` : undefined;

/** Says in place of a wallet's balance which amounts the sandbox accepts. The minimum is in USD. */
export const sandboxText = (minimum: number): string =>
  `Sandbox: no wallet is charged. Enter any amount${minimum > 0 ? ` from ${formatUsd(minimum)}` : ''}.`;
