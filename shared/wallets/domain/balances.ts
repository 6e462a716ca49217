import type { PriceOf } from '../../market/domain/price-lookup.ts';
import { toCents } from '../../platform/domain/numbers.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { WalletBalances } from '../contract/responses.ts';

type Balance = WalletBalances['balances'][number];

/** A token on a chain and how much of it a wallet holds; undefined where that could not be read. */
export interface HeldAmount {
  readonly chain: string;
  readonly asset: string;
  readonly tokenAddress: string | null;
  readonly decimals: number;
  readonly amountBaseUnits: bigint | undefined;
}

function balanceOf(held: HeldAmount, amountBaseUnits: bigint, priceOf: PriceOf): Balance {
  const amount = fromBaseUnits(amountBaseUnits, held.decimals);
  const priceUsd = priceOf(held.asset) ?? null;
  return {
    chain: held.chain,
    asset: held.asset,
    token_address: held.tokenAddress,
    decimals: held.decimals,
    amount,
    amount_base_units: amountBaseUnits.toString(),
    price_usd: priceUsd,
    value_usd: priceUsd === null ? null : toCents(Number(amount) * priceUsd),
  };
}

/**
 * One wallet's balances valued in USD (rounded to the cent), balances of 0 left out unless asked for. `complete` says
 * that nothing is missing from the total: every amount was read (`allRead`) and every balance above 0 has a price.
 */
export function valueWallet(
  held: readonly HeldAmount[],
  priceOf: PriceOf,
  options: { readonly includeZero: boolean; readonly allRead: boolean },
): Pick<WalletBalances, 'total_usd' | 'complete' | 'balances'> {
  let total = 0;
  let complete = options.allRead;
  const balances: Balance[] = [];
  for (const row of held) {
    if (row.amountBaseUnits === undefined) {
      complete = false;
      continue;
    }
    const balance = balanceOf(row, row.amountBaseUnits, priceOf);
    if (row.amountBaseUnits > 0n && balance.value_usd === null) complete = false;
    total += balance.value_usd ?? 0;
    if (row.amountBaseUnits > 0n || options.includeZero) balances.push(balance);
  }
  return { total_usd: toCents(total), complete, balances };
}
