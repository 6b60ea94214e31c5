import { probeCommand } from "@veil/isolation-probe";
import { runMain } from "@veil/service-kit/telemetry";

const probe = "inference-worker-probe";

await runMain(probe, () => probeCommand(probe, process.env));
