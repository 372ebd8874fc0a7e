import { useQuery } from '@tanstack/react-query';
import type { Contacts } from '#common/profile/profile.wire.ts';
import { contactChangeToWire } from '#common/profile/request-change.wire.ts';
import { type AccountSummary, isClosed, isPayable, shownAccountNumber } from '#common/accounts/rules/account.ts';
import { callOnce } from '#web/data/call-once.ts';
import { useAction } from '#web/data/use-action.ts';
import { accountsQuery, refreshAccounts } from '#web/data/queries.ts';
import { currentSession } from '#web/data/session.ts';
import { useLabel, useOption, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useTransient } from '#web/kit/use-transient.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { profileQuery } from '../profile-data.ts';
import { AddressPart } from './AddressPart.tsx';
import { PhonePart } from './PhonePart.tsx';
import styles from './request-change.module.css';
import { type ContactChangeForm, useContactChange } from './use-contact-change.ts';

/** How long the outcome shows (M 9). */
const OUTCOME_MS = 4_000;

/** Asks the institution to change loan contact information by hand (M 2, M 4, M 5). */
export function RequestChange() {
  const isOffered = useOption('globalOptions.forceManualContactInfoChangesOption');
  return (
    <>
      <PageHeading of="requestChange.heading" />
      {isOffered ? (
        <LoadedForm />
      ) : (
        <Alert tone="info">
          <Text of="requestChange.notOffered" />
        </Alert>
      )}
    </>
  );
}

function LoadedForm() {
  const { data: accounts, isPending, isFetching } = useQuery(accountsQuery);
  const profile = useQuery(profileQuery);
  const loading = useLabel('shell.loading');
  if (isPending || profile.isPending) return <SpinnerView label={loading.label} />;
  return (
    <>
      {!accounts && (
        <SectionProblem of="requestChange.accountsError" busy={isFetching} onTryAgain={() => void refreshAccounts()} />
      )}
      {accounts && <ChangeForm loans={accounts.filter(isPayable)} known={profile.data?.contacts ?? null} />}
    </>
  );
}

interface ChangeFormProps {
  readonly loans: readonly AccountSummary[];
  /** The customer's address and phone numbers on file; null if the institution hides them or they didn't load. */
  readonly known: Contacts | null;
}

function ChangeForm({ loans, known }: ChangeFormProps) {
  const form = useContactChange(known);
  const [outcome, showOutcome] = useTransient<'success' | 'error'>(OUTCOME_MS);
  const address = useLabel('requestChange.changeAddress');
  const phone = useLabel('requestChange.changePhone');
  const { changesAddress, changesPhone } = form.entry;
  useUnsavedChanges(form.dirty);
  const { busy, run } = useAction(send, {
    onDone() {
      showOutcome('success');
      form.reset();
    },
    onFailed: () => showOutcome('error'),
  });

  async function submit() {
    if (form.valid) await run();
  }

  function send() {
    const session = currentSession();
    const person = {
      userName: session?.username ?? '',
      firstName: session?.personalName.split(' ')[0] ?? '',
    };
    const body = contactChangeToWire(form.fields, person);
    return callOnce('PUT /api/ManualChangeContactInfo', { body });
  }
  return (
    <Card>
      <Form onSubmit={submit}>
        {/* A disabled fieldset disables everything in it. */}
        <fieldset className={styles.form} disabled={busy}>
          <p>
            <Text of="requestChange.info" />
          </p>
          <Accounts form={form} loans={loans} />
          <div className={styles.toggles}>
            <Switch {...address} checked={changesAddress} onChange={(on) => form.change('changesAddress', on)} />
            <Switch {...phone} checked={changesPhone} onChange={(on) => form.change('changesPhone', on)} />
          </div>
          {changesAddress && (
            <div className={styles.halves}>
              <AddressPart form={form} part="oldAddress" />
              <AddressPart form={form} part="newAddress" />
            </div>
          )}
          {changesPhone && (
            <div className={styles.halves}>
              <PhonePart form={form} part="firstPhone" />
              <PhonePart form={form} part="secondPhone" />
            </div>
          )}
          {outcome && (
            <FocusedAlert key={outcome} tone={outcome === 'success' ? 'ok' : 'bad'}>
              <Text of={`requestChange.${outcome}`} />
            </FocusedAlert>
          )}
          <div className={styles.actions}>
            <Button type="submit" disabled={!form.valid} busy={busy}>
              <ControlName of={busy ? 'requestChange.sending' : 'requestChange.submit'} />
            </Button>
          </div>
        </fieldset>
      </Form>
    </Card>
  );
}

interface AccountsProps {
  readonly form: ContactChangeForm;
  readonly loans: readonly AccountSummary[];
}

function Accounts({ form, loans }: AccountsProps) {
  const text = useTexts();
  const removesCheckDigit = useOption('globalOptions.removeCheckDigitFromAccountNumber');
  if (loans.length === 0) {
    return (
      <p>
        <Text of="requestChange.noAccounts" />
      </p>
    );
  }
  return (
    <fieldset className={styles.accounts}>
      <legend>
        <Text of="requestChange.accounts" />
      </legend>
      {loans.map((loan) => {
        const { number, description } = loan;
        const name = `${description} ${shownAccountNumber(number, removesCheckDigit)}`;
        return (
          <Checkbox
            key={number}
            label={isClosed(loan) ? (text('requestChange.closedAccount', { account: name }) ?? name) : name}
            checked={form.entry.accountNumbers.includes(number)}
            onChange={({ currentTarget }) => form.toggleAccount(number, currentTarget.checked)}
          />
        );
      })}
    </fieldset>
  );
}
