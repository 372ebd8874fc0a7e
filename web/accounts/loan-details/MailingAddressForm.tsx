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
import { useLabel, useOption, useText, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { Section } from '#web/kit/Section.tsx';
import { StateAndZip } from '#web/kit/StateAndZip.tsx';
import { stateOptions } from '#web/kit/state-options.ts';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { useTransient } from '#web/kit/use-transient.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { BusyBar } from '#web/ui/BusyBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { refreshLoanDetails, saveAddress, type SaveFailure } from './loan-data.ts';
import styles from './loan-details.module.css';

/** How long the check mark shows (M 9). */
export const SAVED_MS = 3_000;

interface MailingAddressFormProps {
  readonly details: LoanDetails;
  readonly closed: boolean;
}

/** Where letters about the loan go (M 4, M 5); of a closed loan it only shows. */
export function MailingAddressForm({ details, closed }: MailingAddressFormProps) {
  const hidden = useOption('loanDetailsOptions.hideAddress');
  if (hidden) return null;
  return (
    <Section heading="mailingAddress.heading" info="mailingAddress.info">
      <div className={styles.body}>
        <p className={styles.printedAddress}>
          {details.address.address1}
          <br />
          {details.address.city}, {details.address.state} {details.address.zipCode}
        </p>
        <AddressForm details={details} closed={closed} />
      </div>
    </Section>
  );
}

function AddressForm({ details, closed }: MailingAddressFormProps) {
  const { control, formState, handleSubmit, reset } = useForm<MailingAddress>({
    mode: 'onTouched',
    defaultValues: details.address,
    resolver: rulesResolver(validateAddress),
  });
  const { isDirty, isSubmitting, isValid } = formState;
  const error = useFieldErrors(formState.errors);
  const text = useTexts();
  const [problem, setProblem] = useState<SaveFailure | null>(null);
  const [shown, setShown] = useState(details.address);
  const [saved, showSaved] = useTransient<true>(SAVED_MS);
  useUnsavedChanges(isDirty);

  async function save(address: MailingAddress) {
    if (!isDirty) return;
    setProblem(null);
    const result = await saveAddress(details.accountNumber, address, shown);
    if (!result.ok) {
      setProblem(result.error);
      if (result.error === 'Stale') await compareAnew();
      return;
    }
    setShown(result.value);
    reset(result.value);
    showSaved(true);
  }

  /** From now on Save replaces the address that was changed elsewhere, which is named beside what was typed. */
  async function compareAnew() {
    const fresh = await refreshLoanDetails(details.accountNumber);
    if (!fresh) return;
    setShown(fresh.address);
    reset(fresh.address, { keepValues: true });
  }

  function revert() {
    setProblem(null);
    setShown(details.address);
    reset(details.address);
  }
  const field = { control, disabled: closed || isSubmitting };
  return (
    <Form className={styles.form} answersEnter onSubmit={handleSubmit(save, () => setProblem('CorrectErrors'))}>
      <AddressLine {...field} name="address1" label="mailingAddress.address1" error={error('address1')} />
      <AddressLine {...field} name="city" label="mailingAddress.city" error={error('city')} />
      <StateAndZip>
        <StateField {...field} placeholder={text('mailingAddress.chooseState') ?? ''} error={error('state')} />
        <AddressLine {...field} name="zipCode" label="mailingAddress.zipCode" error={error('zipCode')} />
      </StateAndZip>
      {problem === 'Stale' ? (
        <Alert tone="warn">
          <Text of="mailingAddress.conflict" with={[addressLine(shown)]} />
        </Alert>
      ) : (
        problem !== null && <SaveProblem problem={problem} />
      )}
      {isSubmitting && <Saving />}
      {isDirty && (
        <div className={styles.formActions}>
          <Button look="quiet" disabled={isSubmitting} onClick={revert}>
            <ControlName of="mailingAddress.reset" />
          </Button>
          <Button type="submit" disabled={!isValid} busy={isSubmitting}>
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

/** A part of the address, cleaned while it is typed (M 5). */
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

const problemTexts: Readonly<Record<string, TextKey>> = {
  CorrectErrors: 'addressSaveError.CorrectErrors',
  Error: 'addressSaveError.Error',
  ZipCityNoMatch: 'addressSaveError.ZipCityNoMatch',
  ConfirmationNeeded: 'confirmIdentity.notDone',
  connection: 'addressSaveError.connection',
};

/** What the server says, in the institution's words where there are any (M 8). */
function SaveProblem({ problem }: { readonly problem: SaveFailure }) {
  const words = useText(problemTexts[problem] ?? 'addressSaveError.Error');
  return <Alert tone="bad">{problem in problemTexts ? words : problem}</Alert>;
}

function Saving() {
  const { label } = useLabel('mailingAddress.saving');
  return <BusyBar label={label} />;
}
