import { type RefObject, useEffect, useState } from 'react';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Money } from '#web/kit/Money.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { usePhone } from '#web/kit/use-phone.ts';
import { paymentPath } from '#web/paths.ts';
import styles from './PayBar.module.css';

interface PayBarProps {
  readonly details: LoanDetails;
  /** Shows once this is out of view. */
  readonly after: RefObject<HTMLElement | null>;
}

/** On a phone the way to pay stays within reach of the thumb. */
export function PayBar({ details, after }: PayBarProps) {
  const hidesAmount = useOption('loanDetailsOptions.hideTotalAmountDue');
  const isPhone = usePhone();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const button = after.current;
    if (!isPhone || !button) return undefined;
    const watch = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === false));
    watch.observe(button);
    return () => watch.disconnect();
  }, [after, isPhone]);
  if (!isPhone || !shown) return null;
  return (
    <div className={styles.bar}>
      {!hidesAmount && details.totalDueCents > 0 && (
        <span className={styles.amount}>
          <Money cents={details.totalDueCents} />
        </span>
      )}
      <ScreenLink to={paymentPath(details.accountNumber)} look="primary">
        <ControlName of="loanDetails.makePayment" />
      </ScreenLink>
    </div>
  );
}
