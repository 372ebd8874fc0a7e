import { useState } from 'react';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from '../Register.module.css';
import { SectionForm } from '../SectionForm.tsx';
import type { Registration } from '../use-registration.ts';

/** The code sent to the e-mail address; the right one opens the next section (A 2.8, A 4). */
export function EmailCodeSection({ registration }: { readonly registration: Registration }) {
  const { emailCode, values } = registration;
  const text = useTexts();
  const working = useLabel('registerCode.working');
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const to = values.emailAddress.trim();

  async function check() {
    if (emailCode.verified) {
      await registration.goOn();
      return;
    }
    setMissing(code === '');
    if (code === '' || emailCode.busy) return;
    if (await emailCode.check(code)) await registration.goOn();
  }

  async function resend() {
    if (emailCode.busy) return;
    setCode('');
    setMissing(false);
    await emailCode.resend(to, values.firstName.trim());
  }
  return (
    <SectionForm registration={registration} onSubmit={check} busy={emailCode.busy || registration.busy}>
      <div>
        <h2 tabIndex={-1}>
          <Text of="registerCode.heading" />
        </h2>
        {emailCode.sent && (
          <p className={styles.intro}>
            <Text of="registerCode.sent" with={[<strong key="to">{to}</strong>]} />
          </p>
        )}
      </div>
      <Field
        use={TextField}
        label="registerCode.label"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value.replaceAll(/\s/g, ''))}
        error={isMissing && code === '' ? text('registerCode.required') : undefined}
        aside={
          // Stays mounted while busy, so keyboard users keep the focus.
          <Button look="text" onClick={() => void resend()}>
            <ControlName of="registerCode.resend" />
          </Button>
        }
      />
      {emailCode.busy && <SpinnerView label={working.label} size={40} />}
    </SectionForm>
  );
}
