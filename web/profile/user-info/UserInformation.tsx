import { useState } from 'react';
import { needsPassword, PROFILE_EMAIL_MAX_LENGTH, type SavedUserInfo } from '#common/profile/rules/user-info.ts';
import { problemTexts } from '#web/data/problem-text.ts';
import { type Outcome, type Stopped, useAction } from '#web/data/use-action.ts';
import { saveUserInfo } from '#web/profile/profile-data.ts';
import { useLabel, useOptions } from '#web/institution/settings.ts';
import { Form } from '#web/kit/Form.tsx';
import { FormField } from '#web/kit/FormField.tsx';
import { NewPasswordFields } from '#web/identity/new-password/NewPasswordFields.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useTransient } from '#web/kit/use-transient.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Conflicts } from '../Conflicts.tsx';
import { Problems } from '../Problems.tsx';
import styles from '../profile.module.css';
import { SaveBar, SAVED_MS } from '../SaveBar.tsx';
import { SecurityQuestion } from './SecurityQuestion.tsx';
import { useBiometrics } from './use-biometrics.ts';
import { type UserInfoForm, useUserInfo } from './use-user-info.ts';
import { maxLoginNameLength } from '#common/identity/rules/credential-mode.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import {
  useCredentialMode,
  useLoginNamePolicy,
  usePasswordPolicy,
} from '#web/identity/new-password/credential-rules.ts';
import { userInfoTexts } from '#web/profile/save-codes.ts';

/** The longest text that is sent; entries aren't truncated before validation. */
const MAX_SENT_LENGTH = 256;

const done = { kind: 'answer', body: undefined } as const;

const biometricsFailed: Stopped = { kind: 'stopped', text: 'profileError.BiometricsNotUpdated' };

/** The customer's sign-in data and e-mail address (M 2, M 4, M 5). */
export function UserInformation({ saved }: { readonly saved: SavedUserInfo }) {
  const biometrics = useBiometrics();
  const form = useUserInfo(saved, biometrics.turnsOn);
  const { texts, fills } = useProfileProblem();
  const [consequence, setConsequence] = useState<Consequence>({});
  const [isSaved, showSaved] = useTransient<true>(SAVED_MS);
  const dirty = form.dirty || biometrics.changed;
  useUnsavedChanges(dirty);

  const { busy, failure, run, clear } = useAction(saveAll, { onDone: () => showSaved(true) });

  async function save() {
    if (dirty) await run();
  }

  /** Biometrics first: if that fails, the rest stays unsaved (M 4). Unless the rest would end it again. */
  async function saveAll(): Promise<Outcome<unknown>> {
    setConsequence({});
    if (!form.valid) {
      form.showErrors();
      return { kind: 'stopped', text: 'profileError.CorrectErrors' };
    }
    const { oldPassword } = form.fields;
    const { password, confirmation } = form.newPassword.entry;
    const endsTokens = password !== '' || form.fields.emailAddress.trim() !== saved.emailAddress;
    const turnsOnLast = biometrics.turnsOn && endsTokens;
    if (!turnsOnLast && !(await biometrics.apply(oldPassword))) return biometricsFailed;
    if (!form.dirty) return done;
    const result = await saveUserInfo({ fields: form.fields, shown: saved, newPassword: password, confirmation });
    if (result.kind !== 'answer') return result;
    const { emailAddress } = result.body;
    const newAddress = emailAddress === saved.emailAddress ? undefined : emailAddress;
    if (endsTokens && !turnsOnLast) await biometrics.forget();
    setConsequence({ signedOutElsewhere: password !== '', newAddress: form.hasPassword ? newAddress : undefined });
    form.settle(result.body);
    if (turnsOnLast && !(await biometrics.apply(password || oldPassword))) return biometricsFailed;
    return done;
  }

  function cancel() {
    clear();
    form.revert();
    biometrics.reset();
  }
  return (
    <Section heading="userInfo.heading" info={form.hasPassword ? 'userInfo.info' : 'userInfo.infoUnderSingleSignOn'}>
      <Form className={styles.form} answersEnter onSubmit={save}>
        <Names form={form} disabled={busy} />
        {form.hasPassword && (
          <Passwords form={form} disabled={busy} needed={needsPassword(form.fields, saved, biometrics.turnsOn)} />
        )}
        <SecurityQuestion form={form} savedQuestion={saved.secretQuestion} disabled={busy} />
        {biometrics.offered && (
          <Switch
            label={<Text of="userInfo.biometrics" />}
            checked={biometrics.wanted}
            disabled={busy}
            onChange={biometrics.want}
          />
        )}
        {failure && <Problems of={problemTexts(failure, texts)} fills={fills} />}
        <Conflicts conflicts={form.conflicts} labels={conflictLabels} />
        <Consequences of={consequence} />
        <SaveBar dirty={dirty} valid={form.valid} busy={busy} saved={isSaved === true} onCancel={cancel} />
      </Form>
    </Section>
  );
}

const conflictLabels = {
  loginName: 'userInfo.loginName',
  emailAddress: 'userInfo.emailAddress',
  secretQuestion: 'userInfo.secretQuestion',
} as const;

interface PartProps {
  readonly form: UserInfoForm;
  readonly disabled: boolean;
}

function Names({ form, disabled }: PartProps) {
  return (
    <div className={styles.fields}>
      <FormField
        use={TextField}
        control={form.control}
        entry="loginName"
        label="userInfo.loginName"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_SENT_LENGTH}
        disabled={disabled}
        error={form.error('loginName')}
      />
      <FormField
        use={TextField}
        control={form.control}
        entry="emailAddress"
        label="userInfo.emailAddress"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={PROFILE_EMAIL_MAX_LENGTH}
        disabled={disabled}
        error={form.error('emailAddress')}
      />
    </div>
  );
}

/** @param needed another change requires the current password too */
function Passwords({ form, disabled, needed }: PartProps & { readonly needed: boolean }) {
  const show = useLabel('userInfo.showOldPassword');

  function leaveOldPassword() {
    // The current password alone is only for a new one.
    if (form.fields.oldPassword !== '' && !needed) form.newPassword.touch('password');
  }
  return (
    <div className={styles.group}>
      <h3>
        <Text of="userInfo.passwordHeading" />
      </h3>
      <div className={styles.passwords}>
        <FormField
          use={PasswordField}
          control={form.control}
          entry="oldPassword"
          label="userInfo.oldPassword"
          revealLabel={show.label}
          name="current-password"
          autoComplete="current-password"
          aria-required={needed || undefined}
          maxLength={MAX_SENT_LENGTH}
          disabled={disabled}
          error={form.error('oldPassword')}
          onBlur={leaveOldPassword}
        />
        <NewPasswordFields newPassword={form.newPassword} words={form.passwordWords} rulesOnEntry disabled={disabled} />
      </div>
    </div>
  );
}

/** Effects of a save to tell the customer about. */
interface Consequence {
  readonly signedOutElsewhere?: boolean;
  readonly newAddress?: string | undefined;
}

function Consequences({ of }: { readonly of: Consequence }) {
  return (
    <>
      {of.newAddress !== undefined && (
        <Alert tone="info">
          <Text of="userInfo.verifyEmail" with={[of.newAddress]} />
        </Alert>
      )}
      {of.signedOutElsewhere === true && (
        <Alert tone="info">
          <Text of="userInfo.signedOutElsewhere" />
        </Alert>
      )}
    </>
  );
}

/** The texts of a failed save of User Information, with the institution's length limits filled in. */
function useProfileProblem() {
  const option = useOptions();
  const mode = useCredentialMode();
  const { minimumLength } = usePasswordPolicy();
  const loginName = useLoginNamePolicy();
  const fills: Readonly<Partial<Record<TextKey, string>>> = {
    'profileError.PasswordTooShort': String(minimumLength),
    'profileError.LogonTooShort': String(loginName.minimumLength),
    'profileError.LogonNameLength': String(maxLoginNameLength(mode)),
  };
  return { texts: userInfoTexts(option), fills };
}
