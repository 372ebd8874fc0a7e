import type { MaskInputOptions } from 'maska';
import { useForm } from 'react-hook-form';
import { identityToWire } from '#common/identity/recovery.wire.ts';
import { day } from '#common/core/dates.ts';
import {
  type RecoveryEntry,
  type RecoveryFields,
  validateRecoveryEntry,
} from '#common/identity/rules/validate-recovery.ts';
import { call } from '#web/data/client.ts';
import { clock } from '#web/data/clock.ts';
import { useAction } from '#web/data/use-action.ts';
import { useInstitutionTimeZone } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { dateMask, zipMask } from '#web/kit/entry-masks.ts';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import type { StepProps } from '#web/kit/use-steps.ts';
import { Button } from '#web/ui/Button.tsx';
import { MaskedTextField } from '#web/ui/MaskedTextField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './Recovery.module.css';
import { RecoveryRefusal } from './RecoveryRefusal.tsx';
import { emptyEntry, type FoundIdentity, type RecoveryValues } from './recovery-values.ts';
import { useRecoveryFields } from './use-recovery-fields.ts';

const branchMask: MaskInputOptions = { mask: '####' };

/** Identifies the customer with the fields the institution shows, all required (A 5). */
export function IdentityStep({ onChange, onDone }: StepProps<RecoveryValues, 'identity'>) {
  const fields = useRecoveryFields();
  const timeZone = useInstitutionTimeZone();
  const { formState, handleSubmit, register, trigger } = useForm<RecoveryEntry>({
    mode: 'onTouched',
    defaultValues: emptyEntry,
    resolver: rulesResolver((entry: RecoveryEntry) => {
      const today = day(clock.nowIn(timeZone).toPlainDate().toString());
      return validateRecoveryEntry(entry, fields, today);
    }),
  });
  const error = useFieldErrors(formState.errors);
  const { busy, failure, run } = useIdentification(fields, (found) => {
    onChange(found);
    onDone();
  });
  return (
    <>
      <RecoveryRefusal failure={failure} />
      <Form
        className={styles.form}
        onSubmit={handleSubmit(run)}
        // A disabled button would ignore Enter without a message.
        onKeyDown={({ key }) => {
          if (key === 'Enter' && !formState.isValid) void trigger();
        }}
      >
        <Field
          use={TextField}
          label="recovery.emailAddress"
          hideWhen="recoveryOptions.hideEmailAddress"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={error('emailAddress')}
          {...register('emailAddress')}
        />
        <Field
          use={MaskedTextField}
          label="recovery.dateOfBirth"
          hint="recovery.dateOfBirthHint"
          hideWhen="recoveryOptions.hideDateOfBirth"
          mask={dateMask}
          inputMode="numeric"
          autoComplete="bday"
          error={error('dateOfBirth')}
          {...register('dateOfBirth')}
        />
        <div className={styles.pair}>
          <Field
            use={MaskedTextField}
            label="recovery.zipCode"
            hideWhen="recoveryOptions.hideZipCode"
            mask={zipMask}
            inputMode="numeric"
            autoComplete="postal-code"
            error={error('zipCode')}
            {...register('zipCode')}
          />
          <Field
            use={MaskedTextField}
            label="recovery.branch"
            hint="recovery.branchHint"
            hideWhen="recoveryOptions.hideBranchNumber"
            mask={branchMask}
            inputMode="numeric"
            autoComplete="off"
            error={error('branch')}
            {...register('branch')}
          />
        </div>
        <Button type="submit" wide disabled={!formState.isValid} busy={busy}>
          <ControlName of={busy ? 'recovery.continuing' : 'recovery.continue'} />
        </Button>
      </Form>
    </>
  );
}

function useIdentification(fields: RecoveryFields, onFound: (found: FoundIdentity) => void) {
  return useAction(
    (entry: RecoveryEntry) => call('POST /api/Recovery/GetSecretQuestion', { body: identityToWire(entry, fields) }),
    {
      onDone: ({ Credentials: { LogonName: loginName, SecretQuestion: question } }, entry) =>
        onFound({ entry, loginName, question }),
    },
  );
}
