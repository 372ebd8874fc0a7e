import type { MaskInputOptions } from 'maska';
import { useForm } from 'react-hook-form';
import { day } from '#common/core/dates.ts';
import { type RecoveryEntry, validateRecoveryEntry } from '#common/identity/rules/validate-recovery.ts';
import { clock } from '#web/data/clock.ts';
import { useInstitutionTimeZone } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { dateMask, zipMask } from '#web/kit/entry-masks.ts';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { Button } from '#web/ui/Button.tsx';
import { MaskedTextField } from '#web/ui/MaskedTextField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './Recovery.module.css';
import { useRecoveryFields } from './use-recovery-fields.ts';

const branchMask: MaskInputOptions = { mask: '####' };

const empty: RecoveryEntry = { emailAddress: '', dateOfBirth: '', zipCode: '', branch: '' };

interface IdentityStepProps {
  readonly busy: boolean;
  readonly onIdentify: (entry: RecoveryEntry) => Promise<void>;
}

/** Identifies the customer with the fields the institution shows, all required (A 5). */
export function IdentityStep({ busy, onIdentify }: IdentityStepProps) {
  const fields = useRecoveryFields();
  const timeZone = useInstitutionTimeZone();
  const { formState, handleSubmit, register, trigger } = useForm<RecoveryEntry>({
    mode: 'onTouched',
    defaultValues: empty,
    resolver: rulesResolver((entry: RecoveryEntry) => {
      const today = day(clock.nowIn(timeZone).toPlainDate().toString());
      return validateRecoveryEntry(entry, fields, today);
    }),
  });
  const error = useFieldErrors(formState.errors);

  return (
    <Form
      className={styles.form}
      onSubmit={handleSubmit(onIdentify)}
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
  );
}
