import {
  InferenceResult,
  type ProviderCredential,
  providerKeyBindings,
} from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import {
  createCredentialSealer,
  createMessageOpener,
  createMessageSealer,
  type SealedMessage,
  type ServiceName,
  type Signed,
  sealHpke,
} from "@veil/crypto";
import type { TestTrust } from "@veil/testing";

const parseResult = checked(InferenceResult);

export type BoxCredential = Extract<ProviderCredential, { kind: "box" }>;
export type CallCredential = Extract<ProviderCredential, { kind: "call" }>;

export function createFakeGateway({ trust, keysOf }: TestTrust) {
  const keys = keysOf("edge-gateway");
  const from = { service: keys.service, ...keys.signing("message") };
  const sealForCall = createCredentialSealer({
    from: "edge-gateway",
    to: "inference-worker",
    trust,
  });
  return {
    seal(
      jobId: string,
      job: unknown,
      to: ServiceName = "inference-worker",
      signed?: Signed,
    ): SealedMessage {
      const sealJob = createMessageSealer({ from, to, trust, kind: "job" });
      return sealJob(jobId, Buffer.from(JSON.stringify(job)), signed);
    },
    open(text: string): { jobId: string; result: InferenceResult } {
      const sealed = JSON.parse(text) as SealedMessage;
      const options = { as: keys, from: "inference-worker", trust, kind: "result" } as const;
      const body = createMessageOpener(options)(sealed).toString("utf8");
      return { jobId: sealed.job_id, result: parseResult(JSON.parse(body)) };
    },
    /** Seals a key for the call with the `job_request_id` in `leg`. */
    callKey(key: string, leg: string, provider = "anthropic"): CallCredential {
      return { kind: "call", provider, sealed: sealForCall(key, { leg, provider }) };
    },
    box(key: string, { recordId = "rec_1", provider = "anthropic" } = {}): BoxCredential {
      const { keyId, key: recipient } = trust.sealingKey("inference-worker");
      const sealed = sealHpke(recipient, Buffer.from(key), providerKeyBindings(recordId, provider));
      return {
        kind: "box",
        record_id: recordId,
        provider,
        sealing_key_id: keyId,
        box: sealed.toString("base64"),
      };
    },
  };
}
