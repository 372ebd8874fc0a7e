import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { NumberedPreferences } from '#common/profile/profile.wire.ts';
import {
  isOptOut,
  isSameNotifications,
  type NotificationChannel,
  type NotificationFlag,
  type NotificationPreferences,
  withoutTexts,
} from '#common/profile/rules/notifications.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { problemText, type ProblemTexts } from '#web/data/problem-text.ts';
import { useAction } from '#web/data/use-action.ts';
import { refreshProfile, saveNotifications, type Texting } from '#web/profile/profile-data.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useTextingConsent } from '#web/profile/texting/use-texting-consent.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useTransient } from '#web/kit/use-transient.ts';
import { Switch } from '#web/ui/Switch.tsx';
import styles from '../profile.module.css';
import { SAVED_MS, SaveBar, SavedMark } from '../SaveBar.tsx';
import { NotificationTable } from './NotificationTable.tsx';

const texts: ProblemTexts<'Stale'> = {
  codes: { Stale: 'notifications.stale' },
  other: 'notifications.error',
  failed: 'notifications.error',
};

interface NotificationsProps {
  readonly saved: NumberedPreferences;
  readonly texting: Texting;
}

/** Notifications of sign-ins and payments, by email and text message (M 2, M 4). */
export function Notifications({ saved, texting }: NotificationsProps) {
  // Shows what is saved here or elsewhere.
  const { control, getValues, reset, setValue } = useForm<NotificationPreferences>({ values: saved.preferences });
  const preferences = useWatch({ control }) as NotificationPreferences;
  const [consentFailed, setConsentFailed] = useState(false);
  const [isSaved, showSaved] = useTransient<true>(SAVED_MS);
  const consent = useTextingConsent();
  const turnOffAll = useLabel('notifications.turnOffAll');
  const offersTexts = useOption('globalOptions.useTextMessagesOption');
  const saving = useAction(saveNotifications, {
    onDone(kept) {
      reset(kept.preferences);
      showSaved(true);
      // Choosing the first text message permits texts to the phone, which the profile shows.
      void refreshProfile();
    },
  });
  const { busy } = saving;
  const problem = consentFailed ? 'textTerms.error' : saving.failure && problemText(saving.failure, texts);
  const dirty = !isSameNotifications(preferences, saved.preferences);
  useUnsavedChanges(dirty);

  async function change(channel: NotificationChannel, flag: NotificationFlag, on: boolean) {
    forgetProblems();
    setValue(`${channel}.${flag}`, on);
    if (channel !== 'text' || !on || isOptOut(flag)) return;
    const answer = await consent.ask();
    if (answer === 'agreed') return;
    setConsentFailed(answer === 'failed');
    // Declining the terms keeps texts off (M 4).
    if (texting.isAgreed) setValue(`text.${flag}`, false);
    else setValue('text', withoutTexts(getValues()).text);
  }

  async function save() {
    setConsentFailed(false);
    if (dirty) await saving.run({ sequenceNumber: saved.sequenceNumber, preferences });
  }

  function forgetProblems() {
    setConsentFailed(false);
    saving.clear();
  }

  function cancel() {
    forgetProblems();
    reset(saved.preferences);
  }
  return (
    <Section heading="notifications.heading" info="notifications.info" fold={null}>
      <Form className={styles.form} onSubmit={save}>
        {offersTexts && !texting.hasPhone && <Hint of="notifications.noPhone" />}
        <NotificationTable
          preferences={preferences}
          disabled={busy}
          offersTexts={offersTexts}
          hasPhone={texting.hasPhone}
          onChange={(channel, flag, on) => void change(channel, flag, on)}
        />
        <Hint of="notifications.alwaysInfo" />
        <div className={styles.optOuts}>
          <Switch
            {...turnOffAll}
            checked={preferences.turnOffAll}
            disabled={busy}
            onChange={(on) => setValue('turnOffAll', on)}
          />
          {preferences.turnOffAll && <Hint of="notifications.allOff" />}
        </div>
        {problem && (
          <FocusedAlert key={problem}>
            <Text of={problem} />
          </FocusedAlert>
        )}
        <SaveBar dirty={dirty} valid busy={busy} onCancel={cancel} />
        <SavedMark shown={isSaved === true} />
      </Form>
      {consent.dialog}
    </Section>
  );
}

function Hint({ of }: { readonly of: TextKey }) {
  return (
    <p className={styles.hint}>
      <Text of={of} />
    </p>
  );
}
