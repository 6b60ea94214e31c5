import { texts } from "../../language.tsx";

export const postureTexts = texts(
  {
    title: "Posture",
    lead: "Each promise of this gateway, and whether a measurement shows that it holds now.",
    summary: (met: number, notMet: number, unknown: number) =>
      `${met} met, ${notMet} not met, ${unknown} unknown`,
    measured: (at: string, release: string) => `Read on ${at}, release ${release}`,
    states: { met: "met", not_met: "not met", unknown: "unknown" },
    promise: "Promise",
    reason: "Reason",
    measuredAt: "Measured",
    never: "not measured",
    by: "Measured by",
    articles: "GDPR",
    figures: "Figures",
    evidence: "Evidence",
    again: "Read again",
    english: "",
  },
  {
    title: "Zustand",
    lead: "Jede Zusage dieses Gateways, und ob eine Messung zeigt, dass sie gerade gilt.",
    summary: (met: number, notMet: number, unknown: number) =>
      `${met} erfüllt, ${notMet} nicht erfüllt, ${unknown} unbekannt`,
    measured: (at: string, release: string) => `Gelesen am ${at}, Version ${release}`,
    states: { met: "erfüllt", not_met: "nicht erfüllt", unknown: "unbekannt" },
    promise: "Zusage",
    reason: "Grund",
    measuredAt: "Gemessen",
    never: "nicht gemessen",
    by: "Gemessen von",
    articles: "DSGVO",
    figures: "Zahlen",
    evidence: "Belege",
    again: "Neu lesen",
    english: "Die Zusagen stehen im Wortlaut des Berichts, auf Englisch.",
  },
);
