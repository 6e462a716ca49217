import * as z from 'zod/mini';
import { bigintTextSchema } from '../../domain/encoding/big-text.ts';
import type { VaultPositionState } from '../../domain/reports/vault-replay.ts';

/** A USD amount stored as text, so that the floating-point value is restored exactly. */
export const decimalSchema = z.pipe(
  z.string(),
  z.transform((text: string) => Number(text)),
);

export const storedVaultStateSchema = z.object({
  shares: bigintTextSchema,
  transferred: bigintTextSchema,
  opened_at_ms: z.int(),
  last_at_ms: z.int(),
  deposited: bigintTextSchema,
  withdrawn: bigintTextSchema,
  cost: bigintTextSchema,
  realized: bigintTextSchema,
  cost_usd: z.optional(decimalSchema),
  realized_usd: z.optional(decimalSchema),
});

/** An object with one text attribute, or an empty object if the value is undefined. */
export const optionalTextField = (name: string, value: unknown) =>
  value === undefined ? {} : { [name]: String(value) };

export function toVaultStateAttributes(positionState: VaultPositionState) {
  const { holding, lastAtMs, deposited, withdrawn, cost, realized, costUsd, realizedUsd } = positionState;
  return {
    ...{ shares: String(holding.shares), transferred: String(holding.transferred) },
    ...{ opened_at_ms: holding.openedAtMs, last_at_ms: lastAtMs },
    ...{ deposited: String(deposited), withdrawn: String(withdrawn) },
    ...{ cost: String(cost), realized: String(realized) },
    ...{ ...optionalTextField('cost_usd', costUsd), ...optionalTextField('realized_usd', realizedUsd) },
  };
}

export function parseVaultState(storedItem: z.output<typeof storedVaultStateSchema>): VaultPositionState {
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
