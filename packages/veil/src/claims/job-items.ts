import type { ClaimItem, ItemPeer, WorkerClaimRequest } from "@veil/contracts/claims";
import type { InferenceJob, Message, MessageBlock } from "@veil/contracts/inference";
import {
  claimItem,
  claimItems,
  contextValues,
  type ItemValue,
  MAX_CONTEXT_ITEMS,
  tokenSeed,
} from "./claim-items.ts";

export { MODEL_OUTPUT, modelOutputValue } from "./model-output.ts";
export { createStreamedOutput, type StreamedOutput } from "./streamed-output.ts";

interface TextAt {
  readonly text: string;
  readonly position: number | null;
}

/**
 * Returns the items of everything that crosses into Sandbox B with a job. The gateway computes them
 * from what it sent, and the worker from what it received, so they depend only on the job.
 * @param peer - the other end of the edge
 * @throws TypeError when `positions` does not match the job's texts
 */
export function jobItems(
  job: InferenceJob,
  { seed, context_seed, positions, fields, altered = [] }: WorkerClaimRequest,
  peer: ItemPeer,
): ClaimItem[] {
  const texts = textsOf(job);
  if (texts.length !== positions.length)
    throw new TypeError("Positions do not fit the texts of the job");
  const placed = texts.map((text, index): TextAt => ({ text, position: positions[index] ?? null }));
  const isAltered = new Set(altered);
  const context = placed.flatMap(({ text, position }) =>
    position === null || isAltered.has(position) ? [] : [{ text, position }],
  );
  const own = { seed: Buffer.from(seed, "hex"), peer };
  const ofContext = { seed: Buffer.from(context_seed, "hex"), peer };
  return [
    claimItem(
      { item: "token", class: "token", value: job.token },
      { seed: tokenSeed(job.token), peer },
    ),
    ...claimItems(
      [
        ...templateValues(job, placed),
        ...together(alteredValues(placed, isAltered)),
        ...otherValues(job),
      ],
      own,
    ),
    ...claimItems(contextValues(context, { class: "sanitised_context", fields }), ofContext),
  ];
}

/** Returns the texts of the job, in the order in which a claim request lists their `positions`. */
function textsOf(job: InferenceJob): readonly string[] {
  if (!("messages" in job)) return job.context.map(({ text }) => text);
  const blocks = job.messages.flatMap(({ content }) => content);
  return [
    ...blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])),
    ...(job.options.stop ?? []),
  ];
}

function templateValues(job: InferenceJob, placed: readonly TextAt[]): ItemValue[] {
  const kind = "template";
  if (!("messages" in job)) return [{ item: "template", class: kind, value: job.prompt_template }];
  const { tools, output_schema } = job.options;
  return [
    ...together(
      placed.flatMap(({ text, position }, index): ItemValue[] =>
        position === null ? [{ item: `template.${index}`, class: kind, value: text }] : [],
      ),
    ),
    ...Object.entries({ tools, output_schema }).flatMap(([item, value]): ItemValue[] =>
      value === undefined ? [] : [{ item, class: kind, value: JSON.stringify(value) }],
    ),
  ];
}

/**
 * Returns items for texts that the gateway changed after sanitising: earlier answers, whose
 * placeholders the sanitiser treated as literal text.
 */
function alteredValues(placed: readonly TextAt[], altered: ReadonlySet<number>): ItemValue[] {
  return placed.flatMap(({ text, position }): ItemValue[] =>
    position !== null && altered.has(position)
      ? [{ item: `altered.${position}`, class: "sanitised_context", value: text }]
      : [],
  );
}

function otherValues(job: InferenceJob): ItemValue[] {
  return [
    { item: "parameters", class: "parameters", value: JSON.stringify(parametersOf(job)) },
    {
      item: "provider_credential",
      class: "provider_credential",
      value: JSON.stringify(job.credential),
    },
    ...("messages" in job ? together(toolValues(job.messages)) : []),
  ];
}

/**
 * Combines more than `MAX_CONTEXT_ITEMS` items of one kind into one item. The combined item has the
 * name of the first, and its value is the JSON of all `[item, value]` pairs. This limits the number
 * of items in a claim, because the conversation of an agent can have hundreds of tool calls.
 */
function together(values: readonly ItemValue[]): readonly ItemValue[] {
  const [first] = values;
  if (first === undefined || values.length <= MAX_CONTEXT_ITEMS) return values;
  return [{ ...first, value: JSON.stringify(values.map(({ item, value }) => [item, value])) }];
}

function parametersOf(job: InferenceJob) {
  const { model, max_tokens, temperature, end_user_id, deadline } = job;
  const common = { model, max_tokens, temperature, end_user_id, deadline };
  if (!("messages" in job)) return { ...common, names: job.context.map(({ name }) => name) };
  const { stop: _stop, tools: _tools, output_schema: _schema, ...options } = job.options;
  const shape = job.messages.map(({ role, name, content }) => [
    ...[role, content.map(shapeOf)],
    ...(name === undefined ? [] : [name]),
  ]);
  return { ...common, dialect: job.dialect, options, shape };
}

function shapeOf(block: MessageBlock) {
  const marks = "cache_control" in block ? [block.cache_control] : [];
  switch (block.type) {
    case "text":
      return [block.type, ...marks];
    case "tool_use":
      return [block.type, block.id, block.name, ...marks];
    case "tool_result":
      return [block.type, block.tool_use_id, block.is_error, ...marks];
    case "thinking":
      return [block.type, block.signature];
    case "redacted_thinking":
      return [block.type, block.data];
  }
}

/**
 * Returns items for tool calls, tool results and thoughts. The gateway assembles them from sanitised
 * texts, so the sanitiser's claim has no such items. The opaque data of thoughts, which only the
 * provider can read, belongs to the parameters.
 */
function toolValues(messages: readonly Message[]): ItemValue[] {
  return messages.flatMap(({ content }, message) =>
    content.flatMap((block, index): ItemValue[] => {
      if (block.type === "text") return [];
      const item = `tool.${message}.${index}`;
      return [{ item, class: "sanitised_context", value: toolValue(block) }];
    }),
  );
}

function toolValue(block: Exclude<MessageBlock, { readonly type: "text" }>): string {
  switch (block.type) {
    case "tool_use":
      return block.arguments;
    case "tool_result":
      return JSON.stringify(block.content.map(({ text }) => text));
    case "thinking":
      return block.thinking;
    case "redacted_thinking":
      return "";
  }
}
