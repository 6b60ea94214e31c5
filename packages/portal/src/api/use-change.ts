import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** Changes something, then reads again what is shown of it. */
export function useChange<In, Out>(shown: QueryKey, change: (given: In) => Promise<Out>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: shown }),
  });
}
