import type { ToolDefinition } from "@veil/contracts/tools";

declare const pseudonymToken: unique symbol;
declare const sanitisedText: unique symbol;
declare const checkedTemplate: unique symbol;
declare const checkedTools: unique symbol;

/** Replaces a customer's id. Minted only by the client of the bridge. */
export type PseudonymToken = string & { readonly [pseudonymToken]: true };

/**
 * The original with the sanitiser's replacements. Minted only by `verifiedAnswer`, and for JSON of
 * such texts by `sanitisedToolBlock`.
 */
export type SanitisedText = string & { readonly [sanitisedText]: true };

/** A prompt template without patterns of personal data. Minted only by `checkTemplate`. */
export type CheckedTemplate = string & { readonly [checkedTemplate]: true };

/** Definitions of tools without patterns of personal data. Minted only by `checkTools`. */
export type CheckedTools = ToolDefinition[] & { readonly [checkedTools]: true };
