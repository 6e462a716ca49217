import { queryOptions } from '@tanstack/react-query';
import type {
  AccountsCreateApiKeyInput,
  AccountsListApiKeysItem,
  AccountsRotateApiKeyInput,
  AccountsUpdateApiKeyInput,
} from '../../../../../sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { useChange } from '../../../api/use-change.ts';

export type ApiKey = AccountsListApiKeysItem;

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.accounts.profile({}, { signal }),
});

/**
 * The query for all API keys of the account. It loads one page, because a page can contain as many keys as any plan
 * allows.
 */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => api.accounts.listApiKeys({ per_page: 100 }, { signal }),
});

/** Queries to load again after a change of an API key. Each name is the first element of a query key. */
const DEPENDENTS = ['keys', 'profile', 'limits', 'events'];

export const useCreateKey = () =>
  useChange((input: AccountsCreateApiKeyInput) => api.accounts.createApiKey(input), DEPENDENTS);
export const useRotateKey = () =>
  useChange((input: AccountsRotateApiKeyInput) => api.accounts.rotateApiKey(input), DEPENDENTS);
export const useUpdateKey = () =>
  useChange((input: AccountsUpdateApiKeyInput) => api.accounts.updateApiKey(input), DEPENDENTS);
export const useRevokeKey = () => useChange((id: string) => api.accounts.revokeApiKey({ id }), DEPENDENTS);
