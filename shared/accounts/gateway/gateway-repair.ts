import { getGatewayKey, putCurrentPlans } from '../../access/credentials.ts';
import type { GatewayPlans } from '../../access/gateway.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { iterateAccountIds } from '../users.ts';
import type { GatewayControlPlane } from './gateway-control.ts';
import { type GatewayKeyOutcome, reconcileGatewayKey } from './gateway-keys.ts';

/**
 * Maximum number of accounts that are repaired concurrently. It is low, because the control plane accepts about five
 * calls per second.
 */
const ACCOUNT_CONCURRENCY = 2;

export interface GatewayRepairReport {
  readonly accounts: number;
  readonly made: number;
  readonly removed: number;
  /**
   * Number of accounts without their own gateway key, because the AWS account has reached its quota of keys. They share
   * the overflow key.
   */
  readonly noRoom: number;
  /** Number of deleted gateway keys that belonged to no account. */
  readonly strays: number;
}

/**
 * Compares the gateway's keys with the keys that the accounts should have, and repairs all differences. Differences
 * arise, for example, when the table was restored from a backup or stream records were lost.
 */
export async function repairGatewayKeys(
  { table, control }: { readonly table: Table; readonly control: GatewayControlPlane },
  deployedPlans: GatewayPlans,
  now: Date,
): Promise<GatewayRepairReport> {
  await putCurrentPlans(table, deployedPlans);
  const gatewayKeyIds = new Set<string>();
  for (const { usagePlanId } of deployedPlans.plans) {
    for await (const keys of control.keysIn(usagePlanId)) for (const { id } of keys) gatewayKeyIds.add(id);
  }
  const unusedKeyIds = new Set(gatewayKeyIds);
  const countByOutcome: Record<GatewayKeyOutcome, number> = { unchanged: 0, made: 0, removed: 0, no_room: 0 };
  const dependencies = { table, control, plans: deployedPlans.plans };
  for await (const ids of iterateAccountIds(table)) {
    await forEachParallel(ids, ACCOUNT_CONCURRENCY, async (account) => {
      countByOutcome[
        await reconcileGatewayKey(dependencies, account, now, (keyId) => gatewayKeyIds.has(keyId))
      ] += 1;
      const { key_id, retired_id } = await getGatewayKey(table, account);
      for (const id of [key_id, retired_id]) if (id !== undefined) unusedKeyIds.delete(id);
    });
  }
  for (const id of unusedKeyIds) await control.deleteKey(id);
  const { made, removed, no_room: withoutCapacity } = countByOutcome;
  const accountCount = Object.values(countByOutcome).reduce((sum, count) => sum + count, 0);
  return { accounts: accountCount, made, removed, noRoom: withoutCapacity, strays: unusedKeyIds.size };
}
