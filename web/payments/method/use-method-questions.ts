import { useState } from 'react';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { StepProps } from '#web/kit/use-steps.ts';
import type { Loan, PaymentFacts } from '../payment-facts.ts';
import { listSavedMethods } from '../method-plan.ts';
import type { PaymentPlan } from '../payment-plan.ts';
import type { MethodChoice, PaymentValues } from '../payment-values.ts';

interface Asking extends StepProps<PaymentValues, 'method', PaymentFacts> {
  readonly loan: Loan;
  readonly plan: PaymentPlan;
}

/** What the method step asks at the moment, and what its answers lead to (P 4). */
export function useMethodQuestions({ facts: { settings }, loan, plan, onChange, onDone }: Asking) {
  const { type, paying } = plan.method;
  const { savedMethods, terms } = loan;
  /** The person wanted to go on, so that what is missing is said. */
  const [asked, setAsked] = useState(false);
  const [pastPanel, setPastPanel] = useState(false);
  const panelOf = (wanted: PaymentType | null) =>
    wanted === 'Card' && !pastPanel ? plan.available.thirdPartyCards : null;
  /** Without a saved method of the type there is nothing to choose from: the dialog opens by itself (P 4). */
  const hasNone = (wanted: PaymentType) => listSavedMethods(wanted, savedMethods, terms, settings).length === 0;
  const [adding, setAdding] = useState(type !== null && !paying && !panelOf(type) && hasNone(type));

  return {
    asked,
    /** Whether the dialog for a new method is open. */
    adding,
    setAdding,
    /** The third party that takes cards for this account, until the person passes it. */
    panel: panelOf(type),
    chooseType(chosen: PaymentType) {
      setAsked(false);
      onChange({ type: chosen, choice: defaultChoice(chosen, loan) });
      setAdding(!panelOf(chosen) && hasNone(chosen));
    },
    passPanel() {
      setPastPanel(true);
      setAdding(type !== null && hasNone(type));
    },
    choose(choice: MethodChoice | null) {
      setAdding(false);
      onChange({ type, choice });
    },
    proceed() {
      setAsked(true);
      if (paying) {
        // A default that was taken is an answer, too.
        onChange({ type, choice: plan.method.choice });
        onDone();
      } else if (type && hasNone(type)) setAdding(true);
    },
  };
}

/** The loan's default method, when it is of this type. */
function defaultChoice(type: PaymentType, { terms }: Loan): MethodChoice | null {
  const { defaultMethod } = terms;
  return defaultMethod?.type === type ? { kind: 'saved', profileId: defaultMethod.profileId } : null;
}
