import { accessOptions } from '#common/identity/options.ts';
import { accountOptions } from '#common/accounts/options.ts';
import { contactOptions } from '#common/contact/options.ts';
import { dashboardOptions } from '#common/accounts/dashboard-options.ts';
import { deskOptions } from '#common/desk/options.ts';
import { documentOptions } from '#common/documents/options.ts';
import { generalOptions } from '#common/institution/options.ts';
import type { OptionDefinition } from './option-kinds.ts';
import { notificationOptions, profileOptions } from '#common/profile/options.ts';
import { paymentOptions } from '#common/payments/options.ts';
import { statementOptions } from '#common/accounts/statement-options.ts';

/** Every option of an institution besides texts, theme and agreements. */
export const optionDefinitions = {
  ...accessOptions,
  ...generalOptions,
  ...dashboardOptions,
  ...accountOptions,
  ...paymentOptions,
  ...statementOptions,
  ...documentOptions,
  ...profileOptions,
  ...notificationOptions,
  ...contactOptions,
  ...deskOptions,
} as const satisfies Record<`${string}.${string}`, OptionDefinition>;

export type OptionKey = keyof typeof optionDefinitions;

type ValueOf<Definition> = Definition extends { kind: 'switch' }
  ? boolean
  : Definition extends { kind: 'number' | 'amount' }
    ? number | null
    : Definition extends { kind: 'list' }
      ? readonly string[]
      : Definition extends OptionDefinition<infer Value>
        ? Value
        : never;

/** The defaults with the institution's own values over them. */
export type Options = { readonly [Key in OptionKey]: ValueOf<(typeof optionDefinitions)[Key]> };

type ServerOnlyKey = {
  [Key in OptionKey]: (typeof optionDefinitions)[Key] extends { readonly serverOnly: true } ? Key : never;
}[OptionKey];

/** The options that browsers get. */
export type PublicOptions = Omit<Options, ServerOnlyKey>;

export type PublicOptionKey = keyof PublicOptions;

export type SwitchKey = { [Key in OptionKey]: Options[Key] extends boolean ? Key : never }[OptionKey];
