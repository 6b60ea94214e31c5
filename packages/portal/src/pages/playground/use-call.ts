import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, type Schemas, take } from "../../api/client.ts";
import { usageQuery } from "../../api/queries.ts";
import type { NativeBody } from "./native-bodies.ts";

const READ_AGAIN_MS = 3_000;

export type CallOutcome = Schemas["ProxyResponse"];

export type Call = ReturnType<typeof useCall>;

/** Runs native calls with the session, one at a time. A call that takes long is read as a job. */
export function useCall() {
  const queries = useQueryClient();
  const [isLong, setLong] = useState(false);
  const stopping = useRef(new AbortController());
  const mutation = useMutation({
    mutationFn: async (body: NativeBody): Promise<CallOutcome | undefined> => {
      stopping.current = new AbortController();
      const { signal } = stopping.current;
      setLong(false);
      try {
        const first = await take(api.POST("/api/v1/proxy/messages", { body, signal }));
        return await finalOf(first, signal, () => setLong(true));
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: usageQuery.queryKey }),
  });
  return {
    start: mutation.mutate,
    stop: () => stopping.current.abort(),
    isRunning: mutation.isPending,
    isLong,
    error: mutation.error,
    outcome: mutation.data,
  };
}

async function finalOf(
  first: CallOutcome | Schemas["ProcessingResponse"],
  signal: AbortSignal,
  onLong: () => void,
): Promise<CallOutcome> {
  let answer = first;
  while (answer.status === "processing") {
    onLong();
    await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS));
    const path = { job_id: answer.job_id };
    answer = await take(api.GET("/api/v1/proxy/jobs/{job_id}", { params: { path }, signal }));
  }
  return answer;
}
