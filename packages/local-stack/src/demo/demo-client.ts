import type { ProxyResponse } from "@veil/contracts/public/proxy";
import type { UsageResponse } from "@veil/contracts/public/registration";
import type { Example } from "./examples.ts";

/** The gateway, as a customer's program uses it. */
export interface DemoClient {
  /** Undefined when the key is not taken. */
  usage(): Promise<UsageResponse | undefined>;
  /** @throws Error unless the answer is final. */
  ask(example: Example, relink: boolean): Promise<ProxyResponse>;
}

const TIMEOUT_MS = 60_000;

export function createDemoClient(gatewayUrl: string, apiKey: string): DemoClient {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(gatewayUrl + path, {
      ...init,
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  return {
    async usage() {
      const response = await call("/api/v1/usage");
      const body = await response.json();
      return response.ok ? (body as UsageResponse) : undefined;
    },
    async ask(example, relink) {
      const body = JSON.stringify({ ...requestBody(example), relink_response: relink });
      const response = await call("/api/v1/proxy/messages", { method: "POST", body });
      const answer = await response.text();
      if (response.status !== 200)
        throw new Error(`${response.status} from the gateway: ${answer}`);
      return JSON.parse(answer) as ProxyResponse;
    },
  };
}

/** What is sent, without options. */
export function requestBody({ template, field, text }: Example) {
  return { prompt_template: template, context: { [field]: text } };
}
