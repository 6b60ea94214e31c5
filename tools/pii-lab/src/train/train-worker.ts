import { parentPort, workerData } from "node:worker_threads";
import { writeModel } from "@veil/pii/ner";
import { openDataFolder } from "./corpora/data-folder.ts";
import type { TrainingPlan } from "./plan.ts";
import { trainLanguage } from "./train-language.ts";

export interface TrainOrder {
  readonly plan: TrainingPlan;
  readonly dataFolder: string;
}

/** A message about progress, or at the end the bytes of the model file. */
export type TrainMessage =
  | { readonly step: string }
  | { readonly file: Uint8Array; readonly step?: undefined };

const { plan, dataFolder } = workerData as TrainOrder;
const say = (message: TrainMessage): void => parentPort?.postMessage(message);
const model = trainLanguage(plan, openDataFolder(dataFolder), (step) => say({ step }));
say({ step: "packs the file" });
say({ file: writeModel(model) });
