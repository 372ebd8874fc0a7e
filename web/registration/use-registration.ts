import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { SignInEntry } from '#common/identity/rules/validate-sign-in.ts';
import { asksForSecurity } from '#common/registration/rules/security-rules.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { callOnce } from '#web/data/call-once.ts';
import { type Failure, type Outcome, useAction } from '#web/data/use-action.ts';
import { handOverCredentials } from '#web/identity/sign-in/handed-over-login.ts';
import { fetchMaintenanceState } from '#web/institution/maintenance.ts';
import { useOption } from '#web/institution/settings.ts';
import { type AnyStep, type Steps, useSteps } from '#web/kit/use-steps.ts';
import { paths } from '#web/paths.ts';
import { keepEntries } from './kept-entries.ts';
import { emailCodeMessage, isUnspecific, registrationRefusal } from './registration-refusal.ts';
import { registrationRequest } from './registration-request.wire.ts';
import { type EmailCode, useEmailCode } from './use-email-code.ts';
import { type RegistrationEntries, useRegistrationEntries } from './use-registration-entries.ts';

export type RegistrationSection = 'personalInfo' | 'emailVerification' | 'security' | 'credentials';

/** The form holds the entries of the sections. */
export type RegistrationSteps = Readonly<Record<RegistrationSection, never>>;

/** The entries and the actions of the wizard. */
export interface Registration extends RegistrationEntries {
  readonly emailCode: EmailCode;
  readonly outcome: RegistrationOutcome;
  readonly busy: boolean;
  /** Current problems, each text once. */
  readonly problems: readonly TextKey[];
  /** With problems that the customer may have to call about. */
  readonly help: { readonly reference: string | undefined } | null;
  readonly openTab: (tab: RegistrationTab) => Promise<void>;
  readonly goOn: () => Promise<void>;
  readonly goBack: () => Promise<void>;
  readonly checkCode: (code: string) => Promise<void>;
  readonly resendCode: () => Promise<void>;
  /** Returns to sign-in and discards the entries. */
  readonly leave: () => Promise<void>;
  readonly register: () => Promise<void>;
}

export type RegistrationOutcome =
  | { readonly is: 'open' | 'restricted' }
  /** How the first sign-in sends a code to the contact on file. */
  | { readonly is: 'registered'; readonly firstLoginCode: 'none' | 'email' | 'text' };

/** A section with a tab; the code's has none and is below Personal Data (C-107). */
export type RegistrationTab = Exclude<RegistrationSection, 'emailVerification'>;

interface Opening {
  readonly tab: RegistrationTab;
  readonly sendsCode: boolean;
}

export function useRegistration(steps: readonly AnyStep<RegistrationSteps, Registration>[]) {
  const entries = useRegistrationEntries();
  const router = useRouter();
  const signsIn = useOption('registerOptions.loginAfterRegistrationOption');
  const [outcome, setOutcome] = useState<RegistrationOutcome>({ is: 'open' });
  const { settings, values, newPassword } = entries;
  // Every change of the section first checks that the portal is open (A 4).
  const opening = useAction(
    async (_wanted: Opening): Promise<Outcome<'open' | 'closed'>> => {
      const maintenance = await fetchMaintenanceState();
      if (maintenance === 'unknown') return { kind: 'stopped', text: 'register.checkFailed' };
      return { kind: 'answer', body: maintenance };
    },
    {
      onDone: async (maintenance, { tab, sendsCode }) => {
        if (maintenance === 'closed') return leaveClosed();
        wizard.goTo(tab);
        return sendsCode && emailCode.sentTo !== codeRecipient().emailAddress
          ? emailCode.send.run(codeRecipient())
          : undefined;
      },
    },
  );
  const registering = useAction(
    (_credentials: SignInEntry) => callOnce('POST /api/Register/RegisterUser', { body: registrationRequest(entries) }),
    {
      onDone: async (answer, credentials) => {
        const firstLoginCode = 'FirstLoginCode' in answer ? answer.FirstLoginCode : 'none';
        setOutcome({ is: 'registered', firstLoginCode });
        if (!signsIn) return;
        handOverCredentials(credentials);
        await router.navigate({ to: paths.login, ignoreBlocker: true });
      },
      onFailed: async (failure) => {
        const { kind } = registrationRefusal(failure);
        if (kind === 'closed') await leaveClosed();
        else if (kind === 'restricted') setOutcome({ is: 'restricted' });
      },
    },
  );
  const emailCode = useEmailCode(() =>
    opening.run({ tab: asksForSecurity(settings) ? 'security' : 'credentials', sendsCode: false }),
  );
  const codeActions = [emailCode.send, emailCode.check] as const;
  const busy = opening.busy || registering.busy || codeActions.some((action) => action.busy);

  /** The portal has closed meanwhile; the sign-in screen says so, without asking first. */
  async function leaveClosed() {
    keepEntries(entries.form.getValues());
    await router.navigate({ to: paths.login, state: { sessionEnd: 'closed' }, ignoreBlocker: true });
  }

  function codeRecipient() {
    return { emailAddress: values.emailAddress.trim(), firstName: values.firstName.trim() };
  }

  /** Clears earlier problems before an action. */
  async function press(run: () => Promise<void>): Promise<void> {
    if (busy) return;
    for (const action of [opening, registering, ...codeActions]) action.clear();
    await run();
  }

  function open(tab: RegistrationTab): Promise<void> {
    const sendsCode = settings.verifiesEmail && !emailCode.verified && tab !== 'personalInfo';
    return press(() => opening.run({ tab, sendsCode }));
  }

  const registration: Registration = {
    ...entries,
    emailCode,
    outcome,
    busy,
    problems: problemsOf(opening.failure, registering.failure, emailCode.send.failure ?? emailCode.check.failure),
    help: helpWith(registering.failure),
    openTab: open,
    goOn: () => open(tabBeside(wizard, 1)),
    goBack: () => open(tabBeside(wizard, -1)),
    checkCode: (code) => press(() => emailCode.check.run(code)),
    resendCode: () => press(() => emailCode.send.run(codeRecipient())),
    leave: () => router.navigate({ to: paths.login }),
    register: () => press(() => registering.run({ username: values.userName, password: newPassword.entry.password })),
  };
  const wizard = useSteps(steps, registration);
  return { registration, wizard };
}

/** Returns the tab before or after the open one; at the ends the open one. */
function tabBeside({ shown, current }: Steps<RegistrationSteps, Registration>, by: 1 | -1): RegistrationTab {
  // The code is below Personal Data, so going back from it leads there.
  if (current?.id === 'emailVerification' && by === -1) return 'personalInfo';
  const tabs = shown.map(({ step }) => step.id).filter((id) => id !== 'emailVerification');
  const tab = current === undefined || current.id === 'emailVerification' ? 'personalInfo' : current.id;
  return tabs[tabs.indexOf(tab) + by] ?? tab;
}

function helpWith(failure: Failure | null): Registration['help'] {
  if (!failure || failure.kind === 'stopped' || !isUnspecific(registrationRefusal(failure))) return null;
  return { reference: failure.reference };
}

function problemsOf(opening: Failure | null, registering: Failure | null, ofCode: Failure | null): readonly TextKey[] {
  if (opening?.kind === 'stopped') return [opening.text];
  if (ofCode) return [emailCodeMessage(ofCode)];
  const refusal = registering && registrationRefusal(registering);
  return refusal?.kind === 'messages' ? refusal.texts : [];
}
