import { queryOptions, useQuery } from '@tanstack/react-query';
import type {
  AccountsCreateApiKeyInput,
  AccountsListApiKeysItem,
  AccountsRotateApiKeyInput,
  AccountsUpdateApiKeyInput,
} from '../../../../../sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { useApiChange } from '../../../api/use-change.ts';
import { useRefetchInterval } from '../../../api/use-refetch-interval.ts';

export type ApiKey = AccountsListApiKeysItem;

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.accounts.profile({}, { signal }),
});

/** Loads one page, because a page can contain as many keys as any plan allows. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => api.accounts.listApiKeys({ per_page: 100 }, { signal }),
});

const FIRST_USE_POLL_MS = 15_000;

/** While an active key has never been used, loads the keys repeatedly, so that the page shows the key's first use. */
export function useApiKeys() {
  const keys = useQuery(keysQuery);
  const hasUnusedKey =
    keys.data?.data.some(({ status, last_used_at }) => status === 'active' && last_used_at === null) ?? false;
  useRefetchInterval(keys.refetch, FIRST_USE_POLL_MS, hasUnusedKey);
  return keys;
}

/** Queries to load again after a change of an API key. Each name is the first element of a query key. */
const DEPENDENT_QUERIES = ['keys', 'profile', 'limits', 'events'];

export const useCreateKey = () =>
  useApiChange((input: AccountsCreateApiKeyInput) => api.accounts.createApiKey(input), DEPENDENT_QUERIES);
export const useRotateKey = () =>
  useApiChange((input: AccountsRotateApiKeyInput) => api.accounts.rotateApiKey(input), DEPENDENT_QUERIES);
export const useUpdateKey = () =>
  useApiChange((input: AccountsUpdateApiKeyInput) => api.accounts.updateApiKey(input), DEPENDENT_QUERIES);
export const useRevokeKey = () =>
  useApiChange((id: string) => api.accounts.revokeApiKey({ id }), DEPENDENT_QUERIES);
