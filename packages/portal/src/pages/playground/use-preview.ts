import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, take } from "../../api/client.ts";

const QUIET_MS = 700;

/**
 * Previews a text once the reader has stopped typing, so that a text costs one request. The cache
 * forgets it at once, because it is personal data.
 */
export function usePreview(text: string) {
  const settled = useSettled(text);
  return useQuery({
    queryKey: ["preview", settled],
    queryFn: async ({ signal }) => ({
      text: settled,
      ...(await take(api.POST("/api/v1/account/preview", { body: { text: settled }, signal }))),
    }),
    enabled: settled.trim() !== "",
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
