import { describeRecognizer } from "../recognizer.contract.ts";
import { username } from "./username.ts";

describeRecognizer(username, {
  hits: [
    "cc ⟦@marcelino-dev⟧",
    "or dm ⟦@nora.k⟧ please",
    "RT ⟦@SportsCenter⟧: 76ers win",
    "⟦@Comp_Finance⟧ ⟦@DrBruceBaird⟧ hello",
    "contact me ⟦@Xtension11⟧ now.",
    "(⟦@anna_w⟧)",
    "mxid = “⟦@anna:example.org⟧”",
    "at C:\\Users\\⟦lidor⟧\\Desktop\\a.js",
    "/home/⟦anna⟧/notes.txt and /Users/⟦bob.miller⟧/x",
  ],
  misses: [
    "by @app.route(x)",
    "@Override\npublic void x()",
    "  @customThing\n  class A {}",
    " * @param anna the name",
    "@media (max-width: 1px)",
    'import x from "@scope/package"',
    "@app.route('/')",
    "x = @name",
    "@name = params[:name]",
    "write to anna@example.com",
    "a @ b",
    "/home/runner/work and /Users/me/x",
    "meet @5pm",
    "[USERNAME_1]",
  ],
});
