/** An invented person, none of whose values may reach the provider. */
export const PERSON_EN = {
  name: "Margaret Holloway",
  email: "margaret.holloway@post.example",
  phone: "+44 20 7946 0958",
  iban: "GB82 WEST 1234 5698 7654 32",
};

export const PERSON_DE = {
  name: "Johanna Weber",
  email: "johanna.weber@brief.example",
  phone: "+49 30 23125 444",
  iban: "DE89 3704 0044 0532 0130 00",
};

type Person = typeof PERSON_EN;

export function letterEn({ name, email, phone, iban }: Person = PERSON_EN): string {
  return `Dear team, my name is Dr. ${name}. Please write to ${email} or call ${phone}. Refund the fee to ${iban}.`;
}

export function letterDe({ name, email, phone, iban }: Person = PERSON_DE): string {
  return `Sehr geehrte Damen und Herren, bitte rufen Sie Frau ${name} unter ${phone} an oder schreiben Sie an ${email}. Die Erstattung geht auf das Konto ${iban}.`;
}

/** Returns a native request. The simulator's response to this letter uses all four placeholders. */
export function letterRequest(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    prompt_template: "Answer this letter: {letter}",
    context: { letter: letterEn() },
    ...overrides,
  };
}

export function valuesOf(person: Person): readonly string[] {
  return Object.values(person);
}
