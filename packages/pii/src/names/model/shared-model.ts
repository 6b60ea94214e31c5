import { Lexicon, type LexiconTables } from "../lexicon/lexicon.ts";
import type { NameModel } from "./name-model.ts";

/** A model in the form that one thread sends to another; both use the same memory. */
export interface SharedModel extends Omit<NameModel, "lexicon"> {
  readonly lexicon: LexiconTables;
}

export function shareModel(model: NameModel): SharedModel {
  return { ...model, lexicon: model.lexicon.tables };
}

export function openSharedModel(shared: SharedModel): NameModel {
  return { ...shared, lexicon: new Lexicon(shared.lexicon) };
}
