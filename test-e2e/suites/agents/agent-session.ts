import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Script } from "@veil/upstream-simulator";
import { veil } from "../../support/clients/command-line.ts";
import {
  type AgentFolder,
  type AgentRun,
  createAgentFolder,
} from "../../support/clients/run-agent.ts";
import { type OwnProviders, startOwnProviders } from "../../support/own-providers.ts";
import { PERSON_EN } from "../../support/texts.ts";

type Call = NonNullable<ReturnType<Script>>["calls"][number];

/** The placeholders that the model has seen in the file of the customer. */
interface Seen {
  readonly name: string;
  readonly email: string;
}

/** One step of the session: the tool call that the model makes. */
export type Step = (seen: Seen) => Call;

const { name, email, iban } = PERSON_EN;

/** The file that the session works on. Its values must not reach the provider. */
const CUSTOMER_FILE = `Customer: ${name}\nMail: ${email}\nIBAN: ${iban}\nStatus: open\n`;
export const PLANTED = [name, email, iban];

/** The person in the system prompt. */
export const OPERATOR = "Quirin Vastergaard";

export interface AgentSession {
  readonly folder: AgentFolder;
  /** The number of steps of the session. */
  readonly steps: number;
  /** Returns how often the model answered a request of the session so far. */
  readonly taken: () => number;
  readonly providers: () => OwnProviders;
  /** Returns a file of the project. */
  readonly read: (name: string) => string;
}

/**
 * Creates a project with the customer's file, and providers whose model takes the steps, one in each
 * answer, then writes notes about the customer with `note`, and ends with a sentence about the
 * customer. Adds hooks to the calling suite.
 */
export function openAgentSession(
  stepsIn: (project: string) => readonly Step[],
  note: (command: string) => Call,
): AgentSession {
  const folder = createAgentFolder({ "customer.txt": CUSTOMER_FILE });
  const notes = Array.from(
    { length: NOTES },
    (_, at): Step =>
      (seen) =>
        note(`echo "${noteText(at, seen.name)}" >> notes.txt`),
  );
  const steps = [...stepsIn(folder.project), ...notes];
  let taken = 0;
  // Agents also send requests without tools, for example for a title.
  const script: Script = ({ prompt, tools }) => {
    if (tools.length === 0) return { text: "A title", calls: [] };
    const seen = {
      name: /Customer: (\[[A-Z_]+_\d+\])/.exec(prompt)?.[1] ?? "unknown",
      email: /Mail: (\[[A-Z_]+_\d+\])/.exec(prompt)?.[1] ?? "unknown",
    };
    const step = steps[taken];
    taken += 1;
    if (step === undefined) return { text: `Done for ${seen.name}.`, calls: [] };
    return { text: "", calls: [step(seen)] };
  };
  let providers: OwnProviders;
  beforeAll(async () => {
    providers = await startOwnProviders({ script });
  });
  afterAll(async () => {
    await providers.close();
    folder.remove();
  });
  return {
    ...{ folder, steps: steps.length, taken: () => taken, providers: () => providers },
    read: (file) => readFileSync(path.join(folder.project, file), "utf8"),
  };
}

const NOTES = 16;
const noteText = (at: number, of: string) => `Note ${at + 1} for ${of}`;

/** Expects that the session ended, with the values in the files and none at the provider. */
export function expectSession({ read, taken, steps, providers }: AgentSession, run: AgentRun) {
  expect([run.code, run.said]).toEqual([0, expect.stringContaining(`Done for ${name}.`)]);
  expect(taken()).toBeGreaterThan(steps);
  expect(read("customer.txt")).toContain(`Status: letter to ${name}`);
  expect(read("letter.txt")).toBe(`Dear ${name},\nby mail: ${email}\n`);
  const notes = Array.from({ length: NOTES }, (_, at) => `${noteText(at, name)}\n`);
  expect(read("notes.txt")).toBe(notes.join(""));
  const received = receivedBy(providers());
  for (const value of [...PLANTED, OPERATOR]) expect(received).not.toContain(value);
  expect(received).toContain("Customer: [PERSON_");
}

/** Returns the settings that `veil setup` prints for the client. */
export async function printedSettings(client: string, url: string): Promise<string> {
  const { code, out, err } = await veil(["setup", client, "--url", url], { env: {} });
  if (code !== 0) throw new Error(err);
  return out;
}

/** Returns everything that the providers received, as one text. */
export function receivedBy({ all }: OwnProviders): string {
  return all.flatMap((provider) => provider.record().map(({ body }) => body)).join("\n");
}
