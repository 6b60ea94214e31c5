/** Exports the engine's parts for tools that measure them. Services use the engine. */

export { OUTBOUND_RECOGNIZERS } from "./checks/outbound-recognizers.ts";
export { createFinder, type Recognizer } from "./finding.ts";
export { compileEntityList } from "./lists/known-entities/compiled-list.ts";
export { knownEntities } from "./lists/known-entities/known-entities.ts";
export { findVariants, knownSounds } from "./lists/phonetics/find-variants.ts";
export { createNamesLayer } from "./names/names-layer.ts";
export { withAllCodes } from "./recognizers/codes/with-all-codes.ts";
export { LABELED_TYPES } from "./recognizers/labels/label-table.ts";
export { READERS, RECOGNIZERS } from "./recognizers/patterns-layer.ts";
export { createDocument } from "./text/document.ts";
export { findThroughView } from "./view/find-through-view.ts";
