import type { PriceOf } from '../../market/domain/price-lookup.ts';
import { roundToCents } from '../../platform/domain/numbers.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { WalletBalances } from '../contract/responses.ts';

type Balance = WalletBalances['balances'][number];

/** A wallet's amount of one token on one chain. The amount is undefined if it could not be read. */
export interface WalletAmount {
  readonly chain: string;
  readonly asset: string;
  readonly tokenAddress: string | null;
  readonly decimals: number;
  readonly amountBaseUnits: bigint | undefined;
}

function balanceOf(walletAmount: WalletAmount, amountBaseUnits: bigint, priceOf: PriceOf): Balance {
  const amount = fromBaseUnits(amountBaseUnits, walletAmount.decimals);
  const priceUsd = priceOf(walletAmount.asset) ?? null;
  return {
    chain: walletAmount.chain,
    asset: walletAmount.asset,
    token_address: walletAmount.tokenAddress,
    decimals: walletAmount.decimals,
    amount,
    amount_base_units: amountBaseUnits.toString(),
    price_usd: priceUsd,
    value_usd: priceUsd === null ? null : roundToCents(Number(amount) * priceUsd),
  };
}

/**
 * Returns the value of a wallet's balances in USD, rounded to cents. Balances of 0 are left out unless
 * `includeZero` is set. `complete` is true if all amounts were read (`allRead`) and every balance above 0 has
 * a price.
 */
export function computeWalletValue(
  walletAmounts: readonly WalletAmount[],
  priceOf: PriceOf,
  options: { readonly includeZero: boolean; readonly allRead: boolean },
): Pick<WalletBalances, 'total_usd' | 'complete' | 'balances'> {
  let total = 0;
  let isTotalComplete = options.allRead;
  const balances: Balance[] = [];
  for (const row of walletAmounts) {
    if (row.amountBaseUnits === undefined) {
      isTotalComplete = false;
      continue;
    }
    const balance = balanceOf(row, row.amountBaseUnits, priceOf);
    if (row.amountBaseUnits > 0n && balance.value_usd === null) isTotalComplete = false;
    total += balance.value_usd ?? 0;
    if (row.amountBaseUnits > 0n || options.includeZero) balances.push(balance);
  }
  return { total_usd: roundToCents(total), complete: isTotalComplete, balances };
}
