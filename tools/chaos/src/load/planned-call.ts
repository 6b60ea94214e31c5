import { randomInt, randomUUID } from "node:crypto";

export const CALL_KINDS = ["native", "whole", "streamed"] as const;
type CallKind = (typeof CALL_KINDS)[number];

/** A call that has values which occur nowhere else. */
export interface PlannedCall {
  /** The id of the call in reports, and its `Idempotency-Key`. */
  readonly id: string;
  readonly kind: CallKind;
  /** The name of the model, by which the simulator's record shows whose request it got. */
  readonly model: string;
  readonly apiKey: string;
  /** Values that only the caller and, while they are in flight, the gateway and the sanitiser see. */
  readonly values: readonly string[];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface LoadCustomer {
  readonly email: string;
  readonly apiKey: string;
}

/** Plans a call to which the provider responds after `delayMs`. */
export function planCall(
  kind: CallKind,
  { apiKey, email }: LoadCustomer,
  delayMs: number,
): PlannedCall {
  const id = randomUUID();
  const own = [
    `ottokar.${id.slice(0, 8)}@chaos-post.example`,
    `+49 30 ${randomInt(1e3, 1e4)} ${randomInt(1e3, 1e4)}`,
  ] as const;
  const letter = `Dear team, please write to ${own[0]} or call ${own[1]} about the order.`;
  const model = `sim-slow-${delayMs}-chaos-${id}`;
  const native = kind === "native";
  return {
    ...{ id, kind, model, apiKey, values: [...own, email] },
    path: native ? "/api/v1/proxy/messages" : "/v1/messages",
    headers: native ? { "idempotency-key": id } : { "x-veil-relink": "true" },
    body: native
      ? { model, prompt_template: "Answer this letter: {letter}", context: { letter } }
      : {
          ...{ model, max_tokens: 500, stream: kind === "streamed" },
          messages: [{ role: "user", content: `Answer this letter: ${letter}` }],
        },
  };
}

/** The values that the answer to a call must contain, because the letter contains them. */
export function restoredValues({ values }: PlannedCall): readonly string[] {
  return values.slice(0, 2);
}
