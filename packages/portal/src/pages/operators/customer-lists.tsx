import { useQuery } from "@tanstack/react-query";
import { take } from "../../api/client.ts";
import { OPERATOR, operatorApi } from "../../api/operator.ts";
import { listsTexts } from "../../components/lists/lists-texts.ts";
import { type ListActions, ManagedLists } from "../../components/lists/managed-lists.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/page.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";

const PATH = "/api/v1/admin/customers/{customer_id}/entity-lists";

/** The entity lists of a customer. */
export function CustomerLists({ customerId }: { readonly customerId: string }) {
  const t = useTexts(listsTexts);
  const actions = actionsOn(customerId);
  const query = useQuery({
    queryKey: actions.shown,
    queryFn: () => take(operatorApi.GET(PATH, { params: { path: { customer_id: customerId } } })),
  });
  return (
    <Section title={t.title}>
      <p className={ui.quiet}>{t.lead}</p>
      <Loaded query={query}>
        {({ lists }) => <ManagedLists lists={lists} actions={actions} />}
      </Loaded>
    </Section>
  );
}

function actionsOn(customer_id: string): ListActions {
  const one = (list_id: string) => ({ params: { path: { customer_id, list_id } } });
  return {
    shown: [OPERATOR, "lists", customer_id],
    create: (body) => take(operatorApi.POST(PATH, { params: { path: { customer_id } }, body })),
    replace: (list_id, body) =>
      take(operatorApi.PUT(`${PATH}/{list_id}`, { ...one(list_id), body })),
    remove: (list_id) => take(operatorApi.DELETE(`${PATH}/{list_id}`, one(list_id))),
  };
}
