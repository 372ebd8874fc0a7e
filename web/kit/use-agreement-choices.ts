import { useForm, useWatch } from 'react-hook-form';
import type { Agreement } from '#common/institution/institution.ts';

export interface AgreementState {
  readonly opened: boolean;
  readonly agreed: boolean;
}

export interface AgreementChoices {
  readonly stateOf: (agreement: Agreement) => AgreementState;
  readonly change: (agreement: Agreement, state: AgreementState) => void;
  /** The customer tried to continue, so missing ones show errors. */
  readonly isChecked: boolean;
  /** The customer tried to continue without agreeing to all, and changed nothing since. */
  readonly isIncomplete: boolean;
  /** Resolves with whether all are agreed to. */
  readonly check: () => Promise<boolean>;
}

type States = Readonly<Record<string, AgreementState>>;

const untouched: AgreementState = { opened: false, agreed: false };

/** The agreements that the customer opened and agreed to, for `AgreementChoice`. */
export function useAgreementChoices(agreements: readonly Agreement[]): AgreementChoices {
  const { clearErrors, control, formState, handleSubmit, setError, setValue } = useForm<States>();
  const states = useWatch({ control }) as States;
  const { errors, isSubmitted } = formState;
  const stateOf = ({ hostNumber }: Agreement) => states[hostNumber] ?? untouched;
  return {
    stateOf,
    change({ hostNumber }, state) {
      setValue(String(hostNumber), state);
      clearErrors('root');
    },
    isChecked: isSubmitted,
    isIncomplete: errors.root !== undefined,
    async check() {
      await handleSubmit(() => undefined)();
      const isComplete = agreements.every((agreement) => stateOf(agreement).agreed);
      if (!isComplete) setError('root', { type: 'rule' });
      return isComplete;
    },
  };
}
