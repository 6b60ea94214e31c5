import { parentPort, workerData } from "node:worker_threads";
import { openSharedModels, type SharedModels } from "@veil/pii/models";
import { openOurs } from "../contenders/ours.ts";

const { texts, names } = workerData as { texts: readonly string[]; names?: SharedModels };
const { run } = openOurs(names && openSharedModels(names));
for (const text of texts) run(text);
parentPort?.postMessage("done");
