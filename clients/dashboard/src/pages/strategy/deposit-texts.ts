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
  const assetUnits = usd / price;
  const fractionDigits = assetUnits < 1 ? 6 : 2;
  return `${formatUsd(usd)} (about ${formatDecimal(Math.ceil(assetUnits * 10 ** fractionDigits) / 10 ** fractionDigits, fractionDigits)} ${asset})`;
}

export const minimumDepositText = (minimumDeposit: MinimumDeposit): string | undefined =>
  minimumDeposit.usd > 0 ? `Minimum deposit: ${formatMinimumDeposit(minimumDeposit)}.` : undefined;

export const sandboxDepositText = (minimumDeposit: MinimumDeposit): string =>
  `Sandbox: no wallet is charged. Enter any amount${minimumDeposit.usd > 0 ? ` from ${formatMinimumDeposit(minimumDeposit)}` : ''}.`;
