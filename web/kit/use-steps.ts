import { type ComponentType, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';

/** What a step's component gets. */
export interface StepProps<Values, Id extends keyof Values, Facts = undefined> {
  /** What this step holds so far. */
  readonly value: Values[Id] | undefined;
  /** What all steps hold; later ones are empty until they are reached. */
  readonly values: Partial<Values>;
  readonly facts: Facts;
  /** Takes an entry at once, so that a summary beside the steps stays right; resets all later steps. */
  readonly onChange: (value: Values[Id]) => void;
  /** Closes the step and opens the next one; ignored while the step is not complete. */
  readonly onDone: () => void;
}

/** A step of a wizard, as data. `Facts` is what the wizard knows besides the entries, such as fetched data. */
export interface Step<Values, Id extends keyof Values & string = keyof Values & string, Facts = undefined> {
  readonly id: Id;
  readonly title: TextKey;
  /** Whether the step is needed, given the steps before it. */
  readonly applies: (values: Partial<Values>, facts: Facts) => boolean;
  /** Whether what it holds lets the person go on. */
  readonly complete: (values: Partial<Values>, facts: Facts) => boolean;
  readonly component: ComponentType<StepProps<Values, Id, Facts>>;
  /** What a finished step says in its one line. */
  readonly summary: ComponentType<{ readonly values: Partial<Values>; readonly facts: Facts }>;
}

/** Any step of a wizard over `Values`; make each with {@link defineStep}. */
export type AnyStep<Values, Facts = undefined> = {
  [Id in keyof Values & string]: Step<Values, Id, Facts>;
}[keyof Values & string];

export interface Steps<Values, Facts = undefined> {
  readonly values: Partial<Values>;
  readonly facts: Facts;
  /** The steps that apply, each with its state, in order. */
  readonly shown: readonly ShownStep<Values, Facts>[];
  /** Opens a finished step again; what later steps hold stays until this one changes. */
  readonly reopen: (id: keyof Values & string) => void;
  readonly change: <Id extends keyof Values & string>(id: Id, value: Values[Id]) => void;
  readonly finish: (id: keyof Values & string) => void;
  /** Whether anything was entered or finished since the start. */
  readonly touched: boolean;
  /** Forgets everything and starts with other values. */
  readonly restart: (values: Partial<Values>) => void;
}

export interface ShownStep<Values, Facts = undefined> {
  readonly step: AnyStep<Values, Facts>;
  readonly state: 'done' | 'open' | 'waiting';
}

export interface WizardState<Values> {
  readonly values: Partial<Values>;
  readonly finished: ReadonlySet<string>;
  readonly touched: boolean;
}

/** Checks a step against its wizard's values, keeping the id's own type. */
export function defineStep<Values, const Id extends keyof Values & string, Facts = undefined>(
  step: Step<Values, Id, Facts>,
): Step<Values, Id, Facts> {
  return step;
}

/** The entries of a wizard and the means to change them, before it is known which steps they complete. */
export interface StepEntries<Values> {
  readonly values: Partial<Values>;
  readonly wizard: WizardState<Values>;
  readonly update: (next: (now: WizardState<Values>) => WizardState<Values>) => void;
}

/**
 * Keeps the entries of a wizard in the memory of a component, nowhere else.
 * @param left a wizard that was left and goes on as it was
 * @param initial what is known at the start; complete steps that hold such a value count as finished
 */
export function useStepEntries<Values>(
  initial: Partial<Values>,
  left: WizardState<Values> | null = null,
): StepEntries<Values> {
  const [wizard, update] = useState<WizardState<Values>>(() => left ?? startWizard(initial));
  return { values: wizard.values, wizard, update };
}

/**
 * The wizard as it stands. A step is done when it was finished and is complete
 * still; the first that is not is open; all later ones wait. A change in a step
 * empties all later steps, decided here and nowhere else (P 4).
 */
export function arrangeSteps<Values, Facts>(
  steps: readonly AnyStep<Values, Facts>[],
  { wizard, update }: StepEntries<Values>,
  facts: Facts,
): Steps<Values, Facts> {
  return {
    values: wizard.values,
    facts,
    shown: showSteps(steps, wizard.values, wizard.finished, facts),
    touched: wizard.touched,
    reopen: (id) => update((now) => ({ ...now, finished: without(now.finished, [id]) })),
    change: (id, value) => update((now) => changed(steps, now, id, value)),
    finish: (id) =>
      update((now) => {
        const step = steps.find((candidate) => candidate.id === id);
        if (!step?.complete(now.values, facts)) return now;
        return { ...now, finished: new Set([...now.finished, id]), touched: true };
      }),
    restart: (values) => update(() => startWizard(values)),
  };
}

function startWizard<Values>(initial: Partial<Values>): WizardState<Values> {
  return { values: initial, finished: new Set(Object.keys(initial)), touched: false };
}

/** The steps that apply with their states. */
export function showSteps<Values, Facts>(
  steps: readonly AnyStep<Values, Facts>[],
  values: Partial<Values>,
  finished: ReadonlySet<string>,
  facts: Facts,
): ShownStep<Values, Facts>[] {
  let opened = false;
  return steps
    .filter((step) => step.applies(values, facts))
    .map((step) => {
      if (opened) return { step, state: 'waiting' };
      if (finished.has(step.id) && step.complete(values, facts)) return { step, state: 'done' };
      opened = true;
      return { step, state: 'open' };
    });
}

/** The wizard after an entry: all that later steps held is gone, unless nothing changed. */
export function changed<Values, Facts, Id extends keyof Values & string>(
  steps: readonly AnyStep<Values, Facts>[],
  wizard: WizardState<Values>,
  id: Id,
  value: Values[Id],
): WizardState<Values> {
  if (JSON.stringify(wizard.values[id]) === JSON.stringify(value)) return wizard;
  const later = stepsFrom(steps, id).filter((step) => step !== id);
  const kept = Object.entries(wizard.values).filter(([key]) => !later.includes(key));
  return {
    values: { ...(Object.fromEntries(kept) as Partial<Values>), [id]: value },
    finished: without(wizard.finished, [id, ...later]),
    touched: true,
  };
}

function stepsFrom<Values, Facts>(steps: readonly AnyStep<Values, Facts>[], id: string): string[] {
  return steps.slice(steps.findIndex((step) => step.id === id)).map((step) => step.id);
}

function without(set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  return new Set([...set].filter((id) => !ids.includes(id)));
}
