import { type QueryClient, queryOptions, useInfiniteQuery } from "@tanstack/react-query";
import createClient from "openapi-fetch";
import { useSyncExternalStore } from "react";
import { api, type Schemas, take } from "./client.ts";
import type { paths } from "./schema.ts";

type OperatorSession = Schemas["AdminSessionResponse"];

/** The first part of the key of everything that was loaded for an operator. */
export const OPERATOR = "operator";

// The token is only here: a reload of the page ends the session.
let session: OperatorSession | undefined;
const listeners = new Set<() => void>();

function setSession(next: OperatorSession | undefined): void {
  session = next;
  for (const listener of listeners) listener();
}

/** The client of the operators' endpoints. It sends the token of the session, and no cookie. */
export const operatorApi = createClient<paths, "application/json">({
  ...{ baseUrl: "/", cache: "no-store", credentials: "omit" },
});
operatorApi.use({
  onRequest({ request }) {
    if (session !== undefined) request.headers.set("X-Admin-Session", session.token);
  },
  onResponse({ response }) {
    if (response.status === 401) setSession(undefined);
  },
});

/** Returns the session of the operator, without one undefined. */
export function useOperator(): OperatorSession | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => session,
  );
}

/** Exchanges an admin key for a session. @throws ApiFailure */
export async function startOperatorSession(adminKey: string): Promise<void> {
  const headers = { "X-Admin-Key": adminKey };
  setSession(await take(api.POST("/api/v1/admin/session", { headers, credentials: "omit" })));
}

/** Ends the session, and forgets what was loaded with it. */
export function endOperatorSession(queries: QueryClient): void {
  setSession(undefined);
  queries.removeQueries({ queryKey: [OPERATOR] });
}

/** A customer, as operators see it. */
export const customerQuery = (customerId: string) =>
  queryOptions({
    queryKey: [OPERATOR, "customer", customerId],
    queryFn: () =>
      take(
        operatorApi.GET("/api/v1/admin/customers/{customer_id}", {
          params: { path: { customer_id: customerId } },
        }),
      ),
  });

/** Reads a list page by page. */
export function usePages<Page extends { readonly next_cursor?: string }>(
  name: string,
  read: (query: { readonly cursor?: string }) => Promise<Page>,
) {
  return useInfiniteQuery({
    queryKey: [OPERATOR, name],
    queryFn: ({ pageParam }) => read(pageParam === undefined ? {} : { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
