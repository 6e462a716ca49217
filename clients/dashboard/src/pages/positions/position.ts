import type { Investment, VaultHolding } from '../../../../sdk/src/index.ts';
import { type FormattedFigure, formatAssetAmount, formatUsd } from '../../design/format.ts';

/** A position in one strategy: either in the sandbox ledger, or a wallet's shares in a vault. */
export interface Position {
  readonly key: string;
  readonly strategyId: string;
  readonly name: string;
  readonly chain: string;
  readonly asset: string;
  /** The value in units of the asset, as decimal text. Null if the value is unknown. */
  readonly value: string | null;
  readonly earned: string | null;
  readonly userId: string | null;
  /** The wallet that signs for the position; undefined for a sandbox position. */
  readonly wallet: string | undefined;
  /** Whether the wallet has been verified. Only positions of verified wallets count in the totals. */
  readonly isVerified: boolean;
  /** The fields with which an API request names this position as the source of a move. */
  readonly source: { readonly investment_id: string } | VaultSource;
}

interface VaultSource {
  readonly from_strategy_id: string;
  readonly wallet_address: string;
  readonly user_id?: string;
}

export function positionFromInvestment(investment: Investment): Position {
  const { id, strategy_id, strategy_name, chain, asset, value, earned, user_id } = investment;
  return {
    key: id,
    strategyId: strategy_id,
    name: strategy_name,
    chain,
    asset,
    value,
    earned,
    userId: user_id,
    wallet: undefined,
    isVerified: true,
    source: { investment_id: id },
  };
}

/** After a full withdrawal, the API still lists the vault with 0 shares. */
export const hasShares = ({ shares, pending_shares }: VaultHolding): boolean =>
  Number(shares) !== 0 || Number(pending_shares) !== 0;

export function positionFromVaultHolding(holding: VaultHolding): Position {
  const { strategy_id, chain, asset, value, earned, user_id, wallet_address } = holding;
  const user = user_id === null ? {} : { user_id };
  return {
    key: `${strategy_id} ${wallet_address} ${user_id}`,
    strategyId: strategy_id,
    name: strategy_id,
    chain,
    asset,
    value,
    earned,
    userId: user_id,
    wallet: wallet_address,
    isVerified: holding.wallet_proven,
    source: { from_strategy_id: strategy_id, wallet_address, ...user },
  };
}

const ONE_CENT_USD = 0.01;

/** Why the value of a position can be a fraction of a cent below its deposit. */
const ROUNDING_REASONS = {
  vault: 'A vault rounds shares down, so the value can be a fraction of a cent below the deposit.',
  sandbox: 'The value is rounded down, so it can be a fraction of a cent below the deposit.',
};

/**
 * Returns the formatted earnings of a position, or `–` if they are unknown. A loss of less than one cent is shown as
 * zero, because only rounding causes it.
 */
export const formatEarnings = (
  { earned, asset, wallet }: Position,
  price: number | undefined,
): FormattedFigure =>
  earned === null
    ? { text: '–' }
    : formatAssetAmount(earned, {
        asset,
        price,
        reason: wallet === undefined ? ROUNDING_REASONS.sandbox : ROUNDING_REASONS.vault,
      });

/**
 * Whether a position is worth less than its deposit, but by less than one cent. Such a loss comes only from rounding.
 */
export const isRoundingLoss = ({ earned }: Position, price: number | undefined): boolean =>
  earned !== null && Number(earned) < 0 && price !== undefined && Number(earned) * price > -ONE_CENT_USD;

export const ROUNDED_DOWN_TEXT =
  'Values are rounded down, so a value can be a fraction of a cent below its deposit.';

/**
 * Formats the sum of all earnings. The API rounds it to cents, so it can be 0 although a position has earned something.
 */
export const formatEarnedTotal = (earnedUsd: number, hasEarnings: boolean): string =>
  earnedUsd === 0 && hasEarnings ? `<${formatUsd(ONE_CENT_USD)}` : formatUsd(earnedUsd);

export function toWithdrawalSource({ source }: Position) {
  if ('investment_id' in source) return source;
  const { from_strategy_id: strategy_id, ...rest } = source;
  return { strategy_id, ...rest };
}
