import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import {
  GroundTruth,
  type PiiAnnotation,
  PiiAnnotations,
  type ProxyRequest,
} from "@veil/contracts/public/proxy";
import { codePointOffsets } from "@veil/pii/code-point-offsets";
import { findHardIdentifiers } from "@veil/pii/hard-identifiers";
import type { NamedText } from "../content/sanitised-content.ts";

export interface FieldTruth extends NamedText {
  readonly annotations: readonly PiiAnnotation[];
}

export interface ProvingGround {
  readonly activityId: string;
  readonly truth: readonly FieldTruth[];
}

/** Matches UUIDs, whose random digits may look like a phone or card number. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const parseTruth = checked(GroundTruth);
const parseAnnotations = checked(PiiAnnotations);

/**
 * Reads the additional fields of a proving-ground request. Returns undefined in live mode, where
 * these fields have no effect.
 * @throws ApiError when the activity is missing or contains personal data, the ground truth is
 * invalid, or an annotation does not match the text at its position. Errors contain no values, and
 * only field names that are in the context.
 */
export function readProvingGround(
  { mode = "live", activity_id: activityId, ground_truth: truth = {}, offset_unit }: ProxyRequest,
  context: readonly NamedText[],
): ProvingGround | undefined {
  if (mode === "live") return undefined;
  if (activityId === undefined)
    throw new ApiError("missing_field", 'Field "activity_id" is required in proving_ground mode');
  if (!UUID.test(activityId) && findHardIdentifiers(activityId).length > 0)
    throw new ApiError("invalid_field", 'Field "activity_id" contains personal data');
  const texts = new Map(context.map(({ name, text }) => [name, text]));
  const fields = Object.entries(parseTruth(truth, "ground_truth")).map(([name, given], index) => {
    const text = texts.get(name);
    if (text === undefined) throw unknownField(index);
    const place = `ground_truth.${name}`;
    const toUtf16 = offset_unit === "codepoint" ? codePointOffsets(text) : identity;
    const annotations = parseAnnotations(given, place).map((annotation, at) =>
      placed(annotation, { text, toUtf16, place: `"${place}[${at}]"` }),
    );
    return { name, text, annotations };
  });
  return { activityId, truth: fields };
}

function unknownField(index: number): ApiError {
  return new ApiError(
    "invalid_field",
    'Field "ground_truth" names a field that is not in the context',
    {
      hint: `It is field number ${index + 1} in ground_truth`,
    },
  );
}

const identity = (offset: number) => offset;

interface Placing {
  readonly text: string;
  readonly toUtf16: (offset: number) => number | undefined;
  readonly place: string;
}

/**
 * Returns the annotation with its offsets in UTF-16 code units.
 * @throws ApiError when the text at that position is not the annotated value
 */
function placed(annotation: PiiAnnotation, { text, toUtf16, place }: Placing): PiiAnnotation {
  const [start, end] = [toUtf16(annotation.start), toUtf16(annotation.end)];
  if (start === undefined || end === undefined || start >= end || end > text.length)
    throw misplaced(`Field ${place}: start and end are not a valid range in the value`);
  if (text.slice(start, end) !== annotation.value)
    throw misplaced(`Field ${place}: the value is not the text between start and end`);
  return { ...annotation, start, end };
}

function misplaced(message: string): ApiError {
  return new ApiError("invalid_field", message, {
    hint:
      'Offsets count UTF-16 code units, as in JavaScript, where an emoji is two; with "offset_unit": "codepoint" they ' +
      "count code points, as in Python. end is exclusive",
  });
}
