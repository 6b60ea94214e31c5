import type { RecordedRequest } from "@veil/upstream-simulator";
import type { StackSimulator } from "./stack.ts";

export function simulatorClient(url: string): StackSimulator {
  return {
    url,
    async record() {
      const { requests } = (await call(`${url}/_record`)) as { requests: RecordedRequest[] };
      return requests;
    },
    async clear() {
      await call(`${url}/_record`, { method: "DELETE" });
    },
    async control(mode) {
      await call(`${url}/_control`, { method: "POST", body: JSON.stringify(mode) });
    },
  };
}

async function call(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`The simulator answered ${response.status}`);
  return body;
}
