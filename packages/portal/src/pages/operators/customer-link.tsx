import { Link } from "@tanstack/react-router";

export function CustomerLink({ customerId }: { readonly customerId: string }) {
  return (
    <Link to="/operators/customers/$customerId" params={{ customerId }}>
      <code>{customerId}</code>
    </Link>
  );
}
