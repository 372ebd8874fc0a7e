import { useState } from 'react';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { tabStorage } from '#web/data/browser-storage.ts';
import { useSession } from '#web/data/session.ts';
import { useOption, useOptions } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { usePlannedPayments } from '#web/payments/all-planned-payments.ts';
import { AutopayLink } from '#web/payments/AutopayLink.tsx';
import { loanDetailsPath, paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './Welcome.module.css';
import { listWelcomeSteps, type WelcomeStep } from './welcome-steps.ts';

/** Until the next sign-in, which is no longer the first. */
const SKIPPED_KEY = 'passbook.welcome-skipped';

interface WelcomeProps {
  readonly accounts: readonly AccountSummary[];
  readonly payable: boolean;
}

/** At the first sign-in: what is worth setting up. */
export function Welcome({ accounts, payable }: WelcomeProps) {
  const session = useSession();
  const hidden = useOption('dashboardOptions.hideWelcome');
  const option = useOptions();
  const planned = usePlannedPayments();
  const token = session?.userToken ?? '';
  const [skipped, setSkipped] = useState(() => tabStorage.get(SKIPPED_KEY) === token);
  if (!session || session.lastLoggedIn !== null || hidden || skipped || !planned) return null;
  const steps = listWelcomeSteps({ option, accounts, plannedOf: planned.of, payable });
  if (steps.length === 0) return null;

  function skip() {
    tabStorage.set(SKIPPED_KEY, token);
    setSkipped(true);
  }
  return (
    <Section
      heading="welcome.heading"
      info="welcome.info"
      screenOnly
      aside={
        <Button look="text" onClick={skip}>
          <ControlName of="welcome.skip" />
        </Button>
      }
    >
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.id}>
            <div>
              <h3 className={styles.name}>
                <Text of={`welcome.${step.id}`} />
              </h3>
              <p className={styles.why}>
                <Text of={`welcome.${step.id}Why`} />
              </p>
            </div>
            <Way to={step} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Way({ to: step }: { readonly to: WelcomeStep }) {
  if (step.id === 'autopay') return <AutopayLink accountNumber={step.account.number} look="quiet" />;
  return (
    <ScreenLink to={step.id === 'alerts' ? paths.profile : loanDetailsPath(step.account.number)} look="quiet">
      <ControlName of={step.id === 'alerts' ? 'welcome.toAlerts' : 'welcome.toStatements'} />
    </ScreenLink>
  );
}
