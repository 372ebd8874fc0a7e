/** The kinds of value an institution may set, each with the value that stands when it sets none. */
export type OptionKind = 'switch' | 'number' | 'amount' | 'text' | 'richText' | 'url' | 'list' | 'choice';

export interface OptionDefinition<Value = unknown> {
  readonly kind: OptionKind;
  readonly defaultValue: Value;
  /** One line for the person who sets it. */
  readonly about: string;
  /** The values a choice may take. */
  readonly choices?: readonly string[];
  /** Not sent to browsers, such as mailboxes of the staff. */
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

/** Dollars in the institution's file (`25`, `0.01`); code reads it through `centsOption`. */
export function amountOption(
  defaultValue: number | null,
  about: string,
): OptionDefinition<number | null> & { kind: 'amount' } {
  return { kind: 'amount', defaultValue, about };
}

export function textOption(defaultValue: string, about: string): OptionDefinition<string> & { kind: 'text' } {
  return { kind: 'text', defaultValue, about };
}

export function serverOnly<Definition extends OptionDefinition>(definition: Definition): Definition {
  return { ...definition, serverOnly: true };
}

/** HTML that is sanitised against an allow-list when it is loaded. */
export function richTextOption(about: string): OptionDefinition<string> & { kind: 'richText' } {
  return { kind: 'richText', defaultValue: '', about };
}

/** An https address, or a path of the institution's own files (`/institution/logo.svg`). */
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
