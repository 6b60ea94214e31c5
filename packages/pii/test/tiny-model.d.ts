import { Lexicon } from "../src/ner/lexicon.ts";
import { type NameModel } from "../src/ner/name-model.ts";
export declare function tinyLexicon(): Lexicon;
/** Knows the words of `tinyLexicon` only: given names begin a person, family names continue it, towns are places. */
export declare function tinyModel(language?: "en" | "de"): NameModel;
//# sourceMappingURL=tiny-model.d.ts.map
