import { Text } from './Text.tsx';

/** Names a failure to the customer, who can quote it; the operator finds it in the log. */
export function TroubleReference({ reference }: { readonly reference: string | undefined }) {
  if (reference === undefined) return null;
  return (
    <p>
      <Text of="shell.reference" with={{ reference }} />
    </p>
  );
}
