/** The engine's parts, for tools that measure them. Services use the engine. */
export { createDocument } from "./document.ts";
export { createFinder, type Recognizer } from "./finding.ts";
export { compileEntityList } from "./layers/known-entities/compiled-list.ts";
export { knownEntities } from "./layers/known-entities/known-entities.ts";
export { createNamesLayer } from "./layers/names/names-layer.ts";
export { READERS, RECOGNIZERS } from "./layers/patterns/patterns-layer.ts";
export { OUTBOUND_RECOGNIZERS } from "./outbound-recognizers.ts";
export { findVariants, knownSounds } from "./phonetics/find-variants.ts";
export { LABELED_TYPES } from "./recognizers/labels/label-table.ts";
export { withAllCodes } from "./recognizers/with-all-codes.ts";
export { findThroughView } from "./view/find-through-view.ts";
