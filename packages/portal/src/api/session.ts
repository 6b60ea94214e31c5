import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { ApiFailure, api, type Schemas, take } from "./client.ts";

const SESSION_KEY = ["session"] as const;

export type Session = Schemas["SessionResponse"];

/** The session, or null without one. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async (): Promise<Session | null> =>
    await take(api.GET("/api/v1/auth/session")).catch((error: unknown) => {
      if (error instanceof ApiFailure && error.code === "session_required") return null;
      throw error;
    }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the session of a page that is shown only with one. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (data) return data;
  throw new Error("This page is shown only with a session");
}

/** Whether the tier includes what pro includes. */
export const isPaid = ({ tier }: Session): boolean => tier !== "free";

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas["LoginRequest"]) => take(api.POST("/api/v1/auth/login", { body })),
    onSuccess: (session) => beginSession(queries, session),
  });
}

export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => take(api.POST("/api/v1/auth/logout")),
    onSuccess: () => beginSession(queries, null),
  });
}

/**
 * Sets the session, or null without one. Forgets what was loaded with an earlier session, which may
 * be another customer's.
 */
export function beginSession(queries: QueryClient, session: Session | null): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  queries.setQueryData(SESSION_KEY, session);
}
