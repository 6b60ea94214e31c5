import { partsOf, type Recognizer } from "../../finding.ts";

/** Returns the recognizer without its conditions on the characters before and after a code. */
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
