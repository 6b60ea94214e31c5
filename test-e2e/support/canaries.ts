import { randomInt } from "node:crypto";

/** Planted values that exist nowhere else on this machine. */
export interface Canaries {
  /** Personal values, which only the customer may receive. */
  readonly personal: readonly string[];
  /** Ordinary words of the texts, which only the provider may receive. */
  readonly ordinary: readonly string[];
  readonly english: string;
  readonly german: string;
  /** Values in annotations of the proving ground, which only the customer may receive. */
  readonly truth: readonly string[];
  /**
   * Values in lists and policies, which only the sanitiser may receive. `denied` are those that are
   * in a text.
   */
  readonly listed: readonly string[];
  readonly denied: readonly string[];
  readonly template: string;
  readonly answer: string;
}

export function plantCanaries(): Canaries {
  const tag = String(randomInt(1e7, 1e8 - 1));
  const surnames = [`Vastergaard`, `Brackenhöfer`] as const;
  const emails = [
    `quirin.vastergaard.${tag}@canary-post.example`,
    `o.b.${tag}@kanari.example`,
  ] as const;
  const ibans = [germanIban(`37040044${tag}11`), germanIban(`50010517${tag}22`)] as const;
  const phones = [`+49 30 ${tag.slice(0, 4)} ${tag.slice(4)}`, "+44 20 7946 0857"] as const;
  const texts = [`violet zeppelin ${tag}`, `violetter und müßiger Küchenstuhl ${tag}`] as const;
  const denied = [`Malachite ${tag} Umbrella`, `Regenschirm Ährenfeld ${tag}`] as const;
  const unseen = [`Porphyr-${tag}`, `Feldspat Müßig ${tag}`, `Basaltine ${tag}`];
  const template = `Heliotrope instructions ${tag}. {english} {german}`;
  const answer = `Chartreuse answer ${tag} for [PERSON_1], [EMAIL_1] and [IBAN_2].`;
  return {
    personal: [...surnames, ...emails, ...ibans, ...phones],
    listed: [...denied, ...unseen],
    denied,
    ordinary: [...texts, `Heliotrope instructions ${tag}`, `Chartreuse answer ${tag}`],
    english: `I am Dr. Quirin ${surnames[0]}, write to ${emails[0]} or call ${phones[0]}; my IBAN is ${spaced(ibans[0])}. I saw a ${texts[0]} near the ${denied[0]}.`,
    german: `Sehr geehrte Frau Ottilie ${surnames[1]}, Ihre Adresse ${emails[1]} und Nummer ${phones[1]} sind notiert, Ihr Konto ist ${ibans[1]}. Ein ${texts[1]} war da, und ein ${denied[1]}.`,
    truth: [`Umbra-${tag}-Person`, `Umbra-${tag}-Ort`],
    template,
    answer,
  };
}

/** Returns the body of a native call with all canaries. */
export function requestOf({ template, english, german, listed }: Canaries, more: object = {}) {
  const [, , , , value = ""] = listed;
  const entity_policy = { deny: [{ value, type: "ORGANIZATION" }] };
  return { prompt_template: template, context: { english, german }, entity_policy, ...more };
}

/** Computes the check digits by ISO 7064, MOD 97-10. */
function germanIban(account: string): string {
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${account}`;
}

function spaced(iban: string): string {
  return iban.replace(/.{4}(?=.)/g, "$& ");
}
