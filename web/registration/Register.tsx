import { useEffect, useRef } from 'react';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { Brand } from '#web/kit/Brand.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { RequestNotices } from '#web/kit/RequestNotices.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { StepBody } from '#web/kit/StepBody.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useUnloadWarning } from '#web/kit/use-unload-warning.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import styles from './Register.module.css';
import { listTabs, registrationSteps } from './registration-steps.ts';
import { type RegistrationOutcome, type RegistrationSection, useRegistration } from './use-registration.ts';

type RegistrationWizard = ReturnType<typeof useRegistration>['wizard'];

/** Registration of a customer of the host (A 2.8). */
export function Register() {
  const { registration, wizard } = useRegistration(registrationSteps);
  const background = useOption('registerOptions.backgroundImage');
  const showsLogo = useOption('registerOptions.showLogo');
  const { outcome, form } = registration;
  const { current: step } = wizard;
  useUnsavedChanges(outcome.is === 'open' && form.formState.isDirty);
  // The layout's guard loads with the first entry, and a reload may come earlier.
  useUnloadWarning();
  return (
    <div className={styles.screen}>
      {background !== '' && <img className={styles.background} src={background} alt="" />}
      <div className={styles.column}>
        {showsLogo && (
          <div className={styles.logo}>
            <Brand name="shell.institutionName" onBrand />
          </div>
        )}
        <Card>
          <div className={styles.sheet}>
            <PageHeading of="register.heading" />
            {outcome.is === 'open' && <RequestNotices />}
            {outcome.is === 'open' && step ? <Wizard wizard={wizard} step={step} /> : <Outcome outcome={outcome} />}
          </div>
          <div className={styles.foot}>
            <ScreenLink to={paths.login}>
              <ControlName of="register.returnToLogin" />
            </ScreenLink>
          </div>
        </Card>
      </div>
    </div>
  );
}

/** The sections in tabs; the code's section has none and is below Personal Data (C-107). */
function Wizard({
  wizard,
  step,
}: {
  readonly wizard: RegistrationWizard;
  readonly step: NonNullable<RegistrationWizard['current']>;
}) {
  const bar = useLabel('register.tabs');
  const panel = useFocusOnChange(step.id);
  return (
    <Tabs
      label={bar.label}
      tabs={listTabs(wizard).map(({ id, title, disabled }) => ({ id, disabled, label: <ControlName of={title} /> }))}
      selected={step.id === 'emailVerification' ? 'personalInfo' : step.id}
      onSelect={(id) => void wizard.facts.openTab(id)}
      panelRef={panel}
    >
      <StepBody wizard={wizard} step={step} />
    </Tabs>
  );
}

/** An opened section takes the focus, at its heading if it has one. */
function useFocusOnChange(section: RegistrationSection) {
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef(section);
  useEffect(() => {
    if (before.current === section) return;
    before.current = section;
    (panel.current?.querySelector('h2') ?? panel.current)?.focus();
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [section]);
  return panel;
}

const firstLoginTexts = { email: 'register.firstCodeByEmail', text: 'register.firstCodeByText' } as const;

function Outcome({ outcome }: { readonly outcome: RegistrationOutcome }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Alert tone={outcome.is === 'registered' ? 'ok' : 'warn'}>
        <Text of={outcome.is === 'registered' ? 'register.success' : 'registerError.Restricted'} />
      </Alert>
      {outcome.is === 'registered' && outcome.firstLoginCode !== 'none' && (
        <p className={styles.intro}>
          <Text of={firstLoginTexts[outcome.firstLoginCode]} />
        </p>
      )}
    </div>
  );
}
