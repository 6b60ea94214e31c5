import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./client.ts";
import { beginSession } from "./session.ts";

/** The codes of a request with an old cookie, and with none because the browser dropped it. */
const SESSION_ENDED = new Set(["session_required", "missing_api_key"]);
const STALE_AFTER_MS = 30_000;

/**
 * Creates the cache of the API's answers. No request is repeated by itself, because each counts
 * toward a limit. When the session has ended, the portal shows the sign-in in place of the page.
 */
export function createPortalQueries(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiFailure && SESSION_ENDED.has(error.code)) beginSession(client, null);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: STALE_AFTER_MS,
        refetchOnWindowFocus: false,
        networkMode: "always",
      },
      // What was sent and answered may be a key or a value, so it ends with what shows it.
      mutations: { networkMode: "always", gcTime: 0 },
    },
  });
  return client;
}
