/** Returns a reference to the owner, with which Kubernetes deletes the object. */
export function ownedBy({ apiVersion, kind, metadata: { name, uid } }) {
  return [{ apiVersion, kind, name, uid, controller: true }];
}

/** Sets the condition `Ready`, with other fields of the status, if that changes something. */
export async function setReady(api, path, { status }, isReady, fields = {}) {
  const value = isReady ? "True" : "False";
  const before = status?.conditions?.find(({ type }) => type === "Ready")?.status;
  const same = Object.entries(fields).every(([name, field]) => status?.[name] === field);
  if (before === value && same) return;
  const condition = {
    type: "Ready",
    status: value,
    reason: "StandIn",
    message: "",
    lastTransitionTime: new Date().toISOString(),
  };
  await api.patch(`${path}/status`, { status: { ...fields, conditions: [condition] } });
}
