import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type AccountAlerts, type ChannelAlerts, isSameAlerts, rebaseAlerts } from '#common/accounts/rules/alerts.ts';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { fetched } from '#web/data/fetched.ts';
import { type Failure, useAction } from '#web/data/use-action.ts';
import { profileQuery } from '#web/profile/profile-data.ts';
import { useLabel, useOption, useText, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { useTextingConsent } from '#web/profile/texting/use-texting-consent.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { SAVED_MS, useTransient } from '#web/kit/use-transient.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { BusyBar } from '#web/ui/BusyBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { DueDateReminders } from './DueDateReminders.tsx';
import { refreshLoanDetails, saveAlerts } from './loan-changes.ts';
import styles from './loan-details.module.css';

/** The account's alerts (M 4); changes apply on Save. */
export function AlertPreferences({ details }: { readonly details: LoanDetails }) {
  const saving = useLabel('alerts.saving');
  const { alerts, shown, round, dirty, busy, failure, saved, change, getAlerts, save, revert } =
    useEditedAlerts(details);
  const [consentFailed, setConsentFailed] = useState(false);
  const consent = useTextingConsent();
  useUnsavedChanges(dirty);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save();
  }

  /** The first text message requires accepting its terms; otherwise it stays off (M 4). */
  async function changeText(occasion: Occasion, on: boolean) {
    const turn = (to: boolean) => {
      const now = getAlerts();
      change({ ...now, text: { ...now.text, [occasion]: to } });
    };
    setConsentFailed(false);
    turn(on);
    // It was on before, so no new consent is needed.
    if (!on || shown.text[occasion]) return;
    const answer = await consent.ask();
    if (answer === 'agreed') return;
    setConsentFailed(answer === 'failed');
    turn(false);
  }

  function reset() {
    setConsentFailed(false);
    revert();
  }
  return (
    <>
      <form className={styles.alerts} onSubmit={submit}>
        <fieldset disabled={busy} className={styles.alertRows}>
          <ChannelRows alerts={alerts} onChange={change} onText={(occasion, on) => void changeText(occasion, on)} />
          <DueDateReminders key={round} alerts={alerts} shown={shown} onChange={change} />
        </fieldset>
        {failure && <Problems failure={failure} />}
        {consentFailed && (
          <Alert tone="bad">
            <Text of="textTerms.error" />
          </Alert>
        )}
        {busy && <BusyBar label={saving.label} />}
        {dirty && (
          <div className={styles.formActions}>
            <Button look="quiet" disabled={busy} onClick={reset}>
              <ControlName of="alerts.reset" />
            </Button>
            <Button type="submit" busy={busy}>
              <ControlName of="alerts.save" />
            </Button>
          </div>
        )}
        <output className={styles.saved}>
          {saved && (
            <>
              <Check size={20} strokeWidth={3} aria-hidden="true" />
              <Text of="alerts.saved" />
            </>
          )}
        </output>
      </form>
      {consent.dialog}
    </>
  );
}

function useEditedAlerts(details: LoanDetails) {
  // The form's defaults are the alerts on file.
  const { control, formState, getValues, reset } = useForm<AccountAlerts>({ defaultValues: details.alerts });
  const alerts = useWatch({ control }) as AccountAlerts;
  const shown = formState.defaultValues as AccountAlerts;
  const [round, setRound] = useState(0);
  const [saved, showSaved] = useTransient<true>(SAVED_MS);
  const dirty = !isSameAlerts(alerts, shown);

  function show(onFile: AccountAlerts) {
    reset(onFile);
    setRound((before) => before + 1);
  }

  const { busy, failure, run, clear } = useAction(() => saveAlerts(details.accountNumber, alerts, shown), {
    onDone(kept) {
      show(kept);
      showSaved(true);
    },
    async onFailed(refusal) {
      if (refusal.kind === 'refused' && refusal.codes.includes('Stale')) await layOnWhatIsOnFile();
    },
  });

  async function save() {
    if (dirty) await run();
  }

  /** Reloads the saved alerts and keeps local changes, except to alerts changed elsewhere too. */
  async function layOnWhatIsOnFile() {
    const fresh = await refreshLoanDetails(details.accountNumber);
    if (!fresh) return;
    const typed = getValues();
    reset(fresh.alerts);
    change(rebaseAlerts(typed, shown, fresh.alerts));
  }

  function change(changed: AccountAlerts) {
    reset(changed, { keepDefaultValues: true });
  }

  function revert() {
    clear();
    show(details.alerts);
  }
  return { alerts, shown, round, dirty, busy, failure, saved, change, getAlerts: getValues, save, revert };
}

interface AlertsProps {
  readonly alerts: AccountAlerts;
  readonly onChange: (alerts: AccountAlerts) => void;
}

const occasions = ['delinquent', 'statement'] as const satisfies readonly (keyof ChannelAlerts)[];

type Occasion = (typeof occasions)[number];

interface ChannelRowsProps extends AlertsProps {
  readonly onText: (occasion: Occasion, on: boolean) => void;
}

function ChannelRows({ alerts, onChange, onText }: ChannelRowsProps) {
  const textsOffered = useOption('globalOptions.useTextMessagesOption');
  const profile = fetched(useQuery({ ...profileQuery, enabled: textsOffered }));
  const hasPhone = profile.state === 'ready' && profile.value.texting.hasPhone;
  const text = useTexts();
  const rows = occasions.map((occasion) => {
    const words = text(`alerts.${occasion}`) ?? '';
    const named = (channel: 'alerts.email' | 'alerts.text') =>
      text('alerts.byChannel', { alert: words, channel: text(channel) ?? '' }) ?? words;
    return (
      <div key={occasion} className={styles.alertRow}>
        <span className={styles.alertName}>{words}</span>
        <Checkbox
          label={<Text of="alerts.email" />}
          aria-label={named('alerts.email')}
          checked={alerts.email[occasion]}
          onChange={(event) =>
            onChange({ ...alerts, email: { ...alerts.email, [occasion]: event.currentTarget.checked } })
          }
        />
        {textsOffered && (
          <Checkbox
            label={<Text of="alerts.text" />}
            aria-label={named('alerts.text')}
            checked={alerts.text[occasion]}
            // Turning one off needs no phone.
            disabled={!hasPhone && !alerts.text[occasion]}
            onChange={(event) => onText(occasion, event.currentTarget.checked)}
          />
        )}
      </div>
    );
  });
  return (
    <>
      {profile.state === 'failed' && (
        <SectionProblem of="alerts.phoneUnknown" busy={profile.busy} onTryAgain={profile.tryAgain} />
      )}
      {profile.state === 'ready' && !hasPhone && (
        <p className={styles.note}>
          <Text of="notifications.noPhone" />
        </p>
      )}
      {rows}
    </>
  );
}

/** Shows the server's own sentences if it sent any (M 8). */
function Problems({ failure }: { readonly failure: Failure }) {
  const errors = failure.kind === 'refused' ? failure.codes : [];
  const generic = useText('alerts.error');
  const conflict = useText('alerts.conflict');
  if (errors.includes('Stale')) return <Alert tone="warn">{conflict}</Alert>;
  const told = errors.filter((message) => message.includes(' '));
  return <Alert tone="bad">{told.length > 0 ? told.join(' ') : generic}</Alert>;
}
