declare const pseudonymToken: unique symbol;
declare const sanitisedText: unique symbol;
declare const checkedTemplate: unique symbol;

/** Stands for a customer. Minted only by the client of the bridge. */
export type PseudonymToken = string & { readonly [pseudonymToken]: true };

/** The original with the sanitiser's replacements. Minted only by `verifiedAnswer`. */
export type SanitisedText = string & { readonly [sanitisedText]: true };

/** A prompt template without patterns of personal data. Minted only by `checkTemplate`. */
export type CheckedTemplate = string & { readonly [checkedTemplate]: true };
