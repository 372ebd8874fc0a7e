import { useState } from 'react';
import type { Contacts } from '#common/profile/profile.wire.ts';
import type { Telephone } from '#common/profile/rules/telephones.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { saveContacts, type SaveCodes } from '#web/profile/profile-data.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Form } from '#web/kit/Form.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useTransient } from '#web/kit/use-transient.ts';
import { Conflicts } from '../Conflicts.tsx';
import { Problems } from '../Problems.tsx';
import styles from '../profile.module.css';
import { SAVED_MS, SaveBar } from '../SaveBar.tsx';
import { TextingDialog } from '../texting/TextingDialog.tsx';
import { AddressFields } from './AddressFields.tsx';
import { PhoneFields } from './PhoneFields.tsx';
import { usePersonalInfo } from './use-personal-info.ts';

/** Where the customer lives and can be called (M 2, M 4, M 5). */
export function PersonalInformation({ saved }: { readonly saved: Contacts }) {
  const form = usePersonalInfo(saved);
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<SaveCodes | null>(null);
  const [texted, setTexted] = useState<Telephone | null>(null);
  const [isSaved, showSaved] = useTransient<true>(SAVED_MS);
  useUnsavedChanges(form.dirty);

  async function save() {
    if (!form.dirty || busy) return;
    if (!form.valid) {
      form.leaveAll();
      setCodes(['CorrectErrors']);
      return;
    }
    setBusy(true);
    setCodes(null);
    const { address, telephones, oldPassword } = form;
    const result = await saveContacts({ shown: saved, address, telephones, oldPassword });
    setBusy(false);
    if ('codes' in result) {
      setCodes(result.codes);
      return;
    }
    form.settle(result.saved);
    showSaved(true);
  }

  function cancel() {
    setCodes(null);
    form.revert();
  }
  return (
    <Section heading="personalInfo.heading" info="personalInfo.info">
      <Form className={styles.form} answersEnter onSubmit={save}>
        <div className={styles.group}>
          <h3>
            <Text of="personalInfo.addressHeading" />
          </h3>
          <AddressFields form={form} disabled={busy} />
        </div>
        <PhoneFields form={form} saved={saved} disabled={busy} onTexting={setTexted} />
        {codes && <PersonalProblems codes={codes} />}
        <Conflicts conflicts={form.conflicts} labels={conflictLabels} />
        <SaveBar dirty={form.dirty} valid={form.valid} busy={busy} saved={isSaved === true} onCancel={cancel} />
      </Form>
      {texted && (
        <TextingDialog key={texted.number} telephone={texted} contacts={saved} onClose={() => setTexted(null)} />
      )}
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
  // Of two choices, one that was made here and elsewhere is the same.
  primary: 'personalInfo.phoneHeading',
} as const;

/** Codes with words of their own; every other is the general error (M 8). */
const words: Readonly<Record<string, TextKey>> = {
  CorrectErrors: 'personalError.CorrectErrors',
  ZipCityNoMatch: 'personalError.ZipCityNoMatch',
  ContainsPOBox: 'personalError.ContainsPOBox',
  InvalidCurrentPassword: 'personalError.InvalidCurrentPassword',
  MaxAttemptsReached: 'personalError.MaxAttemptsReached',
  SamePhoneTwice: 'personalError.SamePhoneTwice',
  Stale: 'profileError.Stale',
};

function PersonalProblems({ codes }: { readonly codes: SaveCodes }) {
  const text = useTexts();
  const [code = ''] = codes;
  return <Problems messages={[text(words[code] ?? 'personalError.Error') ?? '']} />;
}
