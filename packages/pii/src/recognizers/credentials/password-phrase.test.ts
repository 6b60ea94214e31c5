import { describeRecognizer } from "../recognizer.contract.ts";
import { passwordPhrase } from "./password-phrase.ts";

describeRecognizer(passwordPhrase, {
  hits: [
    "the wifi password is on the fridge; it's still ⟦marzipan⟧.",
    "das Passwort kennt auch Rolf, es lautet ⟦Steinbock⟧.",
    "changed the password from ⟦osterhase⟧ to ⟦nikolausstiefel⟧.",
    "Passwort hab ich geändert, von ⟦osterhase⟧ auf ⟦nikolausstiefel⟧. Der Rest bleibt",
    "the app password changed from ⟦ilovetea⟧ to a new one",
    "The thermostat is still on her account with the password ⟦rainyday⟧.",
    "log in using the same password ⟦moose&maple⟧, then reset it",
    "am Tor mit dem Kennwort ⟦zielwasser⟧ und klingeln",
    "user kasse2nord, pw ⟦einkaufswagen⟧\n",
    "the CCTV user is bwingcam, pass ⟦ganpati⟧",
    "meld dich als polier_hp an, passwort ⟦wasserwaage⟧",
    "login: cleo, password ⟦seahorse⟧",
  ],
  misses: [
    "Reset the password from Settings. He changed his password from home, then left",
    "Login with password authentication.",
    "Anmeldung mit Passwort Schutz.",
    "Log in with your password, please",
    "using password managers, with password rotation",
    "user asked, pw reset",
    "the user and the password match.",
    "as admin, password required",
    "the password policy changed from plaintext to hashed.",
    "the password column changed from varchar to text",
    "password length changed from 8 to 12",
    "I forgot my password, it is still Monday.",
    "Passwort vergessen, das heißt warten.",
    "about the password: it is now required.",
    "the same password as before, it's still valid",
    "it's still marzipan",
    "with the word rainyday.",
  ],
});
