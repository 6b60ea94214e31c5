declare const pseudonymToken: unique symbol;
declare const sanitisedText: unique symbol;
declare const checkedTemplate: unique symbol;

/** Opaque stand-in for a customer. Minted by the client of the bridge alone. */
export type PseudonymToken = string & { readonly [pseudonymToken]: true };

/** Text that is the original with what the sanitiser named replaced. Minted by `verifiedAnswer` alone. */
export type SanitisedText = string & { readonly [sanitisedText]: true };

/** A prompt template free of personal-data patterns. Minted by `checkTemplate` alone. */
export type CheckedTemplate = string & { readonly [checkedTemplate]: true };
