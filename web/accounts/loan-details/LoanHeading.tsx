import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { useMobileApp } from '#web/data/device.ts';
import { useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { BackLink } from '../BackLink.tsx';
import { PayoffQuote } from '../payoff/PayoffQuote.tsx';
import { HideAccountDialog } from './HideAccountDialog.tsx';
import { InsuranceDialog } from './InsuranceDialog.tsx';
import styles from './loan-details.module.css';

interface LoanHeadingProps {
  readonly details: LoanDetails;
}

/** The loan's name, the link back, and all actions. */
export function LoanHeading({ details }: LoanHeadingProps) {
  const { accountNumber, description, today } = details;
  const closed = details.standing === 'closed';
  const shownNumber = useAccountNumber();
  const hidesNumber = useOption('loanDetailsOptions.hideAccountNumber');
  return (
    <div className={styles.head}>
      <div>
        <BackLink />
        <PageHeading of="loanDetails.heading" with={[description]}>
          {!hidesNumber && (
            <span className={styles.number}>
              {' '}
              <NoBreak>{shownNumber(accountNumber)}</NoBreak>
            </span>
          )}
        </PageHeading>
      </div>
      <div className={styles.actions}>
        {!closed && <PayoffQuote accountNumber={accountNumber} description={description} today={today} />}
        <Insurance accountNumber={accountNumber} />
        <RequestChange />
        <DocumentCenter />
        <HideAccount accountNumber={accountNumber} />
        <Print />
      </div>
    </div>
  );
}

function RequestChange() {
  const offered = useOption('globalOptions.forceManualContactInfoChangesOption');
  if (!offered) return null;
  return (
    <ScreenLink to={paths.requestChange} look="quiet">
      <ControlName of="loanDetails.requestChange" />
    </ScreenLink>
  );
}

function DocumentCenter() {
  const offered = useOption('globalOptions.useDocumentCenterOption');
  const hidden = useOption('loanDetailsOptions.hideDocumentCenterLink');
  if (!offered || hidden) return null;
  return (
    <ScreenLink to={paths.documentCenter} look="quiet">
      <ControlName of="loanDetails.documentCenter" />
    </ScreenLink>
  );
}

function Insurance({ accountNumber }: { readonly accountNumber: string }) {
  const offered = useOption('globalOptions.useInsuranceOption');
  const [open, setOpen] = useState(false);
  if (!offered) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <ControlName of="loanDetails.insurance" />
      </Button>
      {open && <InsuranceDialog accountNumber={accountNumber} onClose={() => setOpen(false)} />}
    </>
  );
}

function HideAccount({ accountNumber }: { readonly accountNumber: string }) {
  const hidden = useOption('loanDetailsOptions.hideHideAccount');
  const [open, setOpen] = useState(false);
  if (hidden) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <ControlName of="loanDetails.hide" />
      </Button>
      {open && <HideAccountDialog accountNumber={accountNumber} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The mobile app can't print. */
function Print() {
  const inApp = useMobileApp();
  if (inApp) return null;
  return (
    <Button look="quiet" onClick={() => print()}>
      <Printer size={18} aria-hidden="true" />
      <ControlName of="loanDetails.print" />
    </Button>
  );
}
