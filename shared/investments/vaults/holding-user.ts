import { invalidRequest } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { readVaultHolding } from '../store/onchain/vault-holdings.ts';
import type { IntentRequest } from './plan.ts';

/**
 * The user of a request about a wallet in a vault. A wallet's holdings belong to one user: the first for whom steps
 * were requested there. Before that it is the user whom the request names, or else `otherwise`.
 *
 * @throws ApiError invalid_request at body.user_id for another user
 */
async function userOf(
  table: Table,
  { ownerId, userId, vault: { chain, address }, wallet }: IntentRequest,
  otherwise: string | undefined,
): Promise<string | undefined> {
  const held = await readVaultHolding(table, ownerId, { chain, vault: address, wallet });
  if (held === undefined) return userId ?? otherwise;
  if (userId === undefined || userId === held.user_id) return held.user_id ?? undefined;
  const message =
    held.user_id === null
      ? 'must be left out: the shares of this vault in this wallet belong to no sub-account; to deposit for a sub-account, use another wallet'
      : 'must be the sub-account that owns the shares of this vault in this wallet; correct user_id, leave it out or use another wallet';
  throw invalidRequest([{ path: 'body.user_id', message }]);
}

/**
 * Requests of one wallet, each for the user whose holding it changes. A vault that is new to the wallet takes the user of
 * the request before, from whose vault the money comes.
 *
 * @throws ApiError invalid_request
 */
export async function attributed(
  table: Table,
  requests: readonly IntentRequest[],
): Promise<readonly IntentRequest[]> {
  const known: IntentRequest[] = [];
  for (const request of requests) {
    known.push({ ...request, userId: await userOf(table, request, known.at(-1)?.userId) });
  }
  return known;
}
