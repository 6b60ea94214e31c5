import { createFinder, type Recognizer } from "../../finding.ts";
import { DATE_RECOGNIZERS } from "../../recognizers/dates/date-recognizers.ts";
import { DE_RECOGNIZERS } from "../../recognizers/de/de-recognizers.ts";
import { GB_RECOGNIZERS } from "../../recognizers/gb/gb-recognizers.ts";
import { GENERIC_RECOGNIZERS } from "../../recognizers/generic/generic-recognizers.ts";
import { findLabeledValues } from "../../recognizers/labels/find-labeled-values.ts";
import { PERSON_RECOGNIZERS } from "../../recognizers/persons/person-recognizers.ts";
import { PLACE_RECOGNIZERS } from "../../recognizers/places/place-recognizers.ts";
import { findLabeledFields } from "../../recognizers/tables/labeled-fields.ts";
import { findMessageSegments } from "../../recognizers/tables/message-segments.ts";
import { findSqlInserts } from "../../recognizers/tables/sql-inserts.ts";
import { findTableCells } from "../../recognizers/tables/table-cells.ts";
import { US_RECOGNIZERS } from "../../recognizers/us/us-recognizers.ts";
import type { Layer } from "../layer.ts";

/** All recognizers run on every text: texts mix languages, and a wrong guess must not become a leak. */
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

/** Read values by their table header, label or position. */
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
