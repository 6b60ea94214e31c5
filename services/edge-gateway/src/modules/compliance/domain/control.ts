import type {
  ControlEvidence,
  ControlFigure,
  ControlMethod,
  MeasuredControl,
  ProtectionGoal,
} from "@veil/contracts/public/compliance/posture";
import type { CustomerId } from "../../accounts/index.ts";

/** The customer for whom a control is measured. */
export interface MeasuredCustomer {
  readonly customerId: CustomerId;
  /** The subject under which the audit log keeps the customer's events. */
  readonly subject: string;
}

/** A promise of the product, and the function that measures whether it is kept. */
export interface Control {
  readonly id: string;
  readonly title: string;
  readonly promise: string;
  readonly measuredBy: string;
  readonly method: ControlMethod;
  /** After this time, a measurement no longer proves the state. Absent if it stays true. */
  readonly maxAgeMs?: number;
  readonly articles: readonly string[];
  readonly goals: readonly ProtectionGoal[];
  /** If it rejects, the state is unknown. */
  readonly measure: (customer: MeasuredCustomer) => Promise<Measurement>;
}

export interface Measurement {
  readonly state: MeasuredControl["state"];
  /** Why the state is not `met`. */
  readonly reason?: string | undefined;
  /** Undefined if it was never measured; the state is then unknown. */
  readonly measuredAt: Date | undefined;
  readonly figures?: readonly ControlFigure[];
  readonly evidence?: readonly ControlEvidence[];
}

/** Returns the control with its measurement. A measurement that is too old makes it unknown. */
export function measuredControl(
  control: Control,
  measurement: Measurement,
  nowMs: number,
): MeasuredControl {
  const { id, title, promise, measuredBy, method, maxAgeMs, articles, goals } = control;
  const { measuredAt, figures = [], evidence = [] } = measurement;
  const { state, reason } = judged(measurement, maxAgeMs, nowMs);
  return {
    ...{ id, title, promise, state },
    ...(reason !== undefined && { reason }),
    measured_at: measuredAt?.toISOString() ?? null,
    ...(maxAgeMs !== undefined && { max_age_seconds: maxAgeMs / 1_000 }),
    ...{ measured_by: measuredBy, method },
    ...{ figures: [...figures], evidence: [...evidence] },
    ...{ gdpr_articles: [...articles], protection_goals: [...goals] },
  };
}

function judged(
  { state, reason, measuredAt }: Measurement,
  maxAgeMs: number | undefined,
  nowMs: number,
): Pick<Measurement, "state" | "reason"> {
  if (measuredAt === undefined) return { state: "unknown", reason: reason ?? "Never measured" };
  if (maxAgeMs !== undefined && nowMs - measuredAt.getTime() > maxAgeMs)
    return { state: "unknown", reason: `Not measured in the last ${maxAgeMs / 1_000} seconds` };
  return { state, reason };
}
