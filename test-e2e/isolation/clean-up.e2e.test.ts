import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { describeWhere, until } from "@veil/testing";
import { stillRunning } from "../support/processes.ts";
import { command, missingForNamespaces } from "./network/commands.ts";

const REMOVE = path.join(import.meta.dirname, "network/remove-run.mjs");
const missing = missingForNamespaces(["ip"]);

async function leaveBehind(run: string) {
  const namespace = `${run}.veth0`;
  const folder = path.join(tmpdir(), run);
  mkdirSync(folder);
  await command("ip", ["netns", "add", namespace]);
  const inside = spawn("ip", ["netns", "exec", namespace, "sleep", "600"], { stdio: "ignore" });
  await until(
    "it is inside",
    async () => (await command("ip", ["netns", "pids", namespace])) !== "",
  );
  const isRemoved = () =>
    !existsSync(folder) &&
    !existsSync(`/run/netns/${namespace}`) &&
    stillRunning([inside.pid ?? 0]).length === 0;
  return { isRemoved };
}

describeWhere(
  missing.length === 0,
  "The clean-up of network namespaces",
  missing.join(", "),
  () => {
    test("When a run is killed, then its namespaces, processes and folder are removed", async () => {
      const run = `veil-e2e-${process.pid}-1`;
      const hold = `const {spawn} = require("node:child_process");
      spawn(process.execPath, [${JSON.stringify(REMOVE)}, "after", "${run}"], {detached: true, stdio: ["pipe", "ignore", "ignore"]});
      console.log("held"); setInterval(() => {}, 1000);`;
      const killed = spawn(process.execPath, ["-e", hold], { stdio: ["ignore", "pipe", "ignore"] });
      await once(killed.stdout, "data");
      const { isRemoved } = await leaveBehind(run);
      expect(isRemoved()).toBe(false);
      killed.kill("SIGKILL");
      await until("everything is removed", isRemoved);
    });

    test("When a run's process no longer exists, then the next run removes what it left", async () => {
      // This process's start time differs from the 2 in the name, as if its process id had been
      // reused.
      const { isRemoved } = await leaveBehind(`veil-e2e-${process.pid}-2`);
      await command(process.execPath, [REMOVE, "leftovers"]);
      await until("everything is removed", isRemoved);
    });
  },
);
