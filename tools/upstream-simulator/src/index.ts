export { LEAKED_VALUES } from "./answer-text.ts";
export type { Script } from "./complete-answer.ts";
export type { RecordedRequest } from "./request-record.ts";
export type { Fault, PlaceholderSpelling, SimulatorMode } from "./simulator-mode.ts";
export { type Simulator, startSimulator } from "./start-simulator.ts";
