import { describeRecognizer } from "../recognizer.contract.ts";
import { passwordInContext } from "./password-in-context.ts";

describeRecognizer(passwordInContext, {
  hits: [
    "locked out again, tried ⟦Haggis4Tea⟧ and ⟦Haggis5Tea⟧",
    "wlan gast? bei mir steht ⟦Sommerfest-24!⟧",
    "geheim ist ⟦bohrer+Nut12⟧",
    "Zugang für die Buchhaltung mit ⟦Capuns.2024⟧",
    "echo ⟦Welcome_4_Lev⟧ | chpasswd",
  ],
  misses: [
    "password: hashing_algorithm rabbit_password_hashing_sha256",
    "login: see https://example.com/a+B12?q=1",
    "password in Windows11 or Office365",
    "login with anna@example.com, room A-12",
    "password_hash_2 and login_id_4",
    "the login page of version v2.3.1+build7",
    "Bei mir steht Sommerfest-24!",
  ],
});
