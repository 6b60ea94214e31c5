import { partsOf, type Recognizer } from "../../finding.ts";

/** Makes a recognizer look at all codes of its lengths and kinds, with any text next to them. */
export function withAllCodes(recognizer: Recognizer): Recognizer {
  const { name, type } = recognizer;
  const parts = partsOf(recognizer).map((part) => ({
    ...part,
    ...(part.codes !== undefined && {
      codes: part.codes.map(({ run, begins }) => ({
        run,
        ...(begins !== undefined && { begins }),
      })),
    }),
  }));
  return { name, type, parts };
}
