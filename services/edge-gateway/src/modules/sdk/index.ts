export { callPolicyEvent, describeCallPolicy, requireUsablePolicy } from "./domain/call-policy.ts";
export { complianceOf } from "./domain/compliance.ts";
export { dialectOfKey } from "./domain/provider-credential.ts";
export { readMessagesRequest } from "./domain/read-messages-request.ts";
export type { SdkCall } from "./domain/sdk-call.ts";
export { requireCleanSystem, systemTexts } from "./domain/sdk-call.ts";
export { sdkError } from "./domain/sdk-error.ts";
