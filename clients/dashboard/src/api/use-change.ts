import { useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * A change of what the API keeps: after it, what depends on it is asked for anew. Its answer, which may hold a secret, is
 * kept nowhere once what asked for it is gone.
 *
 * @param dependents the first words of the queries that depend on it
 */
export function useChange<In, Out>(change: (input: In) => Promise<Out>, dependents: readonly string[]) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    gcTime: 0,
    onSuccess: async () => {
      await Promise.all(dependents.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
}
