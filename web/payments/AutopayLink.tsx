import type { ButtonLook } from '#web/ui/Button.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { paymentPath } from '#web/paths.ts';

interface AutopayLinkProps {
  readonly accountNumber: string;
  readonly look?: ButtonLook;
  readonly className?: string | undefined;
}

/** Opens the payment with a recurring one on the due date proposed. */
export function AutopayLink({ accountNumber, look, className }: AutopayLinkProps) {
  return (
    <ScreenLink
      to={paymentPath(accountNumber)}
      state={{ proposedPayment: { frequency: 'OnDueDate' } }}
      className={className}
      {...(look === undefined ? {} : { look })}
    >
      <ControlName of="planned.setUpAutopay" />
    </ScreenLink>
  );
}
