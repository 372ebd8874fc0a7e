import { Check } from 'lucide-react';
import { useState } from 'react';
import { useController, type Control, useForm } from 'react-hook-form';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import {
  type MailingAddress,
  sanitizeAddressText,
  sanitizeZipCode,
  validateAddress,
} from '#common/core/mailing-address.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { problemText, type ProblemTexts, textsByCode } from '#web/data/problem-text.ts';
import { type Failure, useAction } from '#web/data/use-action.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { StateAndZip } from '#web/kit/StateAndZip.tsx';
import { stateOptions } from '#web/kit/state-options.ts';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { SAVED_MS, useTransient } from '#web/kit/use-transient.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { BusyBar } from '#web/ui/BusyBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { refreshLoanDetails, saveAddress } from './loan-changes.ts';
import styles from './loan-details.module.css';

/** Changes a loan's mailing address (M 4, M 5). */
export function MailingAddressForm({ details }: { readonly details: LoanDetails }) {
  const { control, formState, handleSubmit, reset } = useForm<MailingAddress>({
    mode: 'onTouched',
    defaultValues: details.address,
    resolver: rulesResolver(validateAddress),
  });
  const { isDirty, isValid } = formState;
  const error = useFieldErrors(formState.errors);
  const text = useTexts();
  const [mustCorrect, setMustCorrect] = useState(false);
  const [shown, setShown] = useState(details.address);
  const [saved, showSaved] = useTransient<true>(SAVED_MS);
  useUnsavedChanges(isDirty);

  const saving = useAction((address: MailingAddress) => saveAddress(details.accountNumber, address, shown), {
    onDone(kept) {
      setShown(kept);
      reset(kept);
      showSaved(true);
    },
    async onFailed(failure) {
      if (isStale(failure)) await compareAnew();
    },
  });

  async function save(address: MailingAddress) {
    setMustCorrect(false);
    if (isDirty) await saving.run(address);
  }

  /** Loads the address changed elsewhere and shows it next to the entry; the next Save replaces it. */
  async function compareAnew() {
    const fresh = await refreshLoanDetails(details.accountNumber);
    if (!fresh) return;
    setShown(fresh.address);
    reset(fresh.address, { keepValues: true });
  }

  function revert() {
    setMustCorrect(false);
    saving.clear();
    setShown(details.address);
    reset(details.address);
  }
  const field = { control, disabled: saving.busy };
  return (
    <Form className={styles.form} answersEnter onSubmit={handleSubmit(save, () => setMustCorrect(true))}>
      <AddressLine {...field} name="address1" label="mailingAddress.address1" error={error('address1')} />
      <AddressLine {...field} name="city" label="mailingAddress.city" error={error('city')} />
      <StateAndZip>
        <StateField {...field} placeholder={text('mailingAddress.chooseState') ?? ''} error={error('state')} />
        <AddressLine {...field} name="zipCode" label="mailingAddress.zipCode" error={error('zipCode')} />
      </StateAndZip>
      {mustCorrect ? (
        <Alert tone="bad">
          <Text of="addressSaveError.CorrectErrors" />
        </Alert>
      ) : (
        saving.failure && <SaveProblem failure={saving.failure} shown={shown} />
      )}
      {saving.busy && <Saving />}
      {isDirty && (
        <div className={styles.formActions}>
          <Button look="quiet" disabled={saving.busy} onClick={revert}>
            <ControlName of="mailingAddress.reset" />
          </Button>
          <Button type="submit" disabled={!isValid} busy={saving.busy}>
            <ControlName of="mailingAddress.save" />
          </Button>
        </div>
      )}
      <output className={styles.saved}>
        {saved && (
          <>
            <Check size={20} strokeWidth={3} aria-hidden="true" />
            <Text of="mailingAddress.saved" />
          </>
        )}
      </output>
    </Form>
  );
}

function addressLine({ address1, city, state, zipCode }: MailingAddress): string {
  return `${address1}, ${city}, ${state} ${zipCode}`;
}

interface FieldProps {
  readonly control: Control<MailingAddress>;
  readonly disabled: boolean;
  readonly error: string | undefined;
}

const autoComplete = { address1: 'address-line1', city: 'address-level2', zipCode: 'postal-code' } as const;

interface AddressLineProps extends FieldProps {
  readonly name: keyof typeof autoComplete;
  readonly label: TextKey;
}

/** A field of the address, cleaned while typing (M 5). */
function AddressLine({ control, name, label, disabled, error }: AddressLineProps) {
  const { field } = useController({ control, name });
  const clean = name === 'zipCode' ? sanitizeZipCode : sanitizeAddressText;
  return (
    <Field
      use={TextField}
      label={label}
      autoComplete={autoComplete[name]}
      {...(name === 'zipCode' ? { inputMode: 'numeric' as const } : {})}
      {...field}
      disabled={disabled}
      error={error}
      onChange={(event) => field.onChange(clean(event.currentTarget.value))}
    />
  );
}

function StateField({ control, placeholder, disabled, error }: FieldProps & { readonly placeholder: string }) {
  const { field } = useController({ control, name: 'state' });
  return (
    <Field
      use={SelectField}
      label="mailingAddress.state"
      autoComplete="address-level1"
      options={stateOptions}
      placeholder={placeholder}
      {...field}
      disabled={disabled}
      error={error}
    />
  );
}

const namedCodes = ['CorrectErrors', 'ZipCityNoMatch', 'Error'] as const;

const texts: ProblemTexts<(typeof namedCodes)[number]> = {
  codes: textsByCode(namedCodes, (code) => `addressSaveError.${code}`),
  other: 'addressSaveError.Error',
  failed: 'addressSaveError.connection',
};

function isStale(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.codes[0] === 'Stale';
}

/** Shows the institution's text for a code, or the server's own sentence (M 8). */
function SaveProblem({ failure, shown }: { readonly failure: Failure; readonly shown: MailingAddress }) {
  if (isStale(failure)) {
    return (
      <Alert tone="warn">
        <Text of="mailingAddress.conflict" with={{ onFile: addressLine(shown) }} />
      </Alert>
    );
  }
  const sentence = failure.kind === 'refused' ? failure.codes[0] : undefined;
  return <Alert tone="bad">{sentence?.includes(' ') ? sentence : <Text of={problemText(failure, texts)} />}</Alert>;
}

function Saving() {
  const { label } = useLabel('mailingAddress.saving');
  return <BusyBar label={label} />;
}
