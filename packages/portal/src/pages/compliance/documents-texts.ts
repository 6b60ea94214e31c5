import { texts } from "../../language.tsx";

export const documentsTexts = texts(
  {
    title: "Documents",
    lead: "What a data protection officer files: the record of processing, the impact assessment, and signed evidence.",
    record: "Record of processing activities (Art. 30)",
    recordHelp: "Filled in from your calls. What only you know is open below.",
    page: "Open as a page",
    noActivity:
      "No call named an activity yet. Send activity_id with a call, or the header X-Veil-Activity.",
    activity: (id: string) => `Activity ${id}`,
    noName: "without a name",
    calls: (count: string) => `${count} calls`,
    open: (count: number) => (count === 1 ? "1 open field" : `${count} open fields`),
    dpia: "Impact assessment (Art. 35)",
    dpiaHelp:
      "Facts come from configuration and measurements. Open fields are yours; each says who must fill it in.",
    field: "Field",
    text: "Text",
    pack: "Evidence pack",
    packHelp:
      "A signed archive: posture, records, log proofs and a sample of certificates. It is verified offline.",
    packDays: "Days back",
    packGet: "Make and download the pack",
    verify: "Verify a pack in the browser",
    english: "",
  },
  {
    title: "Dokumente",
    lead: "Was Datenschutzbeauftragte ablegen: das Verzeichnis der Verarbeitungstätigkeiten, die Folgenabschätzung und signierte Nachweise.",
    record: "Verzeichnis der Verarbeitungstätigkeiten (Art. 30)",
    recordHelp: "Ausgefüllt aus Ihren Aufrufen. Was nur Sie wissen, ist unten offen.",
    page: "Als Seite öffnen",
    noActivity:
      "Noch kein Aufruf nannte eine Tätigkeit. Senden Sie activity_id mit einem Aufruf, oder den Header X-Veil-Activity.",
    activity: (id: string) => `Tätigkeit ${id}`,
    noName: "ohne Namen",
    calls: (count: string) => `${count} Aufrufe`,
    open: (count: number) => (count === 1 ? "1 offenes Feld" : `${count} offene Felder`),
    dpia: "Datenschutz-Folgenabschätzung (Art. 35)",
    dpiaHelp:
      "Fakten kommen aus Konfiguration und Messungen. Offene Felder gehören Ihnen; jedes nennt, wer es ausfüllt.",
    field: "Feld",
    text: "Text",
    pack: "Nachweispaket",
    packHelp:
      "Ein signiertes Archiv: Zustand, Verzeichnisse, Beweise des Protokolls und eine Stichprobe der Zertifikate. Es wird offline geprüft.",
    packDays: "Tage zurück",
    packGet: "Paket erzeugen und herunterladen",
    verify: "Paket im Browser prüfen",
    english: "Namen und Hinweise der Felder stehen auf Englisch.",
  },
);
