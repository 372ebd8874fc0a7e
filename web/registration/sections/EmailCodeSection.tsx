import { useForm } from 'react-hook-form';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { SendingTrouble } from '#web/kit/SendingTrouble.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from '../Register.module.css';
import { SectionForm } from '../SectionForm.tsx';
import type { Registration } from '../use-registration.ts';

interface CodeEntry {
  readonly code: string;
}

/** The code sent to the email address; the right one opens the next section (A 2.8, A 4). */
export function EmailCodeSection({ facts: registration }: { readonly facts: Registration }) {
  const { emailCode, busy, goOn, checkCode, resendCode } = registration;
  const text = useTexts();
  const working = useLabel('registerCode.working');
  const { formState, handleSubmit, register, reset, setValue } = useForm<CodeEntry>({ defaultValues: { code: '' } });

  async function resend() {
    if (busy) return;
    reset();
    await resendCode();
  }
  return (
    <SectionForm
      registration={registration}
      onSubmit={emailCode.verified ? goOn : handleSubmit(({ code }) => checkCode(code))}
    >
      <div>
        <h2 tabIndex={-1}>
          <Text of="registerCode.heading" />
        </h2>
        {emailCode.sentTo !== undefined && (
          <p className={styles.intro}>
            <Text of="registerCode.sent" with={{ email: <strong>{emailCode.sentTo}</strong> }} />
          </p>
        )}
      </div>
      <SendingTrouble reference={emailCode.trouble} />
      <Field
        use={TextField}
        label="registerCode.label"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        error={formState.errors.code && text('registerCode.required')}
        {...register('code', {
          required: true,
          onChange: ({ target }) => setValue('code', target.value.replaceAll(/\s/g, '')),
        })}
        aside={
          // Stays mounted while busy, so keyboard users keep the focus.
          <Button look="text" onClick={() => void resend()}>
            <ControlName of="registerCode.resend" />
          </Button>
        }
      />
      {(emailCode.send.busy || emailCode.check.busy) && <SpinnerView label={working.label} size={40} />}
    </SectionForm>
  );
}
