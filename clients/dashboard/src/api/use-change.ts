import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withRecentSignIn } from './recent-sign-in.ts';

/**
 * A change of what the API stores. Where it needs a recent sign-in, the user is asked to sign in again. After it the
 * queries that depend on it are loaded again. Its answer may hold a secret, so it is dropped with the component.
 *
 * @param dependents the first words of the queries that depend on it
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
