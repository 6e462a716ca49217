import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withRecentSignIn } from './recent-sign-in.ts';

/**
 * Changes something that the API stores. If the API requires a recent sign-in, the user is asked to sign in again.
 * Afterwards the dependent queries are loaded again. The answer may hold a secret, so it is dropped with the component.
 * @param dependents the first words of the keys of the dependent queries
 */
export function useChange<In, Out>(change: (input: In) => Promise<Out>, dependents: readonly string[]) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: In) => withRecentSignIn(() => change(input)),
    gcTime: 0,
    onSuccess: async () => {
      await Promise.all(dependents.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
}
