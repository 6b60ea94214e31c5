import { startSimulator } from "@veil/upstream-simulator";

const { url } = await startSimulator();
process.send?.(url);
process.once("disconnect", () => process.exit());
