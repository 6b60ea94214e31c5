import type { Clock } from "@veil/contracts/clock";
import type { MeasuredControl, PostureResponse } from "@veil/contracts/public/compliance/posture";
import { type Control, type MeasuredCustomer, measuredControl } from "./control.ts";

interface PostureDeps {
  readonly controls: readonly Control[];
  /** The version of the software. */
  readonly release: string;
  /** Called with the control that could not be measured. */
  readonly onFailed: (id: string, error: unknown) => void;
  readonly nowMs: Clock;
}

export type ReadPosture = (customer: MeasuredCustomer) => Promise<PostureResponse>;

/** Creates the function that measures all controls for a customer. */
export function createReadPosture({
  controls,
  release,
  onFailed,
  nowMs,
}: PostureDeps): ReadPosture {
  async function measure(control: Control, customer: MeasuredCustomer): Promise<MeasuredControl> {
    try {
      return measuredControl(control, await control.measure(customer), nowMs());
    } catch (error) {
      onFailed(control.id, error);
      const reason = "It could not be measured right now";
      return measuredControl(control, { state: "unknown", reason, measuredAt: undefined }, nowMs());
    }
  }

  return async function readPosture(customer) {
    const measured = await Promise.all(controls.map((control) => measure(control, customer)));
    const count = (state: MeasuredControl["state"]) =>
      measured.filter((control) => control.state === state).length;
    return {
      generated_at: new Date(nowMs()).toISOString(),
      release,
      ...{ met: count("met"), not_met: count("not_met"), unknown: count("unknown") },
      unknown_share: measured.length === 0 ? 0 : count("unknown") / measured.length,
      controls: measured,
    };
  };
}
