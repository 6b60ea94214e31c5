import type { OpenedClaim, WorkerClaimRequest } from "@veil/contracts/claims";
import type { Choice, InferenceEvent, InferenceJob } from "@veil/contracts/inference";
import type { RandomBytes } from "@veil/crypto";
import { type ClaimMaker, claimItem, type ItemValue } from "@veil/veil/claims";
import {
  createStreamedOutput,
  jobItems,
  MODEL_OUTPUT,
  modelOutputValue,
  type StreamedOutput,
} from "@veil/veil/job-items";
import type { PreparedInference } from "./prepare-inference.ts";

/** Records what the worker has received and sent for one job. */
export interface JobLeg {
  /**
   * Must be called before the request is sent to the provider. Repeated attempts send the same
   * request.
   */
  sending(request: PreparedInference["request"]): void;
  /** Records a whole response, all of which is sent to the gateway. */
  answered(choices: readonly Choice[]): void;
  /** Must be called with each event of a streamed response before it is sent to the gateway. */
  streaming(event: InferenceEvent): void;
  /** Returns a claim of what was recorded so far, or no claim if the job requests none. */
  claimed(): { readonly claim?: OpenedClaim };
}

/** @throws TypeError when the positions in the job's claim request do not match the job's texts */
export type OpenLeg = (job: InferenceJob) => JobLeg;

interface LegDeps {
  readonly maker: ClaimMaker;
  readonly random: RandomBytes;
}

type OwnPeer = "provider" | typeof gateway;

interface OwnItem extends Omit<ItemValue, "value"> {
  /** The value; undefined when the job ended before there was one. */
  readonly value: string | undefined;
}

const SEED_BYTES = 32;
const gateway = "edge-gateway" as const;

export function createLegs(deps: LegDeps): OpenLeg {
  return (job) => (job.claim === undefined ? UNCLAIMED : openLeg(job, job.claim, deps));
}

const UNCLAIMED: JobLeg = { sending() {}, answered() {}, streaming() {}, claimed: () => ({}) };

function openLeg(
  job: InferenceJob,
  requested: WorkerClaimRequest,
  { maker, random }: LegDeps,
): JobLeg {
  const received = jobItems(job, requested, gateway);
  const seed = random(SEED_BYTES);
  let streamed: StreamedOutput | undefined;
  let prompt: string | undefined;
  let whole: string | undefined;
  const itemOf = (peer: OwnPeer, { value, ...named }: OwnItem) =>
    value === undefined ? [] : [claimItem({ ...named, value }, { seed, peer })];
  return {
    sending(request) {
      prompt ??= promptValue(request);
    },
    answered(choices) {
      whole = modelOutputValue(choices);
    },
    streaming(event) {
      streamed ??= createStreamedOutput({ seed, peer: "provider" });
      streamed.add(event);
    },
    claimed() {
      const sent = { item: "prompt", class: "sanitised_context", value: prompt } as const;
      const passed = streamed?.item();
      // The commitment can be reused for the gateway, because the bytes and the seed are the same.
      const got = passed ? [passed] : itemOf("provider", { ...MODEL_OUTPUT, value: whole });
      const leg = {
        legId: job.job_request_id,
        received: [...received, ...got],
        emitted: [...itemOf("provider", sent), ...got.map((item) => ({ ...item, peer: gateway }))],
      };
      return { claim: { ...maker.claim(leg), seed: seed.toString("hex") } };
    },
  };
}

/**
 * Returns everything that the provider receives for the job, except the key, which only the worker
 * has.
 */
function promptValue(request: PreparedInference["request"]): string {
  const { model, messages, maxTokens, temperature, options, endUserId } = request;
  return JSON.stringify({ model, messages, maxTokens, temperature, options, endUserId });
}
