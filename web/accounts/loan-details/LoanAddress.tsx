import { useId, useState } from 'react';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './loan-details.module.css';

const MailingAddressForm = lazily(async () => (await import('./MailingAddressForm.tsx')).MailingAddressForm);

interface LoanAddressProps {
  readonly details: LoanDetails;
  readonly closed: boolean;
}

/** The loan's mailing address with its form (M 4, M 5); read-only for a closed loan. */
export function LoanAddress({ details, closed }: LoanAddressProps) {
  const hidden = useOption('loanDetailsOptions.hideAddress');
  const formId = useId();
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  if (hidden) return null;
  const { address1, city, state: stateCode, zipCode } = details.address;
  return (
    <Section heading="mailingAddress.heading" info="mailingAddress.info" fold={address1}>
      <div className={styles.body}>
        <div className={styles.address}>
          <p>
            {address1}
            <br />
            {city}, {stateCode} {zipCode}
          </p>
          {!closed && (
            <Button
              look="text"
              aria-expanded={state === 'open'}
              aria-controls={formId}
              onClick={() => setState(state === 'open' ? 'closed' : 'open')}
            >
              <ControlName of={state === 'open' ? 'mailingAddress.close' : 'mailingAddress.edit'} />
            </Button>
          )}
        </div>
        {/* A closed form keeps its entries. */}
        <div id={formId} hidden={state !== 'open'} className={styles.addressForm}>
          {state !== 'unopened' && <MailingAddressForm details={details} />}
        </div>
      </div>
    </Section>
  );
}
