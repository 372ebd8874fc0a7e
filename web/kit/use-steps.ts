import { type ComponentType, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';

/** Props of a step's component. */
export interface StepProps<Values, Id extends keyof Values, Facts = undefined> {
  readonly value: Values[Id] | undefined;
  /** All steps' values; later ones are empty until reached. */
  readonly values: Partial<Values>;
  readonly facts: Facts;
  /** Saves an entry at once, so a summary stays up to date; resets all later steps. */
  readonly onChange: (value: Values[Id]) => void;
  /** Closes the step and opens the next; ignored while incomplete. */
  readonly onDone: () => void;
}

/** A wizard's step as data. `Facts` is other data the wizard uses, such as query results. */
export interface Step<Values, Id extends keyof Values & string = keyof Values & string, Facts = undefined> {
  readonly id: Id;
  readonly title: TextKey;
  /** Returns whether the step is needed, given the steps before it. */
  readonly applies: (values: Partial<Values>, facts: Facts) => boolean;
  /** Returns whether the value is sufficient to continue. */
  readonly complete: (values: Partial<Values>, facts: Facts) => boolean;
  readonly component: ComponentType<StepProps<Values, Id, Facts>>;
  /** The one-line summary of a finished step, if finished steps stay on the screen. */
  readonly summary?: ComponentType<{ readonly values: Partial<Values>; readonly facts: Facts }>;
}

/** Any step of a wizard over `Values`; create each with {@link defineStep}. */
export type AnyStep<Values, Facts = undefined> = {
  [Id in keyof Values & string]: Step<Values, Id, Facts>;
}[keyof Values & string];

export interface Steps<Values, Facts = undefined> {
  readonly values: Partial<Values>;
  readonly facts: Facts;
  /** The applicable steps with their states, in order. */
  readonly shown: readonly ShownStep<Values, Facts>[];
  /** The open step; undefined once all are done. */
  readonly current: AnyStep<Values, Facts> | undefined;
  /** Opens a finished step again; later steps keep their values until this one changes. */
  readonly reopen: (id: keyof Values & string) => void;
  readonly change: <Id extends keyof Values & string>(id: Id, value: Values[Id]) => void;
  readonly finish: (id: keyof Values & string) => void;
  /** Opens this step, earlier or later, or the first incomplete one before it. */
  readonly goTo: (id: keyof Values & string) => void;
  /** Whether anything was entered or finished since the start. */
  readonly touched: boolean;
  /** Discards everything and starts again; without `finished`, each step with a value counts as finished. */
  readonly restart: (values: Partial<Values>, finished?: Iterable<string>) => void;
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

/** Checks a step against its wizard's values, keeping the id's literal type. */
export function defineStep<Values, const Id extends keyof Values & string, Facts = undefined>(
  step: Step<Values, Id, Facts>,
): Step<Values, Id, Facts> {
  return step;
}

/** A wizard's entries and functions to change them, before steps are evaluated. */
export interface StepEntries<Values> {
  readonly values: Partial<Values>;
  readonly wizard: WizardState<Values>;
  readonly update: (next: (now: WizardState<Values>) => WizardState<Values>) => void;
}

/**
 * Keeps a wizard's entries in component state only.
 * @param left an earlier state to continue, or one that begins at a later step
 * @param initial initial values; complete steps with such a value count as finished
 */
export function useStepEntries<Values>(
  initial: Partial<Values>,
  left: WizardState<Values> | null = null,
): StepEntries<Values> {
  const [wizard, update] = useState<WizardState<Values>>(() => left ?? startWizard(initial));
  return { values: wizard.values, wizard, update };
}

/**
 * Evaluates a wizard: finished and complete steps are done, the first other one is open, and later ones wait. Only this
 * module clears later steps after a change (P 4).
 */
export function arrangeSteps<Values, Facts>(
  steps: readonly AnyStep<Values, Facts>[],
  { wizard, update }: StepEntries<Values>,
  facts: Facts,
): Steps<Values, Facts> {
  const shown = showSteps(steps, wizard.values, wizard.finished, facts);
  return {
    values: wizard.values,
    facts,
    shown,
    current: shown.find(({ state }) => state === 'open')?.step,
    touched: wizard.touched,
    reopen: (id) => update((now) => ({ ...now, finished: without(now.finished, [id]) })),
    change: (id, value) => update((now) => changed(steps, now, id, value)),
    finish: (id) =>
      update((now) => {
        const step = steps.find((candidate) => candidate.id === id);
        if (!step?.complete(now.values, facts)) return now;
        return { ...now, finished: new Set([...now.finished, id]), touched: true };
      }),
    goTo: (id) =>
      update((now) => {
        const before = steps.slice(0, indexOf(steps, id)).map((step) => step.id);
        return { ...now, finished: new Set(before), touched: true };
      }),
    restart: (values, finished) => update(() => startWizard(values, finished)),
  };
}

/** A wizard whose facts don't depend on its values. */
export function useSteps<Values, Facts>(
  steps: readonly AnyStep<Values, Facts>[],
  facts: Facts,
  initial: Partial<Values> = {},
): Steps<Values, Facts> {
  return arrangeSteps(steps, useStepEntries(initial), facts);
}

export function startWizard<Values>(
  initial: Partial<Values>,
  finished: Iterable<string> = Object.keys(initial),
): WizardState<Values> {
  return { values: initial, finished: new Set(finished), touched: false };
}

/** Returns the applicable steps with their states. */
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

/**
 * Clears all later steps, unless the value is unchanged. Later steps that had no value of their own stay finished: they
 * use defaults, which are checked again.
 */
export function changed<Values, Facts, Id extends keyof Values & string>(
  steps: readonly AnyStep<Values, Facts>[],
  wizard: WizardState<Values>,
  id: Id,
  value: Values[Id],
): WizardState<Values> {
  if (JSON.stringify(wizard.values[id]) === JSON.stringify(value)) return wizard;
  const later: readonly string[] = steps.slice(indexOf(steps, id) + 1).map((step) => step.id);
  const kept = Object.entries(wizard.values).filter(([key]) => !later.includes(key));
  const entered = later.filter((key) => wizard.values[key as Id] !== undefined);
  return {
    values: { ...(Object.fromEntries(kept) as Partial<Values>), [id]: value },
    finished: without(wizard.finished, [id, ...entered]),
    touched: true,
  };
}

function indexOf<Values, Facts>(steps: readonly AnyStep<Values, Facts>[], id: string): number {
  return steps.findIndex((step) => step.id === id);
}

function without(set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  return new Set([...set].filter((id) => !ids.includes(id)));
}
