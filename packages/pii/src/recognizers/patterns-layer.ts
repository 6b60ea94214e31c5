import { createFinder, type Recognizer } from "../finding.ts";
import type { Layer } from "../layer.ts";
import { DE_RECOGNIZERS } from "./country/de/de-recognizers.ts";
import { GB_RECOGNIZERS } from "./country/gb/gb-recognizers.ts";
import { US_RECOGNIZERS } from "./country/us/us-recognizers.ts";
import { DATE_RECOGNIZERS } from "./dates/date-recognizers.ts";
import { GENERIC_RECOGNIZERS } from "./generic-recognizers.ts";
import { findLabeledValues } from "./labels/find-labeled-values.ts";
import { PERSON_RECOGNIZERS } from "./persons/person-recognizers.ts";
import { PLACE_RECOGNIZERS } from "./places/place-recognizers.ts";
import { findLabeledFields } from "./tables/labeled-fields.ts";
import { findMessageSegments } from "./tables/message-segments.ts";
import { findSqlInserts } from "./tables/sql-inserts.ts";
import { findTableCells } from "./tables/table-cells.ts";

/**
 * All recognizers run on every text, because texts mix languages and a wrong guess must not become
 * a leak.
 */
export const RECOGNIZERS: readonly Recognizer[] = [
  ...GENERIC_RECOGNIZERS,
  ...US_RECOGNIZERS,
  ...GB_RECOGNIZERS,
  ...DE_RECOGNIZERS,
  ...PERSON_RECOGNIZERS,
  ...PLACE_RECOGNIZERS,
  ...DATE_RECOGNIZERS,
];

const findByRecognizers = createFinder(RECOGNIZERS);

/** Functions that recognize values by their table header, label or position. */
export const READERS = [
  findLabeledValues,
  findTableCells,
  findLabeledFields,
  findSqlInserts,
  findMessageSegments,
];

export const patternsLayer: Layer = {
  name: "patterns",
  find: (doc) => {
    const found = findByRecognizers(doc);
    for (const read of READERS) for (const finding of read(doc)) found.push(finding);
    return found;
  },
};
