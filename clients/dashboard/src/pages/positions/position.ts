import type { Investment, VaultHolding } from '../../../../sdk/src/index.ts';

/** A position in one strategy: either in the sandbox ledger, or a wallet's shares in a vault. */
export interface Position {
  readonly key: string;
  readonly strategyId: string;
  readonly name: string;
  readonly chain: string;
  readonly asset: string;
  /** The value as decimal text in the asset; null when there is no price. */
  readonly value: string | null;
  readonly earned: string | null;
  readonly userId: string | null;
  /** The wallet that signs for the position; undefined for a sandbox position. */
  readonly wallet: string | undefined;
  /** Whether the wallet has been verified. Only positions of verified wallets count in the totals. */
  readonly isProven: boolean;
  /** The position as the source of a move, in the API's form. */
  readonly source: { readonly investment_id: string } | VaultSource;
}

interface VaultSource {
  readonly from_strategy_id: string;
  readonly wallet_address: string;
  readonly user_id?: string;
}

export function fromInvestment(investment: Investment): Position {
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
    isProven: true,
    source: { investment_id: id },
  };
}

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;

/**
 * Returns what a vault position has earned; `0` for a loss that comes only from rounding. A vault rounds shares down,
 * so a new position is worth up to two base units less than its deposit. The last decimal of the loss is taken as a
 * base unit if the loss has at least six decimals and the value has no more decimals than the loss.
 */
function withoutRounding({ earned, value }: VaultHolding): string | null {
  if (earned === null || value === null) return earned;
  const isRounding = /^-0\.0{5,}[12]$/.test(earned) && decimalsOf(value) <= decimalsOf(earned);
  return isRounding ? '0' : earned;
}

export function fromVaultHolding(holding: VaultHolding): Position {
  const { strategy_id, chain, asset, value, user_id, wallet_address } = holding;
  const user = user_id === null ? {} : { user_id };
  return {
    key: `${strategy_id} ${wallet_address} ${user_id}`,
    strategyId: strategy_id,
    name: strategy_id,
    chain,
    asset,
    value,
    earned: withoutRounding(holding),
    userId: user_id,
    wallet: wallet_address,
    isProven: holding.wallet_proven,
    source: { from_strategy_id: strategy_id, wallet_address, ...user },
  };
}

/** Returns the position as the source of a withdrawal, in the API's form. */
export function withdrawnFrom({ source }: Position) {
  if ('investment_id' in source) return source;
  const { from_strategy_id: strategy_id, ...rest } = source;
  return { strategy_id, ...rest };
}
