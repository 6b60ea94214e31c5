import type { ListsNeeded, PiiJobInput } from "./pii-job.ts";
import type { SealedEntityLists } from "./sealed-entity-lists.ts";

type Run = (input: PiiJobInput) => Promise<Uint8Array | ListsNeeded>;

export async function runWithLists(
  run: Run,
  input: PiiJobInput,
  entityLists: SealedEntityLists,
): Promise<Uint8Array> {
  const first = await run(input);
  if (first instanceof Uint8Array) return first;
  const lists = await entityLists.obtain(first.needed);
  const second = await run({ ...input, lists });
  if (second instanceof Uint8Array) return second;
  throw new Error("A job asked for lists that it was given");
}
