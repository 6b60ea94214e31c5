import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { findFalsePositives, rateOf } from "./false-positives.ts";

const kinds = await findFalsePositives(createEngine({ names: readBundledModels() }));
for (const one of kinds) {
  process.stdout.write(`${one.kind}: ${one.tokens} tokens, ${rateOf([one]).toFixed(2)} per 1000\n`);
  for (const { type, confidence, excerpt } of one.falsePositives)
    process.stdout.write(`  ${type} ${confidence.toFixed(2)}: ${excerpt}\n`);
}
const tokens = kinds.reduce((sum, kind) => sum + kind.tokens, 0);
process.stdout.write(`all: ${tokens} tokens, ${rateOf(kinds).toFixed(2)} per 1000\n`);
