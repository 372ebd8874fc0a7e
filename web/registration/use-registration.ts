import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import {
  mayOpen,
  type RegistrationSection,
  sectionAfter,
  sectionBefore,
  sectionOfTab,
} from '#common/registration/rules/sections.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { callOnce } from '#web/data/call-once.ts';
import { handOverCredentials } from '#web/identity/sign-in/handed-over-login.ts';
import { askForMaintenance } from '#web/institution/maintenance.ts';
import { useOption } from '#web/institution/settings.ts';
import { paths } from '#web/paths.ts';
import { keepEntries } from './kept-entries.ts';
import { registrationRefusal } from './registration-refusal.ts';
import { registrationRequest } from './registration-request.ts';
import { type EmailCode, useEmailCode } from './use-email-code.ts';
import { type RegistrationEntries, useRegistrationEntries } from './use-registration-entries.ts';

export interface Registration extends RegistrationEntries {
  readonly emailCode: EmailCode;
  readonly section: RegistrationSection;
  readonly outcome: 'open' | 'registered' | 'restricted';
  /** How the first sign-in sends a code to the contact on file. */
  readonly firstLoginCode: 'none' | 'email' | 'text';
  readonly busy: boolean;
  /** Current problems, each text once. */
  readonly problems: readonly TextKey[];
  readonly mayOpen: (section: RegistrationSection) => boolean;
  readonly openTab: (section: RegistrationSection) => Promise<void>;
  readonly goOn: () => Promise<void>;
  readonly goBack: () => Promise<void>;
  /** Returns to sign-in and discards the entries. */
  readonly leave: () => Promise<void>;
  readonly register: () => Promise<void>;
}

export function useRegistration(): Registration {
  const entries = useRegistrationEntries();
  const router = useRouter();
  const signsIn = useOption('registerOptions.loginAfterRegistrationOption');
  const [section, setSection] = useState<RegistrationSection>('personalInfo');
  const [outcome, setOutcome] = useState<Registration['outcome']>('open');
  const [firstLoginCode, setFirstLoginCode] = useState<Registration['firstLoginCode']>('none');
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly TextKey[]>([]);
  const emailCode = useEmailCode(setProblems);
  const { settings, values, newPassword } = entries;
  const progress = { ...entries, emailIsVerified: emailCode.verified };

  async function leave() {
    await router.navigate({ to: paths.login });
  }

  /** The portal has closed meanwhile; the sign-in screen says so, without asking first. */
  async function leaveClosed() {
    keepEntries(entries.form.getValues());
    await router.navigate({ to: paths.login, state: { sessionEnd: 'closed' }, ignoreBlocker: true });
  }

  /** Every change of the section first checks that the portal is open (A 4). */
  async function open(next: RegistrationSection) {
    if (busy) return;
    setBusy(true);
    setProblems([]);
    const maintenance = await askForMaintenance();
    setBusy(false);
    if (maintenance === 'closed') await leaveClosed();
    else if (maintenance === 'unknown') setProblems(['register.checkFailed']);
    else {
      setSection(next);
      if (next === 'emailVerification') await emailCode.send(values.emailAddress.trim(), values.firstName.trim());
    }
  }

  async function register() {
    if (busy) return;
    setBusy(true);
    setProblems([]);
    const result = await callOnce('POST /api/Register/RegisterUser', { body: registrationRequest(entries) });
    setBusy(false);
    if (result.kind === 'answer') {
      setOutcome('registered');
      if ('FirstLoginCode' in result.body) setFirstLoginCode(result.body.FirstLoginCode);
      if (!signsIn) return;
      handOverCredentials({ username: values.userName, password: newPassword.entry.password });
      await router.navigate({ to: paths.login, ignoreBlocker: true });
      return;
    }
    const refusal = registrationRefusal(result);
    if (refusal.kind === 'closed') await leaveClosed();
    else if (refusal.kind === 'restricted') setOutcome('restricted');
    else setProblems(refusal.texts);
  }

  return {
    ...entries,
    emailCode,
    section,
    outcome,
    firstLoginCode,
    busy,
    problems,
    mayOpen: (wanted) => mayOpen(wanted, settings, progress),
    openTab: (tab) => open(sectionOfTab(tab, settings, progress)),
    goOn: () => open(sectionAfter(section, settings, progress)),
    goBack: () => open(sectionBefore(section, settings)),
    leave,
    register,
  };
}
