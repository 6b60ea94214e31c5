import type { IsKnownName } from "../eval/report/miss-categories.ts";
import type { MeasuredRelease } from "./measured-release.ts";
import { aboutSection } from "./sections/about.ts";
import { comparisonSection } from "./sections/comparison.ts";
import { languagesSection } from "./sections/languages.ts";
import { missesSection } from "./sections/misses.ts";
import { ordinarySection } from "./sections/ordinary.ts";
import { setsSection } from "./sections/sets.ts";
import { setTypesSection, typesSection } from "./sections/types.ts";

/** Returns the page in Markdown. */
export function reportPage(measured: MeasuredRelease, isKnown: IsKnownName): string {
  const blocks = [
    `# Accuracy of Veil Gateway ${measured.release.version}`,
    ...aboutSection(measured),
    ...setsSection(measured),
    ...languagesSection(measured),
    ...comparisonSection(measured),
    ...typesSection(measured),
    ...missesSection(measured, isKnown),
    ...ordinarySection(measured),
    ...setTypesSection(measured),
  ];
  return `${blocks.join("\n\n")}\n`;
}
