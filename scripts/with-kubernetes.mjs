import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { controlPlane } from "./lib/go-tools.mjs";
import { startControlPlane } from "./lib/kubernetes/control-plane.mjs";
import { installDefinitions } from "./lib/kubernetes/definitions.mjs";
import { startStandIns } from "./lib/kubernetes/stand-ins.mjs";
import { run } from "./lib/run.mjs";
import { step } from "./lib/step.mjs";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("Usage: scripts/with-kubernetes COMMAND [ARGUMENTS]");
  process.exit(2);
}
const programs = await controlPlane();
if (programs === undefined) {
  console.error("Kubernetes cannot be built: is Go installed?");
  process.exit(1);
}
const folder = mkdtempSync(path.join(tmpdir(), "veil-kubernetes-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const endEarly = () => process.exit(1);
process.once("SIGINT", endEarly).once("SIGTERM", endEarly);
try {
  const cluster = await step("start Kubernetes", () => startControlPlane(programs, folder));
  await step("define the operators' resources", () => installDefinitions(cluster));
  const standIns = startStandIns(cluster.api);
  // From here on, the command ends on a signal, and then this process.
  process.off("SIGINT", endEarly).off("SIGTERM", endEarly);
  process.exitCode = await run(program, args, { env: cluster.env });
  await standIns.stop();
  await cluster.stop();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
