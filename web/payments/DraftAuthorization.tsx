import { draftAuthorizationTexts } from '#common/payments/rules/draft-authorization.ts';
import type { PaymentTiming } from '#common/payments/rules/payment-types.ts';
import { useText } from '#web/institution/settings.ts';
import { CustomerService } from '#web/kit/CustomerService.tsx';
import { Text } from '#web/kit/Text.tsx';

/** What submitting a bank draft authorizes, beside what says amount, account and day. The server keeps these words. */
export function DraftAuthorization({ timing }: { readonly timing: PaymentTiming }) {
  const payee = useText('shell.institutionName');
  return (
    <p>
      <Text of={draftAuthorizationTexts[timing]} with={{ payee, servicePhone: <CustomerService /> }} />
    </p>
  );
}
