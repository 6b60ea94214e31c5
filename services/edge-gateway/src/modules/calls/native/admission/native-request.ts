import { ApiError } from "@veil/contracts/errors";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { ProxyRequest } from "@veil/contracts/public/proxy";
import type { EntityPolicy, Language } from "@veil/contracts/sanitiser";
import { effectivePolicy, policyOfRequest } from "../../../entities/index.ts";
import type { TemplateContent } from "../../content/content.ts";
import type { NamedText } from "../../content/sanitised-content.ts";
import { checkTemplate, requireAllowedModel } from "../../prepare/content-checks.ts";
import type { InferenceParameters } from "../../prepare/inference-job.ts";
import { type ProvingGround, readProvingGround } from "../../proving-ground/ground-truth.ts";
import type { TextScans } from "../../scanning/text-scans.ts";

export interface NativeRequest {
  readonly content: TemplateContent;
  readonly parameters: InferenceParameters;
  readonly relink: boolean;
  readonly language?: Language;
  readonly policy?: EntityPolicy;
  readonly provingGround: ProvingGround | undefined;
  /** The processing activity of a live call, as the caller named it. */
  readonly activity: string | undefined;
}

interface Rules {
  readonly modelsAllowed: readonly string[];
  readonly defaultMaxTokens: number;
  readonly scans: TextScans;
  readonly keyPolicy: KeyEntityPolicy | undefined;
}

const NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u;

export async function readNativeRequest(body: ProxyRequest, rules: Rules): Promise<NativeRequest> {
  requireAllowedModel(body.model, rules.modelsAllowed);
  const policy = effectivePolicy(rules.keyPolicy, policyOfRequest(body.entity_policy ?? {}));
  const context = readContext(body.context);
  const provingGround = readProvingGround(body, context);
  const { template, variables, hosts } = await checkTemplate(body.prompt_template, rules.scans);
  requireValues(variables, context);
  return {
    content: { kind: "template", template, values: context, used: variables, linkHosts: hosts },
    parameters: {
      model: body.model,
      maxTokens: body.max_tokens ?? rules.defaultMaxTokens,
      temperature: body.temperature,
    },
    relink: body.relink_response ?? true,
    ...(body.language !== undefined && { language: body.language }),
    ...(policy !== undefined && { policy }),
    provingGround,
    activity: provingGround === undefined ? body.activity_id : undefined,
  };
}

/**
 * Reads the context. Reserved names (`__…`) are removed first, so a context with no other names is
 * empty. Errors do not repeat names.
 */
function readContext(context: ProxyRequest["context"]): NamedText[] {
  const named = Object.entries(context).filter(([name]) => !name.startsWith("__"));
  if (named.length === 0)
    throw new ApiError("empty_context", "The context must contain at least one key");
  return named.map(([name, text]) => {
    if (!NAME.test(name))
      throw new ApiError("invalid_field", 'Field "context" has a key that is not an identifier', {
        hint: "Keys start with a letter or _, then letters, digits, _ . - and have at most 64 characters",
      });
    if (typeof text !== "string")
      throw new ApiError("invalid_field", 'Field "context": every value must be a string');
    return { name, text };
  });
}

function requireValues(variables: ReadonlySet<string>, context: readonly NamedText[]): void {
  const given = new Set(context.map(({ name }) => name));
  for (const name of variables)
    if (!given.has(name))
      throw new ApiError(
        "invalid_field",
        `The template uses {${name}}, which is not in the context`,
        {
          hint: "Add it to the context, or write {{ and }} for literal braces",
        },
      );
}
