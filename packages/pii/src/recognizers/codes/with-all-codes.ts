import { partsOf, type Recognizer } from "../../finding.ts";

/** The same, but it looks at all codes of its lengths and kinds, whatever adjoins them. */
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
