import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  AccountsCreateApiKeyInput,
  AccountsListApiKeysItem,
  AccountsRotateApiKeyInput,
  AccountsUpdateApiKeyInput,
} from '../../../../../sdk/src/index.ts';
import { api } from '../../../api/client.ts';

export type ApiKey = AccountsListApiKeysItem;

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.accounts.profile({}, { signal }),
});

/** All keys: a plan has few enough for one page. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => api.accounts.listApiKeys({ per_page: 100 }, { signal }),
});

/** After a change, what depends on the keys is asked for anew. */
function useKeyChange<In, Out>(change: (input: In) => Promise<Out>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // An answer with a key's text in it is kept nowhere once its dialog is gone.
    gcTime: 0,
    onSuccess: async () => {
      await Promise.all(
        [['keys'], ['profile'], ['limits'], ['events']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}

export const useCreateKey = () =>
  useKeyChange((input: AccountsCreateApiKeyInput) => api.accounts.createApiKey(input));
export const useRotateKey = () =>
  useKeyChange((input: AccountsRotateApiKeyInput) => api.accounts.rotateApiKey(input));
export const useUpdateKey = () =>
  useKeyChange((input: AccountsUpdateApiKeyInput) => api.accounts.updateApiKey(input));
export const useRevokeKey = () => useKeyChange((id: string) => api.accounts.revokeApiKey({ id }));
