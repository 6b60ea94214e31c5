export { type AddCheckpoint, createWitness, type WitnessResponse } from "./add-checkpoint.ts";
export { createWitnessKey, readWitnessKey } from "./key-file.ts";
export { createWitnessServer } from "./serve.ts";
export { openStateFolder, type WitnessStates } from "./state-folder.ts";
