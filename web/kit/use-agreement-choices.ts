import { useState } from 'react';
import type { Agreement } from '#common/institution/institution.ts';

export interface AgreementState {
  readonly opened: boolean;
  readonly agreed: boolean;
}

export interface AgreementChoices {
  readonly stateOf: (agreement: Agreement) => AgreementState;
  readonly change: (agreement: Agreement, state: AgreementState) => void;
  readonly allAgreed: boolean;
  /** The customer tried to continue, so missing ones show errors. */
  readonly isChecked: boolean;
  readonly check: () => void;
}

const untouched: AgreementState = { opened: false, agreed: false };

/** What the customer has opened and agreed to, for `AgreementChoice`. */
export function useAgreementChoices(agreements: readonly Agreement[]): AgreementChoices {
  const [states, setStates] = useState<ReadonlyMap<number, AgreementState>>(new Map());
  const [isChecked, setChecked] = useState(false);
  const stateOf = ({ hostNumber }: Agreement) => states.get(hostNumber) ?? untouched;
  return {
    stateOf,
    change: ({ hostNumber }, state) => setStates((before) => new Map(before).set(hostNumber, state)),
    allAgreed: agreements.every((agreement) => stateOf(agreement).agreed),
    isChecked,
    check: () => setChecked(true),
  };
}
