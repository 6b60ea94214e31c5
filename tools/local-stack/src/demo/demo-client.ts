import { checkedJson } from "@veil/contracts/parsing";
import { ProxyResponse } from "@veil/contracts/public/proxy";
import { UsageResponse } from "@veil/contracts/public/registration";
import { Type } from "typebox";
import { request } from "undici";
import type { DemoRequest } from "./examples.ts";

export interface DemoClient {
  usage(): Promise<UsageResponse | undefined>;
  /** @throws Error unless the answer is final. */
  ask(example: DemoRequest, relink: boolean): Promise<ProxyResponse>;
  /** Returns whether the call has a certificate that the audit log proves. */
  isCertified(requestId: string): Promise<boolean>;
}

const TIMEOUT_MS = 60_000;

const parseUsage = checkedJson(UsageResponse);
const parseAnswer = checkedJson(ProxyResponse);
const parseEvidence = checkedJson(Type.Object({ evidence: Type.Unknown() }));

export function createDemoClient(gatewayUrl: string, apiKey: string): DemoClient {
  const call = (path: string, body?: string) =>
    request(gatewayUrl + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  return {
    async usage() {
      const { statusCode, body } = await call("/api/v1/usage");
      const answer = await body.text();
      return statusCode === 200 ? parseUsage(answer) : undefined;
    },
    async ask(example, relink) {
      const sent = JSON.stringify({ ...requestBody(example), relink_response: relink });
      const { statusCode, body } = await call("/api/v1/proxy/messages", sent);
      const answer = await body.text();
      if (statusCode !== 200) throw new Error(`${statusCode} from the gateway: ${answer}`);
      return parseAnswer(answer);
    },
    async isCertified(requestId) {
      const { statusCode, body } = await call(`/api/v1/veil/certificate/${requestId}`);
      const answer = await body.text();
      return statusCode === 200 && parseEvidence(answer).evidence !== null;
    },
  };
}

export function requestBody({ template, field, text }: DemoRequest) {
  return { prompt_template: template, context: { [field]: text } };
}
