import type { ControlState } from "@veil/contracts/public/compliance/posture";
import type { CustomerId } from "../../../accounts/index.ts";
import type { CertificateFigures } from "../../ports.ts";
import type { Control, Measurement } from "../control.ts";

interface CertificateControlDeps {
  /** Whether calls are certified. */
  readonly enabled: boolean;
  readonly certificates: (customerId: CustomerId, since: Date) => Promise<CertificateFigures>;
  readonly now: () => Date;
}

const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
/** A certificate gets its evidence within seconds; more than this needs an explanation. */
const MAX_WAIT_MS = 60 * 60_000;

/** Returns the control for the certificates of the customer's calls. */
export function certificateControls(deps: CertificateControlDeps): readonly Control[] {
  const { enabled, certificates, now } = deps;
  return [
    {
      id: "certificates",
      title: "Certificates of the customer's calls",
      promise:
        "Every call gets a signed certificate of what each component received, and the audit log proves that the certificate is not newer than the call.",
      measuredBy: "edge gateway",
      method: "run_time_test",
      articles: ["5(2)", "24(1)", "28(3)(h)"],
      goals: ["transparency", "integrity"],
      async measure({ customerId }) {
        const measuredAt = now();
        if (!enabled)
          return { state: "not_met", reason: "Certificates are switched off", measuredAt };
        const since = new Date(measuredAt.getTime() - DAYS * DAY_MS);
        return { ...judged(await certificates(customerId, since), measuredAt), measuredAt };
      },
    },
  ];
}

function judged(
  { issued, refused, pending, unproven, oldestPending, oldestUnproven }: CertificateFigures,
  now: Date,
): Omit<Measurement, "measuredAt"> {
  const isLate = (since: Date | undefined) =>
    since !== undefined && now.getTime() - since.getTime() > MAX_WAIT_MS;
  const reasons = [
    ...(refused > 0 ? [`${refused} calls were refused a certificate`] : []),
    ...(isLate(oldestPending) ? ["a call has waited for its certificate for over an hour"] : []),
    ...(isLate(oldestUnproven) ? ["a certificate has waited for its proof for over an hour"] : []),
  ];
  const figures = [
    { name: `issued in ${DAYS} days`, value: issued },
    { name: `refused in ${DAYS} days`, value: refused },
    { name: "not issued yet", value: pending },
    { name: "without proof of the log", value: unproven },
  ];
  const none = issued + refused + pending === 0;
  const state: ControlState = none ? "unknown" : reasons.length === 0 ? "met" : "not_met";
  const reason = none ? "There were no calls" : reasons.join("; ");
  return { state, figures, ...(state !== "met" && { reason }) };
}
