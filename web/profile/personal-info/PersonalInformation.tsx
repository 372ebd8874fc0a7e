import { useState } from 'react';
import type { Contacts } from '#common/profile/profile.wire.ts';
import type { PhoneOnFile } from '#common/profile/rules/phones.ts';
import { problemText, type ProblemTexts, textsByCode } from '#web/data/problem-text.ts';
import { type Outcome, useAction } from '#web/data/use-action.ts';
import { saveContacts } from '#web/profile/profile-data.ts';
import { useOption } from '#web/institution/settings.ts';
import { Form } from '#web/kit/Form.tsx';
import { Section } from '#web/kit/Section.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useTransient } from '#web/kit/use-transient.ts';
import { Conflicts } from '../Conflicts.tsx';
import { Problems } from '../Problems.tsx';
import styles from '../profile.module.css';
import { ProfileRow } from '../ProfileRow.tsx';
import { SAVED_MS, SaveBar, SavedMark } from '../SaveBar.tsx';
import { useRows } from '../use-rows.ts';
import { TextingDialog } from '../texting/TextingDialog.tsx';
import { AddressFields } from './AddressFields.tsx';
import { AddressOnFile, PhonesOnFile } from './OnFile.tsx';
import { PhoneFields } from './PhoneFields.tsx';
import { usePersonalInfo } from './use-personal-info.ts';

/** The customer's addresses and phones (M 2, M 4, M 5). */
export function PersonalInformation({ saved }: { readonly saved: Contacts }) {
  const form = usePersonalInfo(saved);
  const hidesPhones = useOption('profileOptions.hidePhoneSection');
  const [texted, setTexted] = useState<PhoneOnFile | null>(null);
  const [isSaved, showSaved] = useTransient<true>(SAVED_MS);
  useUnsavedChanges(form.dirty);

  const rows = useRows({ address: form.address !== null, phones: form.phones !== null });

  const { busy, failure, run, clear } = useAction(saveIfValid, {
    onDone(kept) {
      form.settle(kept);
      rows.close();
      showSaved(true);
    },
  });

  async function saveIfValid(): Promise<Outcome<Contacts>> {
    if (form.valid) return saveContacts({ shown: saved, ...form });
    form.showErrors();
    return { kind: 'stopped', text: 'personalError.CorrectErrors' };
  }

  async function save() {
    if (form.dirty) await run();
  }

  function cancel() {
    clear();
    form.revert();
    rows.close();
  }

  const footer = (
    <>
      {failure && <Problems of={[problemText(failure, texts)]} />}
      <Conflicts conflicts={form.conflicts} labels={conflictLabels} />
      <SaveBar dirty={form.dirty} valid={form.valid} busy={busy} onCancel={cancel} />
    </>
  );
  return (
    <Section heading="personalInfo.heading" info="personalInfo.info">
      <Form className={styles.rows} answersEnter onSubmit={save}>
        <ProfileRow
          name="personalInfo.addressHeading"
          value={<AddressOnFile address={saved.address} />}
          state={rows.stateOf('address', footer)}
        >
          <AddressFields form={form} disabled={busy} />
        </ProfileRow>
        {!hidesPhones && (
          <ProfileRow
            name="personalInfo.phoneHeading"
            value={<PhonesOnFile phones={saved.phones} onTexting={setTexted} />}
            state={rows.stateOf('phones', footer)}
          >
            <PhoneFields form={form} saved={saved} disabled={busy} onTexting={setTexted} />
          </ProfileRow>
        )}
        <SavedMark shown={isSaved === true} />
      </Form>
      {texted && <TextingDialog key={texted.number} phone={texted} contacts={saved} onClose={() => setTexted(null)} />}
    </Section>
  );
}

const conflictLabels = {
  address1: 'personalInfo.address1',
  city: 'personalInfo.city',
  state: 'personalInfo.state',
  zipCode: 'personalInfo.zipCode',
  phone1: 'personalInfo.phone1',
  phone2: 'personalInfo.phone2',
  // With only two choices, a change here and elsewhere is the same change.
  primary: 'personalInfo.phoneHeading',
} as const;

const namedCodes = [
  'CorrectErrors',
  'ZipCityNoMatch',
  'ContainsPOBox',
  'InvalidCurrentPassword',
  'MaxAttemptsReached',
  'SamePhoneTwice',
] as const;

/** The error catalog of Personal Information (M 8). */
const texts: ProblemTexts<(typeof namedCodes)[number] | 'Stale'> = {
  codes: { ...textsByCode(namedCodes, (code) => `personalError.${code}`), Stale: 'profileError.Stale' },
  other: 'personalError.Error',
  failed: 'personalError.Error',
};
