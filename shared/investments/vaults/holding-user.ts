import { invalidRequestError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { readVaultHolding } from '../store/onchain/vault-holdings.ts';
import type { VaultTransactionRequest } from './step-plan.ts';

/**
 * Returns the end user to whom a wallet's shares in a vault belong. For a new holding, this is the end user in the
 * request, or else `defaultUserId`.
 *
 * @throws ApiError invalid_request at body.user_id when the request names another end user
 */
async function resolveEndUser(
  table: Table,
  { ownerId, userId, vault: { chain, address }, wallet }: VaultTransactionRequest,
  defaultUserId: string | undefined,
): Promise<string | undefined> {
  const vaultHolding = await readVaultHolding(table, ownerId, { chain, vault: address, wallet });
  if (vaultHolding === undefined) return userId ?? defaultUserId;
  if (userId === undefined || userId === vaultHolding.user_id) return vaultHolding.user_id ?? undefined;
  const message =
    vaultHolding.user_id === null
      ? 'must be left out, because this wallet already invests in this vault without a sub-account; to invest for a sub-account, use another wallet'
      : 'must be the user_id for which this wallet already invests in this vault; send that user_id, leave this field out, or use another wallet';
  throw invalidRequestError([{ path: 'body.user_id', message }]);
}

/**
 * Returns a wallet's requests, each with the end user who owns the wallet's shares in the vault. If a move deposits
 * into a vault that is new to the wallet, the deposit gets the end user of the withdrawal.
 *
 * @throws ApiError invalid_request
 */
export async function assignEndUsers(
  table: Table,
  requests: readonly VaultTransactionRequest[],
): Promise<readonly VaultTransactionRequest[]> {
  const requestsWithUserIds: VaultTransactionRequest[] = [];
  for (const request of requests) {
    requestsWithUserIds.push({
      ...request,
      userId: await resolveEndUser(table, request, requestsWithUserIds.at(-1)?.userId),
    });
  }
  return requestsWithUserIds;
}
