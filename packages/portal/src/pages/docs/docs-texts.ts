import { texts } from "../../language.tsx";

export const docsTexts = texts(
  {
    title: "Documentation",
    lead: "Where to begin, what errors mean, and what the words mean.",
    starts: "Where to begin",
    roles: {
      developer: {
        title: "You develop an application",
        steps: [
          "Create a free account, and store the API key where your application reads its secrets.",
          "Try a text in the playground: it shows what would be replaced before anything is sent.",
          "Open Setup for your SDK or tool. Only the base URL and the key change in your code.",
          "Look at Why when a placeholder surprises you, and at Policy for what your key may keep.",
        ],
      },
      platform: {
        title: "You run the platform",
        steps: [
          "Look at Status: readiness, isolation of both sandboxes, and the key manifest.",
          "Sign in as an operator for customers, keys, what waits and dead letters.",
          "Add the evidence of your deployment, such as the analysis of network policies, to packs (EVIDENCE_DIR).",
          "Connect your identity provider, so that access follows your groups (OIDC_FILE).",
        ],
      },
      auditor: {
        title: "You audit",
        steps: [
          "Have the pinned keys and the witness's key from their owners, not from this site.",
          "Verify a certificate or an evidence pack in the browser or with the command veil, offline.",
          "Read in the posture what is met, not met and unknown, and by what it was measured.",
          "Compare the audit log with a checkpoint that you kept.",
        ],
      },
      officer: {
        title: "You protect personal data",
        steps: [
          "Read on Posture what leaves, to whom, and in which country.",
          "Fill in the open fields of the processing record and of the impact assessment under Documents.",
          "Answer requests of data subjects under Data subjects, within a month.",
          "After a breach, Exposure lists what a window of hours could concern.",
        ],
      },
    },
    more: "More",
    reference: "Every endpoint, with examples (API reference)",
    errors: "Error codes",
    errorsLead:
      "The body of each error has a code, a sentence and often a hint. Codes do not change; sentences may.",
    filter: "Find",
    code: "Code",
    status: "Status",
    from: "From",
    anywhere: "any address",
    endpoints: (count: number) => `${count} endpoints`,
    glossary: "Words",
    glossaryLead: "Each thing has one name.",
    term: "Term",
    meaning: "Meaning",
    none: "Nothing has this text.",
  },
  {
    title: "Dokumentation",
    lead: "Womit Sie beginnen, was Fehler bedeuten und was die Wörter bedeuten.",
    starts: "Womit Sie beginnen",
    roles: {
      developer: {
        title: "Sie entwickeln eine Anwendung",
        steps: [
          "Legen Sie ein kostenloses Konto an und den API-Schlüssel dort ab, wo Ihre Anwendung ihre Geheimnisse liest.",
          "Probieren Sie einen Text in der Spielwiese: Sie zeigt, was ersetzt würde, bevor etwas gesendet wird.",
          "Öffnen Sie Einrichtung für Ihr SDK oder Werkzeug. In Ihrem Code ändern sich nur die Basisadresse und der Schlüssel.",
          "Sehen Sie unter Warum nach, wenn ein Platzhalter Sie überrascht, und unter Richtlinie, was Ihr Schlüssel behalten darf.",
        ],
      },
      platform: {
        title: "Sie betreiben die Plattform",
        steps: [
          "Sehen Sie den Status an: Bereitschaft, Isolation beider Sandboxen und das Schlüsselmanifest.",
          "Melden Sie sich als Betreiber an, für Kunden, Schlüssel, Wartendes und Unzustellbares.",
          "Legen Sie Nachweise Ihrer Installation, etwa die Analyse der Netzwerkrichtlinien, den Paketen bei (EVIDENCE_DIR).",
          "Binden Sie Ihren Identitätsanbieter an, damit der Zugang Ihren Gruppen folgt (OIDC_FILE).",
        ],
      },
      auditor: {
        title: "Sie prüfen",
        steps: [
          "Holen Sie die gepinnten Schlüssel und den des Zeugen von ihren Besitzern, nicht von dieser Seite.",
          "Prüfen Sie ein Zertifikat oder Nachweispaket im Browser oder mit dem Befehl veil, ohne Netz.",
          "Lesen Sie im Zustand, was erfüllt, nicht erfüllt und unbekannt ist, und wodurch es gemessen wurde.",
          "Vergleichen Sie das Auditprotokoll mit einem Prüfpunkt, den Sie aufbewahrt haben.",
        ],
      },
      officer: {
        title: "Sie schützen personenbezogene Daten",
        steps: [
          "Lesen Sie unter Zustand, was hinausgeht, an wen und in welches Land.",
          "Füllen Sie unter Dokumente die offenen Felder des Verarbeitungsverzeichnisses und der Folgenabschätzung aus.",
          "Beantworten Sie unter Betroffene Anfragen binnen eines Monats.",
          "Nach einer Verletzung nennt die Exposition, was ein Zeitraum von Stunden betreffen kann.",
        ],
      },
    },
    more: "Mehr",
    reference: "Jeder Endpunkt mit Beispielen (API-Referenz, englisch)",
    errors: "Fehlercodes",
    errorsLead:
      "Der Rumpf jedes Fehlers hat einen Code, einen Satz und oft einen Hinweis. Codes ändern sich nicht, Sätze vielleicht.",
    filter: "Suchen",
    code: "Code",
    status: "Status",
    from: "Von",
    anywhere: "jede Adresse",
    endpoints: (count: number) => `${count} Endpunkte`,
    glossary: "Wörter",
    glossaryLead: "Jedes Ding hat einen Namen. Die Erklärungen sind auf Englisch.",
    term: "Wort",
    meaning: "Bedeutung",
    none: "Nichts enthält diesen Text.",
  },
);
