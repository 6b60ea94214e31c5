import { queryOptions } from "@tanstack/react-query";
import { api, take } from "./client.ts";

/** What several pages read. */

export const usageQuery = queryOptions({
  queryKey: ["usage"],
  queryFn: () => take(api.GET("/api/v1/usage")),
});

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: () => take(api.GET("/api/v1/account/keys")),
});

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: () => take(api.GET("/api/v1/account")),
});

export const policyQuery = queryOptions({
  queryKey: ["policy"],
  queryFn: () => take(api.GET("/api/v1/account/entity-policy")),
});

export const isolationQuery = queryOptions({
  queryKey: ["isolation"],
  queryFn: () => take(api.GET("/invariant")),
});

export const postureQuery = queryOptions({
  queryKey: ["posture"],
  queryFn: () => take(api.GET("/api/v1/compliance/posture")),
});

/** The use since the day `since`, by day or month. */
export const historyQuery = (by: "day" | "month", since: string) =>
  queryOptions({
    queryKey: ["usage", by, since],
    queryFn: () => take(api.GET("/api/v1/usage/history", { params: { query: { by, since } } })),
  });

/** What the calls since `since` showed, by hour or day. */
export const exposureQuery = (since: string) =>
  queryOptions({
    queryKey: ["exposure", since],
    queryFn: () => take(api.GET("/api/v1/compliance/exposure", { params: { query: { since } } })),
  });
