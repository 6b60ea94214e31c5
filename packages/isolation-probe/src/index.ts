export { probeCommand } from "./probe-command.ts";
