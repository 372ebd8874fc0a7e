import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Contacts } from '#common/profile/profile.wire.ts';
import { formatPhone, type PhoneOnFile } from '#common/profile/rules/phones.ts';
import { changesBetween, optsIn, revertFailed, type Subscription } from '#common/profile/rules/subscriptions.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { refreshProfile, saveContacts } from '#web/profile/profile-data.ts';
import type { TextingConsent } from './use-texting-consent.tsx';
import { type LoadProblem, loadSubscriptions, type ModifyProblem, modifySubscriptions } from './texting-data.ts';

/** `finishing`: the changes are made, but the profile doesn't show them yet; can be retried. */
export type TextingStage = 'opening' | 'ready' | 'saving' | 'finishing' | 'closed';

export interface TextingProblem {
  readonly text: TextKey;
  /** Of a gateway that failed. */
  readonly reference?: string | undefined;
}

export interface Texting {
  readonly stage: TextingStage;
  readonly options: readonly Subscription[];
  readonly problem: TextingProblem | null;
  readonly changed: boolean;
  readonly set: (brandingId: string, flag: 'marketing' | 'account', on: boolean) => void;
  readonly save: () => Promise<void>;
  /** Retries the last part of a save. */
  readonly retry: () => Promise<void>;
  readonly giveUp: () => void;
}

interface TextingOptions {
  readonly phone: PhoneOnFile;
  readonly contacts: Contacts;
  readonly consent: TextingConsent;
  readonly onDone: () => void;
}

/** Text subscriptions of one phone: terms, loading, and saving in two parts, either of which may fail (M 4). */
export function useTexting({ phone, contacts, consent, onDone }: TextingOptions): Texting {
  const [stage, setStage] = useState<TextingStage>('opening');
  // The form's defaults are what the provider has.
  const { control, formState, reset, setValue } = useForm<{ options: Subscription[] }>({
    defaultValues: { options: [] },
  });
  const loaded = (formState.defaultValues?.options ?? []) as Subscription[];
  const options = useWatch({ control, name: 'options' });
  const [problem, setProblem] = useState<TextingProblem | null>(null);
  const phoneNumber = formatPhone(phone.number);
  const changes = changesBetween(loaded, options);

  const open = useEffectEvent(async (isHere: () => boolean) => {
    const answer = await consent.ask();
    if (!isHere()) return;
    if (answer !== 'agreed') {
      setProblem({ text: answer === 'disagreed' ? 'textingError.userDisagree' : 'textingError.agreement' });
      setStage('closed');
      return;
    }
    const result = await loadSubscriptions(phoneNumber);
    if (!isHere()) return;
    if ('kind' in result) {
      setProblem(problemOf(result));
      setStage('closed');
      return;
    }
    reset({ options: result });
    setStage('ready');
  });

  useEffect(() => {
    let isHere = true;
    queueMicrotask(() => void open(() => isHere));
    return () => {
      isHere = false;
    };
  }, []);

  async function save() {
    if (stage !== 'ready') return;
    setProblem(null);
    if (changes.length === 0) {
      setProblem({ text: 'textingError.unchanged' });
      return;
    }
    setStage('saving');
    const failed = await modifySubscriptions(phoneNumber, changes);
    if (!failed) {
      reset({ options });
      await finish();
      return;
    }
    // Some changes may have been made, and the profile shows them.
    void refreshProfile();
    setStage('ready');
    setProblem(problemOf(failed));
    reset({ options: revertFailed(loaded, options, failed.kind === 'modify' ? failed.outcomes : []) });
  }

  /** The phone list shows whether the phone gets any texts. */
  async function finish() {
    setStage('saving');
    const result = await saveConsent(contacts, phone.number, optsIn(options));
    if (result.kind !== 'answer') {
      setStage('finishing');
      return;
    }
    void refreshProfile();
    onDone();
  }
  return {
    stage,
    options,
    problem,
    changed: changes.length > 0,
    set: (brandingId, flag, on) =>
      setValue(`options.${options.findIndex((option) => option.brandingId === brandingId)}.${flag}`, on),
    save,
    retry: finish,
    giveUp: () => {
      void refreshProfile();
      setStage('ready');
    },
  };
}

function problemOf(failed: LoadProblem | ModifyProblem): TextingProblem {
  return { text: `textingError.${failed.kind}`, reference: 'reference' in failed ? failed.reference : undefined };
}

function saveConsent(contacts: Contacts, number: string, textsAgreed: boolean) {
  const phones = contacts.phones.map((known) => (known.number === number ? { ...known, textsAgreed } : known));
  return saveContacts({ shown: contacts, address: null, phones, oldPassword: '' });
}
