import type { Script } from "@veil/upstream-simulator";
import type { OwnProviders } from "../../support/own-providers.ts";
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
export const CUSTOMER_FILE = `Customer: ${name}\nMail: ${email}\nIBAN: ${iban}\nStatus: open\n`;
export const PLANTED = [name, email, iban];

/** The person in the system prompt. */
export const OPERATOR = "Quirin Vastergaard";

/**
 * Returns a script that makes the model take the steps, one in each answer, and then end with a
 * sentence about the customer. It answers only requests with the tools of the session, because
 * agents also send requests without tools, for example for a title.
 */
export function sessionScript(steps: readonly Step[]): { script: Script; taken: () => number } {
  let taken = 0;
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
  return { script, taken: () => taken };
}

/** Returns everything that the providers received, as one text. */
export function receivedBy({ all }: OwnProviders): string {
  return all.flatMap((provider) => provider.record().map(({ body }) => body)).join("\n");
}
