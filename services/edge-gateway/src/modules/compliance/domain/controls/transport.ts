import type { ControlState } from "@veil/contracts/public/compliance/posture";
import type { DatabaseEncryption } from "../../ports.ts";
import type { Control, Measurement } from "../control.ts";

/** How connections between the services are encrypted. */
export type ServiceEncryption = "mutual TLS" | "service mesh" | "none";

interface TransportControlDeps {
  /** Whether the gateway itself accepts only TLS from clients. */
  readonly ownTls: boolean;
  readonly publicUrl: string;
  readonly services: ServiceEncryption;
  readonly databaseEncryption: () => Promise<DatabaseEncryption>;
  /** The other servers that the gateway connects to, by name. */
  readonly servers: readonly { readonly name: string; readonly encrypted: boolean }[];
  readonly now: () => Date;
}

const COMMON = {
  measuredBy: "edge gateway",
  articles: ["32(1)(a)"],
  goals: ["confidentiality", "integrity"],
} as const satisfies Partial<Control>;

/** Returns the controls for the connections that the gateway accepts or opens. */
export function transportControls(deps: TransportControlDeps): readonly Control[] {
  const { now } = deps;
  const setting = { ...COMMON, method: "setting" } as const;
  return [
    {
      ...setting,
      id: "transport_clients",
      title: "Encryption between clients and the gateway",
      promise: "Requests and answers are encrypted on their way between clients and the gateway.",
      measure: async () => ({ ...clients(deps), measuredAt: now() }),
    },
    {
      ...setting,
      id: "transport_services",
      title: "Encryption between the services",
      promise: "The services encrypt what they send to each other, and authenticate each other.",
      measure: async () => ({ ...services(deps), measuredAt: now() }),
    },
    {
      ...COMMON,
      method: "run_time_test",
      id: "transport_servers",
      title: "Encryption between the gateway and its servers",
      promise: "The gateway's connections to database, broker and counters are encrypted.",
      measure: async () => ({ ...(await servers(deps)), measuredAt: now() }),
    },
  ];
}

type Judged = Omit<Measurement, "measuredAt">;

function clients({ ownTls, publicUrl }: TransportControlDeps): Judged {
  const figures = [{ name: "public address", value: publicUrl }];
  if (ownTls) return { state: "met", figures };
  if (publicUrl.startsWith("https:"))
    return {
      state: "unknown",
      reason: "TLS ends at a proxy in front of the gateway, which the gateway cannot test",
      figures,
    };
  return { state: "not_met", reason: "Clients connect without TLS", figures };
}

function services({ services: encryption }: TransportControlDeps): Judged {
  const figures = [{ name: "encryption", value: encryption }];
  if (encryption === "mutual TLS") return { state: "met", figures };
  if (encryption === "service mesh")
    return {
      state: "unknown",
      reason: "The operator states that a service mesh encrypts, which the gateway cannot test",
      figures,
    };
  return { state: "not_met", reason: "The services send plain HTTP", figures };
}

async function servers({ databaseEncryption, servers }: TransportControlDeps): Promise<Judged> {
  const { version } = await databaseEncryption();
  const figures = [
    { name: "database", value: version ?? "not encrypted" },
    ...servers.map(({ name, encrypted }) => ({
      name,
      value: encrypted ? "TLS" : "not encrypted",
    })),
  ];
  const plain = figures.filter(({ value }) => value === "not encrypted").map(({ name }) => name);
  const state: ControlState = plain.length === 0 ? "met" : "not_met";
  const reason = plain.length === 0 ? undefined : `Not encrypted: ${plain.join(", ")}`;
  return { state, reason, figures };
}
