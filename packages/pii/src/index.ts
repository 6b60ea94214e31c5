export { createEngine, type PiiEngine } from "./engine.ts";
export { ENTITY_TYPES, type EntityType, type Finding, type Language } from "./finding.ts";
export {
  type CompiledEntityList,
  compileEntityList,
} from "./lists/known-entities/compiled-list.ts";
export type { ReplacedPlaces } from "./policy.ts";
export { sanitiseFields, TooManyFindingsError } from "./replace/sanitise-fields.ts";
export { detectLanguage } from "./text/language.ts";
