export { type ScanDeps, scanText } from "./domain/scan-text.ts";
