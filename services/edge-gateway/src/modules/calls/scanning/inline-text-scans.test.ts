import { createInlineTextScans } from "./inline-text-scans.ts";
import { describeTextScans } from "./text-scans.contract.ts";

describeTextScans("inline", () => ({ scans: createInlineTextScans(), close: async () => {} }));
