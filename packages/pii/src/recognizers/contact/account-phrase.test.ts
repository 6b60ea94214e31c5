import { describeRecognizer } from "../recognizer.contract.ts";
import { accountPhrase } from "./account-phrase.ts";

describeRecognizer(accountPhrase, {
  hits: [
    "He posts on Reddit as ⟦jolyrancher⟧.",
    "she is known online as ⟦bowlsdeep⟧, which we saw",
    "I log in as ⟦fernandlantern⟧, then it stops",
    "a friend signed up to Figma as ⟦crumpet_lord⟧ with a card",
    "Meld dich als ⟦polier_hp⟧ an",
    "In Ihrem Portal bin ich als ⟦dispo_euskirchen⟧ angemeldet",
    "war da als ⟦kabelsalat⟧ eingeloggt",
    "On Mastodon she is ⟦thandi_writes⟧. The cottage",
    "discord I'm ⟦marrow.17⟧ there",
    "Im Slack heisst der Chef ⟦gletscherfloh⟧, nicht erschrecken",
    "auf Twitch heißt er ⟦kabelsalat⟧.",
    "on Twitter as ⟦mossyoak⟧",
  ],
  misses: [
    `log in as ${"a".repeat(60)}@x, posts on Reddit as ${"b".repeat(60)}@x`,
    "He posts on Reddit as usual.",
    "log in as administrator first.",
    "log in as root, then switch",
    "sign up as a volunteer",
    "sign up as volunteer, please",
    "a literary device known as sarcasm.",
    "go on as planned.",
    "On Twitter she is famous.",
    "Discord is called again",
    "du bist als gast angemeldet",
    "er hat sich als erster angemeldet",
    "Melden Sie sich als neuer Nutzer an",
    "the post about Reddit is as long as this",
    "signed in as ed",
  ],
});
