import { needsPassword, type SavedUserInfo } from '#common/profile/rules/user-info.ts';
import { problemTexts } from '#web/data/problem-text.ts';
import { useOptions } from '#web/institution/settings.ts';
import { Form } from '#web/kit/Form.tsx';
import { Section } from '#web/kit/Section.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { useTransient } from '#web/kit/use-transient.ts';
import { Conflicts } from '../Conflicts.tsx';
import { Problems } from '../Problems.tsx';
import styles from '../profile.module.css';
import { SaveBar, SAVED_MS, SavedMark } from '../SaveBar.tsx';
import { useRows } from '../use-rows.ts';
import { useBiometrics } from './use-biometrics.ts';
import { type Consequence, useSaveUserInfo } from './use-save-user-info.ts';
import { useUserInfo } from './use-user-info.ts';
import { editedRows, UserInfoRows } from './UserInfoRows.tsx';
import { OldPassword } from './UserInfoFields.tsx';
import { maxLoginNameLength } from '#common/identity/rules/credential-mode.ts';
import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import {
  useCredentialMode,
  useLoginNamePolicy,
  usePasswordPolicy,
} from '#web/identity/new-password/credential-rules.ts';
import { userInfoTexts } from '#web/profile/save-codes.ts';

/** The customer's sign-in data and email address (M 2, M 4, M 5). */
export function UserInformation({
  saved,
  isUnverified,
}: {
  readonly saved: SavedUserInfo;
  readonly isUnverified: boolean;
}) {
  const biometrics = useBiometrics();
  const form = useUserInfo(saved, biometrics.turnsOn);
  const { texts, values } = useProfileProblem();
  const [isSaved, showSaved] = useTransient<true>(SAVED_MS);
  const dirty = form.dirty || biometrics.changed;
  useUnsavedChanges(dirty);

  const needed = form.hasPassword && needsPassword(form.fields, saved, biometrics.turnsOn);
  const rows = useRows(editedRows(form, saved, biometrics, needed));
  const { busy, failure, run, clear, consequence } = useSaveUserInfo(saved, form, biometrics, () => {
    rows.close();
    showSaved(true);
  });

  async function save() {
    if (dirty) await run();
  }

  function cancel() {
    clear();
    form.revert();
    biometrics.reset();
    rows.close();
  }

  const footer = (
    <>
      {needed && !rows.isOpen('password') && <OldPassword form={form} disabled={busy} needed />}
      {failure && <Problems of={problemTexts(failure, texts)} values={values} />}
      <Conflicts conflicts={form.conflicts} labels={conflictLabels} />
      <SaveBar dirty={dirty} valid={form.valid} busy={busy} onCancel={cancel} />
    </>
  );
  return (
    <Section heading="userInfo.heading" info={form.hasPassword ? 'userInfo.info' : 'userInfo.infoUnderSingleSignOn'}>
      <Form className={styles.rows} answersEnter onSubmit={save}>
        <UserInfoRows
          saved={saved}
          isUnverified={isUnverified}
          form={form}
          biometrics={biometrics}
          disabled={busy}
          needed={needed}
          rows={rows}
          footer={footer}
        />
        <Consequences of={consequence} />
        <SavedMark shown={isSaved === true} />
      </Form>
    </Section>
  );
}

const conflictLabels = {
  loginName: 'userInfo.loginName',
  emailAddress: 'userInfo.emailAddress',
  secretQuestion: 'userInfo.secretQuestion',
} as const;

function Consequences({ of }: { readonly of: Consequence }) {
  return (
    <>
      {of.newAddress !== undefined && (
        <Alert tone="info">
          <Text of="userInfo.verifyEmail" with={{ email: of.newAddress }} />
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
  const values: Readonly<Partial<Record<TextKey, TextValues<TextKey>>>> = {
    'profileError.PasswordTooShort': { min: String(minimumLength) },
    'profileError.LogonTooShort': { min: String(loginName.minimumLength) },
    'profileError.LogonNameLength': { max: String(maxLoginNameLength(mode)) },
  };
  return { texts: userInfoTexts(option), values };
}
