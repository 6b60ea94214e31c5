import { setTimeout } from "node:timers/promises";
import { createKubelets } from "./kubelets.mjs";
import { runOperators } from "./operators.mjs";
import { runServers } from "./servers.mjs";
import { provisionVolumes } from "./volumes.mjs";

const ROUND_MS = 400;

/**
 * Starts the stand-ins for kubelets, the volume provisioner and the operators: they show in the API what
 * the real ones would, and run nothing.
 */
export function startStandIns(api) {
  const stopping = new AbortController();
  const rounds = [createKubelets(api), provisionVolumes, runServers, runOperators];
  const done = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all(rounds.map((round) => round(api)));
      await setTimeout(ROUND_MS);
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}
