import type { Day } from '#common/core/dates.ts';
import { type Cents, fromWireAmount } from '#common/core/money.ts';

/** The kinds of value an option may have. Every definition has a default. */
export type OptionKind = 'switch' | 'number' | 'amount' | 'day' | 'text' | 'richText' | 'url' | 'list' | 'choice';

export interface OptionDefinition<Value = unknown> {
  readonly kind: OptionKind;
  readonly defaultValue: Value;
  /** One line for the operator who sets it. */
  readonly about: string;
  readonly choices?: readonly string[];
  /** Never sent to browsers, e.g. staff mailboxes. */
  readonly serverOnly?: true;
}

export function switchOption(defaultValue: boolean, about: string) {
  return { kind: 'switch', defaultValue, about } as const satisfies OptionDefinition<boolean>;
}

export function numberOption(
  defaultValue: number | null,
  about: string,
): OptionDefinition<number | null> & { kind: 'number' } {
  return { kind: 'number', defaultValue, about };
}

/** In dollars in the institution's file (`25`, `0.01`); code reads it through `centsOption`. */
export function amountOption(
  defaultValue: number | null,
  about: string,
): OptionDefinition<number | null> & { kind: 'amount' } {
  return { kind: 'amount', defaultValue, about };
}

export function dayOption(defaultValue: Day | null, about: string): OptionDefinition<Day | null> & { kind: 'day' } {
  return { kind: 'day', defaultValue, about };
}

export function textOption(defaultValue: string, about: string): OptionDefinition<string> & { kind: 'text' } {
  return { kind: 'text', defaultValue, about };
}

export function serverOnly<Definition extends OptionDefinition>(
  definition: Definition,
): Definition & { readonly serverOnly: true } {
  return { ...definition, serverOnly: true };
}

/** HTML, sanitized against an allowlist when it is loaded. */
export function richTextOption(about: string): OptionDefinition<string> & { kind: 'richText' } {
  return { kind: 'richText', defaultValue: '', about };
}

/** An https address, or the path of one of the institution's own files (`/institution/logo.svg`). */
export function urlOption(about: string): OptionDefinition<string> & { kind: 'url' } {
  return { kind: 'url', defaultValue: '', about };
}

export function listOption(
  defaultValue: readonly string[],
  about: string,
): OptionDefinition<readonly string[]> & { kind: 'list' } {
  return { kind: 'list', defaultValue, about };
}

export function choiceOption<const Choice extends string>(
  choices: readonly Choice[],
  defaultValue: NoInfer<Choice>,
  about: string,
): OptionDefinition<Choice> & { kind: 'choice' } {
  return { kind: 'choice', defaultValue, choices, about };
}

/**
 * Converts an amount option (dollars in the institution's file) to cents; null stays null. @throws RangeError for a
 * negative amount or a fraction of a cent; the start-up check refuses both.
 */
export function centsOption(dollars: number | null): Cents | null {
  if (dollars === null) return null;
  const amount = fromWireAmount(dollars);
  if (amount === undefined || amount < 0) throw new RangeError(`Not an amount in dollars and cents: ${dollars}`);
  return amount;
}
