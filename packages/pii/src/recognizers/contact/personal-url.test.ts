import { describeRecognizer } from "../recognizer.contract.ts";
import { personalUrl } from "./personal-url.ts";

describeRecognizer(personalUrl, {
  hits: [
    "see ⟦https://www.linkedin.com/in/anna-weber-123⟧.",
    "⟦linkedin.com/in/anna-weber⟧, ⟦www.xing.com/profile/Anna_Weber⟧",
    "⟦https://github.com/annaw⟧ and ⟦https://t.me/annaweber⟧",
    "⟦https://uni.example.edu/~aweber/pub.html⟧",
    "⟦https://forum.example.net/users/annaw⟧",
    "(⟦https://www.youtube.com/@annaweber⟧)",
    "Just posted a photo ⟦https://www.FilmFranchise.dk/⟧",
    "⟦http://VoipPolicy.ch/⟧ or ⟦www.anna-weber.de⟧.",
    "Website:\n⟦annaweber.photo⟧\n",
    "Homepage: ⟦anna-weber.de/kontakt⟧, Tel.",
  ],
  misses: [
    "https://github.com/annaw/repo/blob/main/a.ts",
    "https://example.com/path?q=anna",
    "https://www.microsoft.com/",
    "https://api.veil.cloud/",
    "http://localhost:3000/",
    "http://www.w3.org/2000/svg",
    "https://facebook.com/login",
    "https://api.shop.io/users/me",
    "https://api.shop.io/users/123",
    "www.microsoft",
    "model.py, fs.readFile and Guaranty.do",
    "web: true",
    "[URL_1]",
  ],
});
