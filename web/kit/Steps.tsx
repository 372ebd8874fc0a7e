import { Check } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './Steps.module.css';
import { StepBody } from './StepBody.tsx';
import type { ShownStep, Steps as Wizard } from './use-steps.ts';

interface StepsProps<Values, Facts> {
  readonly wizard: Wizard<Values, Facts>;
  /** The button that opens a finished step again. */
  readonly changeText: TextKey;
}

/**
 * The frame of a wizard: finished steps collapse to one line, the current one is open, later ones are gray. An opening
 * step takes the focus.
 */
export function Steps<Values, Facts>({ wizard, changeText }: StepsProps<Values, Facts>) {
  const openId = wizard.current?.id;
  const list = useRef<HTMLOListElement>(null);
  const openedBefore = useRef(openId);

  useEffect(() => {
    if (openedBefore.current === openId) return;
    openedBefore.current = openId;
    if (!isElsewhere(list.current)) list.current?.querySelector<HTMLElement>('[data-open-step] h2')?.focus();
  }, [openId]);

  return (
    <Card>
      <ol ref={list}>
        {wizard.shown.map((shown, index) => (
          <StepRow key={shown.step.id} shown={shown} number={index + 1} wizard={wizard} changeText={changeText} />
        ))}
      </ol>
    </Card>
  );
}

/** The user is active elsewhere, so an automatically opened step must not take the focus. */
function isElsewhere(list: HTMLElement | null): boolean {
  const active = document.activeElement;
  return active !== null && active !== document.body && list?.contains(active) !== true;
}

interface StepRowProps<Values, Facts> extends StepsProps<Values, Facts> {
  readonly shown: ShownStep<Values, Facts>;
  readonly number: number;
}

function StepRow<Values, Facts>({ shown: { step, state }, number, wizard, changeText }: StepRowProps<Values, Facts>) {
  const titleId = useId();
  const title = useLabel(step.title);
  const change = useLabel(changeText);
  if (state === 'done') {
    const Summary = step.summary;
    return (
      <li className={classNames(styles.step, styles.done)}>
        <span className={classNames(styles.mark, styles.tick)}>
          <Check size={16} strokeWidth={3} aria-hidden="true" />
        </span>
        <div>
          <VisuallyHidden>
            <h2 id={titleId}>{title.label}</h2>
          </VisuallyHidden>
          {Summary && <Summary values={wizard.values} facts={wizard.facts} />}
        </div>
        <Button look="text" aria-describedby={titleId} onClick={() => wizard.reopen(step.id)}>
          {change.label}
        </Button>
      </li>
    );
  }
  return (
    <li
      className={classNames(styles.step, state === 'waiting' && styles.waiting)}
      data-open-step={state === 'open' || undefined}
      aria-current={state === 'open' ? 'step' : undefined}
    >
      <div className={styles.head}>
        <span className={styles.mark} aria-hidden="true">
          {number}
        </span>
        <h2 tabIndex={-1} className={styles.title}>
          {title.labelHidden ? <VisuallyHidden>{title.label}</VisuallyHidden> : title.label}
        </h2>
      </div>
      {state === 'open' && <StepBody wizard={wizard} step={step} />}
    </li>
  );
}
