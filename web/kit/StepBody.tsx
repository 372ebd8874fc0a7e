import type { ComponentType } from 'react';
import type { AnyStep, StepProps, Steps } from './use-steps.ts';

interface StepBodyProps<Values, Facts> {
  readonly wizard: Steps<Values, Facts>;
  readonly step: AnyStep<Values, Facts>;
}

export function StepBody<Values, Facts>({ wizard, step }: StepBodyProps<Values, Facts>) {
  const Component: ComponentType<StepProps<Values, typeof step.id, Facts>> = step.component;
  return (
    <Component
      key={step.id}
      value={wizard.values[step.id]}
      values={wizard.values}
      facts={wizard.facts}
      onChange={(value) => wizard.change(step.id, value)}
      onDone={() => wizard.finish(step.id)}
    />
  );
}
