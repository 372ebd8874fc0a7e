import { useEffect, useRef } from 'react';
import { listSections, type RegistrationSection } from '#common/registration/rules/sections.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { Brand } from '#web/kit/Brand.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { RequestNotices } from '#web/kit/RequestNotices.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useUnloadWarning } from '#web/kit/use-unload-warning.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import styles from './Register.module.css';
import { EmailCodeSection } from './sections/EmailCodeSection.tsx';
import { CredentialsSection } from './sections/CredentialsSection.tsx';
import { PersonalSection } from './sections/PersonalSection.tsx';
import { SecuritySection } from './sections/SecuritySection.tsx';
import { type Registration, useRegistration } from './use-registration.ts';

/** Registration of a customer of the host (A 2.8). */
export function Register() {
  const registration = useRegistration();
  const background = useOption('registerOptions.backgroundImage');
  const showsLogo = useOption('registerOptions.showLogo');
  const { outcome, form } = registration;
  useUnsavedChanges(outcome === 'open' && form.formState.isDirty);
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
            {outcome === 'open' && <RequestNotices />}
            {outcome === 'open' ? (
              <Wizard registration={registration} />
            ) : (
              <Outcome outcome={outcome} firstLoginCode={registration.firstLoginCode} />
            )}
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

const tabNames: Readonly<Record<Exclude<RegistrationSection, 'emailVerification'>, TextKey>> = {
  personalInfo: 'register.personalTab',
  security: 'register.securityTab',
  credentials: 'register.credentialsTab',
};
const sections = {
  personalInfo: PersonalSection,
  emailVerification: EmailCodeSection,
  security: SecuritySection,
  credentials: CredentialsSection,
};

/** The sections in tabs; the code's section has none and is below Personal Data (C-107). */
function Wizard({ registration }: { readonly registration: Registration }) {
  const { section, settings, mayOpen, openTab } = registration;
  const bar = useLabel('register.tabs');
  const panel = useFocusOnChange(section);
  const tabs = listSections(settings, { emailIsVerified: true }).map((id) => {
    const name = tabNames[id as keyof typeof tabNames];
    return { id, label: <ControlName of={name} />, disabled: !mayOpen(id) };
  });
  const Section = sections[section];
  return (
    <Tabs
      label={bar.label}
      tabs={tabs}
      selected={section === 'emailVerification' ? 'personalInfo' : section}
      onSelect={(id) => void openTab(id)}
      panelRef={panel}
    >
      <Section registration={registration} />
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

function Outcome({
  outcome,
  firstLoginCode,
}: {
  readonly outcome: 'registered' | 'restricted';
  readonly firstLoginCode: Registration['firstLoginCode'];
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Alert tone={outcome === 'registered' ? 'ok' : 'warn'}>
        <Text of={outcome === 'registered' ? 'register.success' : 'registerError.Restricted'} />
      </Alert>
      {outcome === 'registered' && firstLoginCode !== 'none' && (
        <p className={styles.intro}>
          <Text of={firstLoginTexts[firstLoginCode]} />
        </p>
      )}
    </div>
  );
}
