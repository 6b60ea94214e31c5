import type { Schemas } from "../api/client.ts";
import { texts, useFormats, useTexts } from "../language.tsx";
import { Badge } from "./badge.tsx";
import ui from "./ui.module.css";

const usageTexts = texts(
  {
    used: (used: string, limit: string) => `${used} of ${limit} calls`,
    unlimited: (used: string) => `${used} calls, without a limit`,
    label: "Calls of this month",
    usedUp: "Used up until the first of next month. The operator can raise your tier.",
    tier: (tier: string) => `Tier ${tier}`,
  },
  {
    used: (used: string, limit: string) => `${used} von ${limit} Aufrufen`,
    unlimited: (used: string) => `${used} Aufrufe, ohne Grenze`,
    label: "Aufrufe dieses Monats",
    usedUp:
      "Bis zum Ersten des nächsten Monats verbraucht. Der Betreiber kann Ihren Tarif erhöhen.",
    tier: (tier: string) => `Tarif ${tier}`,
  },
);

export function UsageMeter({ usage }: { readonly usage: Schemas["UsageResponse"] }) {
  const t = useTexts(usageTexts);
  const { number } = useFormats();
  const { used, monthly_limit: limit, tier } = usage;
  return (
    <div className={ui.field}>
      <p>
        <Badge tone="neutral">{t.tier(tier)}</Badge>
      </p>
      {limit === "unlimited" ? (
        <p className={ui.figure}>{t.unlimited(number(used))}</p>
      ) : (
        <>
          <p className={ui.figure}>{t.used(number(used), number(limit))}</p>
          <meter
            className={ui.meter}
            aria-label={t.label}
            min={0}
            max={limit}
            high={limit * 0.9}
            value={Math.min(used, limit)}
          />
          {used >= limit && <p className={ui.bad}>{t.usedUp}</p>}
        </>
      )}
    </div>
  );
}
