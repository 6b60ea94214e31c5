import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { ApiFailure, api, type Schemas, take } from "./client.ts";

const SESSION_KEY = ["session"] as const;
const METHODS_KEY = ["methods"] as const;
/** What is no customer's: the sign-in may be reading it when a session ends. */
const OPEN = new Set<unknown>([SESSION_KEY[0], METHODS_KEY[0]]);

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

/**
 * The session of the pages below. A page does not read the cache itself: when the session ends, it
 * would be shown once more without one.
 */
export const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session of a page that is shown only with one. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("This page is shown only with a session");
  return session;
}

/** How one can sign in. */
export const methodsQuery = queryOptions({
  queryKey: METHODS_KEY,
  queryFn: () => take(api.GET("/api/v1/auth/methods")),
});

/** Returns whether the session's role permits this. */
export function useMay(permission: Session["may"][number]): boolean {
  return useSession().may.includes(permission);
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
  queries.removeQueries({ predicate: ({ queryKey }) => !OPEN.has(queryKey[0]) });
  queries.setQueryData(SESSION_KEY, session);
}
