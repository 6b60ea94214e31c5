export interface DemoRequest {
  readonly title: string;
  readonly template: string;
  readonly field: string;
  readonly text: string;
  /** Values that the provider must not receive. */
  readonly planted: readonly string[];
}

/**
 * Letters with invented values. Their numbers are from ranges reserved for fiction (Ofcom,
 * Bundesnetzagentur) or from examples in standards.
 */
export const EXAMPLES: readonly DemoRequest[] = [
  {
    title: "English",
    template: "Write a short, friendly reply to this letter from a customer: {letter}",
    field: "letter",
    text: [
      "Dear team, my name is Amelia Thornton and I have moved.",
      "Please send my statements to amelia.thornton@example.com, call me on +44 20 7946 0958",
      "and refund the fee to GB29 NWBK 6016 1331 9268 19. Kind regards, Amelia Thornton",
    ].join(" "),
    planted: [
      "Amelia Thornton",
      "amelia.thornton@example.com",
      "+44 20 7946 0958",
      "GB29 NWBK 6016 1331 9268 19",
    ],
  },
  {
    title: "German",
    template: "Antworte kurz und freundlich auf diesen Brief eines Kunden: {brief}",
    field: "brief",
    text: [
      "Sehr geehrte Damen und Herren, mein Name ist Jürgen Großmann.",
      "Bitte buchen Sie künftig von DE89 3704 0044 0532 0130 00 ab und antworten Sie an",
      "juergen.grossmann@example.de oder unter 030 23125 042. Mit freundlichen Grüßen, Jürgen Großmann",
    ].join(" "),
    planted: [
      "Jürgen Großmann",
      "juergen.grossmann@example.de",
      "DE89 3704 0044 0532 0130 00",
      "030 23125 042",
    ],
  },
];
