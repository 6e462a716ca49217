import * as z from 'zod/mini';
import { bigText } from '../../domain/encoding/big-text.ts';
import type { VaultState } from '../../domain/reports/vault-track.ts';

/** Floating point of USD as text, so that it comes back as it was. */
export const decimal = z.pipe(
  z.string(),
  z.transform((text: string) => Number(text)),
);

export const storedState = z.object({
  shares: bigText,
  transferred: bigText,
  opened_at_ms: z.int(),
  last_at_ms: z.int(),
  deposited: bigText,
  withdrawn: bigText,
  cost: bigText,
  realized: bigText,
  cost_usd: z.optional(decimal),
  realized_usd: z.optional(decimal),
});

/** The text of a value under its name; nothing where it is undefined. */
export const optional = (name: string, value: unknown) =>
  value === undefined ? {} : { [name]: String(value) };

/** A state as it is stored. */
export function stateItem(kept: VaultState) {
  const { holding, lastAtMs, deposited, withdrawn, cost, realized, costUsd, realizedUsd } = kept;
  return {
    ...{ shares: String(holding.shares), transferred: String(holding.transferred) },
    ...{ opened_at_ms: holding.openedAtMs, last_at_ms: lastAtMs },
    ...{ deposited: String(deposited), withdrawn: String(withdrawn) },
    ...{ cost: String(cost), realized: String(realized) },
    ...{ ...optional('cost_usd', costUsd), ...optional('realized_usd', realizedUsd) },
  };
}

/** A state from what is stored. */
export function stateFrom(kept: z.output<typeof storedState>): VaultState {
  return {
    holding: { shares: kept.shares, transferred: kept.transferred, openedAtMs: kept.opened_at_ms },
    ...{ lastAtMs: kept.last_at_ms, deposited: kept.deposited, withdrawn: kept.withdrawn },
    ...{ cost: kept.cost, realized: kept.realized },
    ...{ costUsd: kept.cost_usd, realizedUsd: kept.realized_usd },
  };
}
