import * as z from 'zod/mini';
import { bigText } from '../../domain/encoding/big-text.ts';
import type { VaultPositionState } from '../../domain/reports/vault-track.ts';

/** A USD amount stored as text, so that the floating-point value is restored exactly. */
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

/** An object with one text attribute, or an empty object if the value is undefined. */
export const optionalText = (name: string, value: unknown) =>
  value === undefined ? {} : { [name]: String(value) };

/** Converts a vault position's state to stored attributes. */
export function vaultStateAttributes(positionState: VaultPositionState) {
  const { holding, lastAtMs, deposited, withdrawn, cost, realized, costUsd, realizedUsd } = positionState;
  return {
    ...{ shares: String(holding.shares), transferred: String(holding.transferred) },
    ...{ opened_at_ms: holding.openedAtMs, last_at_ms: lastAtMs },
    ...{ deposited: String(deposited), withdrawn: String(withdrawn) },
    ...{ cost: String(cost), realized: String(realized) },
    ...{ ...optionalText('cost_usd', costUsd), ...optionalText('realized_usd', realizedUsd) },
  };
}

/** Reads a vault position's state from stored attributes. */
export function parseVaultState(storedItem: z.output<typeof storedState>): VaultPositionState {
  return {
    holding: {
      shares: storedItem.shares,
      transferred: storedItem.transferred,
      openedAtMs: storedItem.opened_at_ms,
    },
    ...{ lastAtMs: storedItem.last_at_ms, deposited: storedItem.deposited, withdrawn: storedItem.withdrawn },
    ...{ cost: storedItem.cost, realized: storedItem.realized },
    ...{ costUsd: storedItem.cost_usd, realizedUsd: storedItem.realized_usd },
  };
}
