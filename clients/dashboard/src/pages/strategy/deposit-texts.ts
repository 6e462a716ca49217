import { formatDecimal, formatUsd } from '../../design/format.ts';

export const PROJECTION_DAYS = 90;
const YEAR_DAYS = 365;

/** `apy` is in percent. It includes compounding, so the earnings of a quarter are smaller than a quarter of the APY. */
export const computeExpectedEarnings = (amount: number, apy: number): number =>
  amount * ((1 + Math.max(-100, apy) / 100) ** (PROJECTION_DAYS / YEAR_DAYS) - 1);

interface MinimumDeposit {
  readonly usd: number;
  readonly asset: string;
  /** The price of one unit of the asset in US dollars; undefined if unknown. */
  readonly price: number | undefined;
}

/** Returns the minimum in USD and, if the price is known, also in the asset, rounded up. */
function formatMinimumDeposit({ usd, asset, price }: MinimumDeposit): string {
  if (price === undefined || !(price > 0)) return formatUsd(usd);
  const units = usd / price;
  const digits = units < 1 ? 6 : 2;
  return `${formatUsd(usd)} (about ${formatDecimal(Math.ceil(units * 10 ** digits) / 10 ** digits, digits)} ${asset})`;
}

export const minimumDepositText = (minimum: MinimumDeposit): string | undefined =>
  minimum.usd > 0 ? `Minimum deposit: ${formatMinimumDeposit(minimum)}.` : undefined;

export const sandboxDepositText = (minimum: MinimumDeposit): string =>
  `Sandbox: no wallet is charged. Enter any amount${minimum.usd > 0 ? ` from ${formatMinimumDeposit(minimum)}` : ''}.`;
