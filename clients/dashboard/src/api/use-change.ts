import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withRecentSignIn } from './recent-sign-in.ts';

/**
 * Returns a mutation that changes data of the API and then reloads the queries that depend on this data. The response
 * is dropped when the component unmounts, because it may contain a secret.
 * @param dependentQueries the first element of the key of each query to reload
 */
export function useApiChange<In, Out>(
  change: (input: In) => Promise<Out>,
  dependentQueries: readonly string[],
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: In) => withRecentSignIn(() => change(input)),
    gcTime: 0,
    onSuccess: async () => {
      await Promise.all(dependentQueries.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
}
