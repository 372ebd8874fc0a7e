import { useState } from 'react';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { StepProps } from '#web/kit/use-steps.ts';
import type { Loan, PaymentFacts } from '../payment-facts.ts';
import { listSavedMethods } from '../method-plan.ts';
import type { PaymentPlan } from '../payment-plan.ts';
import type { MethodChoice, MethodValue, PaymentValues } from '../payment-values.ts';
import { useStepForm } from '../use-step-form.ts';

interface Asking extends StepProps<PaymentValues, 'method', PaymentFacts> {
  readonly loan: Loan;
  readonly plan: PaymentPlan;
}

/** The current question of the method step and its answers (P 4). */
export function useMethodQuestions({ facts: { settings }, loan, plan, onChange, onDone }: Asking) {
  const { type, paying } = plan.method;
  const { savedMethods, terms } = loan;
  const { asked, handleSubmit, startOver } = useStepForm<MethodValue>({ type, choice: plan.method.choice }, onChange);
  const [pastPanel, setPastPanel] = useState(false);
  const panelOf = (wanted: PaymentType | null) =>
    wanted === 'Card' && !pastPanel ? plan.available.thirdPartyCards : null;
  /** Without a saved method of the type, the dialog opens by itself (P 4). */
  const hasNone = (wanted: PaymentType) => listSavedMethods(wanted, savedMethods, terms, settings).length === 0;
  const [adding, setAdding] = useState(type !== null && !paying && !panelOf(type) && hasNone(type));

  return {
    asked,
    /** Whether the dialog for a new method is open. */
    adding,
    setAdding,
    /** The third party that takes this account's cards, until the customer continues. */
    panel: panelOf(type),
    chooseType(chosen: PaymentType) {
      startOver({ type: chosen, choice: defaultChoice(chosen, loan) });
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
    proceed: handleSubmit(() => {
      if (paying) {
        // Accepting the default is a choice too.
        onChange({ type, choice: plan.method.choice });
        onDone();
      } else if (type && hasNone(type)) setAdding(true);
    }),
  };
}

/** Null unless the loan's default method has this type. */
function defaultChoice(type: PaymentType, { terms }: Loan): MethodChoice | null {
  const { defaultMethod } = terms;
  return defaultMethod?.type === type ? { kind: 'saved', profileId: defaultMethod.profileId } : null;
}
