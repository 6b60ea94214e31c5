export { createLogger, type LogFields, type Logger, silentLogger } from "./logger.ts";
export { createMetrics, type Metrics } from "./metrics.ts";
export { runMain } from "./run-main.ts";
export { createSteps, type RequestStep, runStep, type Steps } from "./steps.ts";
