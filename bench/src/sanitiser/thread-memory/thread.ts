import { parentPort, workerData } from "node:worker_threads";
import { openOurs } from "../contenders/ours.ts";

const { run } = openOurs();
for (const text of workerData as readonly string[]) run(text);
parentPort?.postMessage("done");
