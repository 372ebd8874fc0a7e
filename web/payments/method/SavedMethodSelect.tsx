import { isCardExpired } from '#common/payments/rules/card-life.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, SavedMethod } from '#common/payments/rules/payment-types.ts';
import { findUseError } from '#common/payments/rules/submitted-method.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { type SelectOption, SelectField } from '#web/ui/SelectField.tsx';
import { nameOfSaved, submittedSaved } from './method-name.ts';
import { useMethodName } from './use-method-name.ts';

interface SavedMethodSelectProps {
  readonly methods: readonly SavedMethod[];
  readonly selected: SavedMethod | undefined;
  readonly terms: PaymentTerms;
  readonly settings: PaymentSettings;
  readonly missing: boolean;
  readonly onSelect: (profileId: string) => void;
}

/** Saved methods to choose from; an unusable one says why. */
export function SavedMethodSelect(props: SavedMethodSelectProps) {
  const { methods, selected, terms, settings, missing, onSelect } = props;
  const text = useTexts();
  const methodName = useMethodName();
  const problemOf = (method: SavedMethod) => findMethodProblem(method, terms, settings);
  const problem = selected ? problemOf(selected) : missing ? 'payMethodError.required' : undefined;

  function option(method: SavedMethod): SelectOption {
    const name = methodName(nameOfSaved(method));
    const unusable = problemOf(method) === undefined ? null : text('payMethod.notAccepted', { method: name });
    return { value: method.profileId, label: unusable ?? name };
  }
  return (
    <Field
      use={SelectField}
      label="payMethod.saved"
      options={methods.map(option)}
      placeholder={text('payMethod.choose') ?? ''}
      value={selected?.profileId ?? ''}
      error={problem && (text(problem) ?? '')}
      onChange={(event) => onSelect(event.currentTarget.value)}
    />
  );
}

function findMethodProblem(method: SavedMethod, terms: PaymentTerms, settings: PaymentSettings) {
  if (findUseError(submittedSaved(method), terms, settings) === undefined) return undefined;
  const expired = method.type === 'Card' && isCardExpired(method.expiration, terms.today);
  return expired ? 'paymentError.Expired' : 'payMethodError.notAccepted';
}
