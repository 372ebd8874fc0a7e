import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Control, useForm } from 'react-hook-form';
import { type AccountSummary, isClosed, kindOfAccount, shownAccountNumber } from '#common/accounts/rules/account.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import {
  type FormErrorKey,
  type FormField as FieldOfForm,
  MAX_FORM_FILES,
  type RequestForm,
  validateAnswers,
} from '#common/profile/rules/request-form.ts';
import { callOnce } from '#web/data/call-once.ts';
import { fetched } from '#web/data/fetched.ts';
import { accountsQuery } from '#web/data/queries.ts';
import { type Failure, useAction } from '#web/data/use-action.ts';
import { AttachmentsField } from '#web/documents/AttachmentsField.tsx';
import { useAttachments } from '#web/documents/use-attachments.ts';
import { useLabel, useOption, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { FormField } from '#web/kit/FormField.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { AnswerField } from './AnswerField.tsx';
import { answersOf, emptyEntries, type Entries, entryOf } from './form-entries.ts';
import { refreshForms } from './forms-data.ts';
import styles from './Forms.module.css';
import { NextSteps } from './SentRequest.tsx';

interface NewRequestProps {
  readonly form: RequestForm;
  /** The account whose screen led here. */
  readonly accountNumber: string | undefined;
  readonly onSent: (requestId: number) => void;
}

/** Waits for the accounts that the form may be about. */
export function NewRequest(props: NewRequestProps) {
  const { accounts: kinds } = props.form;
  const accounts = fetched(useQuery(accountsQuery));
  const { label: loading } = useLabel('shell.loading');
  if (kinds.length === 0) return <RequestEntry {...props} accounts={[]} />;
  if (accounts.state === 'failed') {
    return <SectionProblem of="requests.loadError" busy={accounts.busy} onTryAgain={accounts.tryAgain} />;
  }
  if (accounts.state !== 'ready') return <SpinnerView label={loading} />;
  const fitting = accounts.value.filter(
    (account) => !isClosed(account) && kinds.includes(kindOfAccount(account.typeCode)),
  );
  if (fitting.length === 0) {
    return (
      <Alert tone="info">
        <Text of="requests.noAccounts" />
      </Alert>
    );
  }
  return <RequestEntry {...props} accounts={fitting} />;
}

function targetOf({ key: form }: RequestForm) {
  return { address: '/api/file/UploadEvidence', fields: { form }, tellsLater: false };
}

interface RequestEntryProps extends NewRequestProps {
  readonly accounts: readonly AccountSummary[];
}

function RequestEntry({ form, accountNumber, accounts, onSent }: RequestEntryProps) {
  const navigate = useNavigate();
  const text = useTexts();
  const files = useAttachments(targetOf(form), MAX_FORM_FILES);
  const nameOf = ({ required, label }: FieldOfForm) =>
    required ? label : (text('requests.optional', { label }) ?? label);
  const [only] = accounts;
  const known = accounts.find(({ number }) => number === accountNumber) ?? (accounts.length === 1 ? only : undefined);
  const { control, formState, handleSubmit, reset } = useForm<Entries>({
    defaultValues: emptyEntries(form, known?.number ?? ''),
    resolver: rulesResolver<Entries, Entries, FormErrorKey | 'formError.accountRequired'>((entries) => {
      const wrong = validateAnswers(form, answersOf(form, entries), files.queue.length);
      const named = Object.entries(wrong).map(([name, key]) => [entryOf({ name }), key]);
      const lacksAccount = accounts.length > 0 && entries['accountNumber'] === '';
      return Object.fromEntries([...(lacksAccount ? [['accountNumber', 'formError.accountRequired']] : []), ...named]);
    }),
  });
  const error = useFieldErrors<Entries>(formState.errors);
  useUnsavedChanges(formState.isDirty || files.queue.length > 0);
  const sending = useAction(
    async (entries: Entries) => {
      const fileIds = await files.ready();
      if (!fileIds) return { kind: 'stopped', text: 'formError.files' } as const;
      const account = accounts.length === 0 ? {} : { accountNumber: entries['accountNumber'] ?? '' };
      const body = { form: form.key, ...account, answers: answersOf(form, entries), fileIds };
      return callOnce('POST /api/Forms/Send', { body });
    },
    {
      async onDone({ requestId }) {
        reset();
        files.clear();
        onSent(requestId);
        await refreshForms();
        await navigate({ to: `${paths.requests}/${requestId}`, ignoreBlocker: true });
      },
      onFailed(failure) {
        // The server no longer has them.
        if (failure.kind === 'refused' && failure.codes.includes('EvidenceGone')) files.clear();
      },
    },
  );
  return (
    <Card as="section" padded>
      <h2>{form.title}</h2>
      <p className={styles.words}>{form.introduction}</p>
      <Form onSubmit={handleSubmit(sending.run)}>
        <fieldset className={styles.form} disabled={sending.busy}>
          {accounts.length > 0 && <AccountField control={control} accounts={accounts} error={error('accountNumber')} />}
          {form.fields.map((field) =>
            field.kind === 'files' ? (
              <AttachmentsField
                key={field.name}
                label={nameOf(field)}
                labelHidden={false}
                attachments={files}
                error={error(entryOf(field))}
              />
            ) : (
              <AnswerField key={field.name} field={field} control={control} error={error(entryOf(field))} />
            ),
          )}
          <NextSteps {...form} />
          {sending.failure && (
            <FocusedAlert>
              <Text of={problemOf(sending.failure)} />
            </FocusedAlert>
          )}
          <div>
            <Button type="submit" busy={sending.busy}>
              <ControlName of="requests.send" />
            </Button>
          </div>
        </fieldset>
      </Form>
    </Card>
  );
}

interface AccountFieldProps {
  readonly control: Control<Entries>;
  readonly accounts: readonly AccountSummary[];
  readonly error: string | undefined;
}

function AccountField({ control, accounts, error }: AccountFieldProps) {
  const text = useTexts();
  const removesCheckDigit = useOption('globalOptions.removeCheckDigitFromAccountNumber');
  return (
    <FormField
      use={SelectField}
      control={control}
      entry="accountNumber"
      label="requests.account"
      placeholder={text('requests.choose') ?? ''}
      options={accounts.map(({ number, description }) => ({
        value: number,
        label: `${description} ${shownAccountNumber(number, removesCheckDigit)}`,
      }))}
      error={error}
    />
  );
}

/** Refusals with a text of their own. */
const codes = ['AlreadyOpen', 'TooManyOpen', 'EvidenceGone', 'FormChanged', 'AccountNotFit'] as const;

function problemOf(failure: Failure): TextKey {
  if (failure.kind === 'stopped') return failure.text;
  if (failure.kind === 'unreachable') return 'formError.failed';
  const code = codes.find((one) => failure.codes.includes(one));
  if (code) return `formError.${code}`;
  return failure.status === 429 ? 'formError.tooMany' : 'formError.failed';
}
