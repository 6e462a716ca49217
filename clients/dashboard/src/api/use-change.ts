import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withRecentSignIn } from './recent-sign-in.ts';

/**
 * Returns a mutation that changes data of the API and then loads the dependent queries again. The response may contain
 * a secret, so it is dropped when the component unmounts.
 * @param dependentQueries the first elements of the keys of the dependent queries
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
