import type { IsKnownName } from "../eval/report/miss-categories.ts";
import type { ReportPage } from "../page/page-block.ts";
import type { MeasuredRelease } from "./measured-release.ts";
import { aboutSection } from "./sections/about.ts";
import { comparisonSection } from "./sections/comparison.ts";
import { languagesSection } from "./sections/languages.ts";
import { missesSection } from "./sections/misses.ts";
import { ordinarySection } from "./sections/ordinary.ts";
import { setsSection } from "./sections/sets.ts";
import { setTypesSection, typesSection } from "./sections/types.ts";

export function reportPage(measured: MeasuredRelease, isKnown: IsKnownName): ReportPage {
  return {
    title: `Accuracy of Veil Gateway ${measured.release.version}`,
    blocks: [
      ...aboutSection(measured),
      ...setsSection(measured),
      ...languagesSection(measured),
      ...comparisonSection(measured),
      ...typesSection(measured),
      ...missesSection(measured, isKnown),
      ...ordinarySection(measured),
      ...setTypesSection(measured),
    ],
  };
}
