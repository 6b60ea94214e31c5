import { useQuery } from "@tanstack/react-query";
import { api, take } from "../../api/client.ts";
import { useMay } from "../../api/session.ts";
import { listsTexts } from "../../components/lists/lists-texts.ts";
import { type ListActions, ManagedLists } from "../../components/lists/managed-lists.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { useTexts } from "../../language.tsx";

const PATH = "/api/v1/account/entity-lists";
const LISTS = ["lists"] as const;

const OWN: ListActions = {
  shown: LISTS,
  create: (body) => take(api.POST(PATH, { body })),
  replace: (list_id, body) =>
    take(api.PUT(`${PATH}/{list_id}`, { params: { path: { list_id } }, body })),
  remove: (list_id) => take(api.DELETE(`${PATH}/{list_id}`, { params: { path: { list_id } } })),
};

export function ListsPage() {
  const t = useTexts(listsTexts);
  const query = useQuery({ queryKey: LISTS, queryFn: () => take(api.GET(PATH)) });
  const mayChange = useMay("account");
  return (
    <Page title={t.title} lead={t.lead}>
      <Section title={t.list}>
        <Permitted to="account">{null}</Permitted>
        <Loaded query={query}>
          {({ lists }) => <ManagedLists lists={lists} {...(mayChange && { actions: OWN })} />}
        </Loaded>
      </Section>
    </Page>
  );
}
