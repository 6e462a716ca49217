import { getGatewayKey, putCurrentPlans } from '../../access/credentials.ts';
import type { GatewayPlans } from '../../access/gateway.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { accountIds } from '../users.ts';
import type { GatewayControl } from './gateway-control.ts';
import { type GatewayKeyOutcome, reconcileGatewayKey } from './gateway-keys.ts';

/** The control plane takes about five calls a second of an account. */
const CONCURRENCY = 2;

export interface GatewayRepair {
  readonly accounts: number;
  readonly made: number;
  readonly removed: number;
  /** Accounts that share the overflow key as the gateway has no room for another. */
  readonly noRoom: number;
  /** Keys in the API's plans that no account knew of. */
  readonly strays: number;
}

/**
 * Compares what the gateway has with what every account should have, and mends the difference: after a restored table,
 * a new API, a plan that was removed, or changes that were never carried out. Accounts go on calling meanwhile, as one
 * whose key is not in a current plan uses the overflow key. May be run at any time, and again after a failure.
 */
export async function repairGatewayKeys(
  { table, control }: { readonly table: Table; readonly control: GatewayControl },
  deployed: GatewayPlans,
  now: Date,
): Promise<GatewayRepair> {
  await putCurrentPlans(table, deployed);
  const present = new Set<string>();
  for (const { usagePlanId } of deployed.plans) {
    for await (const keys of control.keysIn(usagePlanId)) for (const { id } of keys) present.add(id);
  }
  const strays = new Set(present);
  const outcomes: Record<GatewayKeyOutcome, number> = { unchanged: 0, made: 0, removed: 0, no_room: 0 };
  const dependencies = { table, control, plans: deployed.plans };
  for await (const ids of accountIds(table)) {
    await forEachParallel(ids, CONCURRENCY, async (account) => {
      outcomes[await reconcileGatewayKey(dependencies, account, now, (keyId) => present.has(keyId))] += 1;
      const { key_id, retired_id } = await getGatewayKey(table, account);
      for (const id of [key_id, retired_id]) if (id !== undefined) strays.delete(id);
    });
  }
  for (const id of strays) await control.deleteKey(id);
  const { made, removed, no_room: noRoom } = outcomes;
  const accounts = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return { accounts, made, removed, noRoom, strays: strays.size };
}
