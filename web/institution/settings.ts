import { createContext, use, useCallback } from 'react';
import type { z } from 'zod';
import type { Contract } from '#common/contract/all-apis.ts';
import type { PublicOptionKey, PublicOptions } from '#common/contract/all-options.ts';
import type { TextArguments, TextKey, TextValues } from '#common/contract/all-texts.ts';
import { fillText } from '#common/contract/fill-text.ts';
import { call } from '#web/data/client.ts';
import { reportClientError } from '#web/data/client-errors.ts';

/** The institution's texts, switches and options. */
export type Settings = z.output<Contract['GET /api/setup/ApplicationOptions']['answers'][200]>;

/** Provided before anything renders. */
export const SettingsContext = createContext<Settings | null>(null);

/** Returns the start-up configuration; null if it fails to load. The page has already started the request. */
export async function loadSettings(): Promise<Settings | null> {
  const result = await call('GET /api/setup/ApplicationOptions');
  loaded = result.kind === 'answer' ? result.body : null;
  return loaded;
}

let loaded: Settings | null = null;

/** For code that runs before a screen; components use {@link useSettings}. */
export function loadedSettings(): Settings | null {
  return loaded;
}

/** For code outside components, once the portal has loaded. */
export function loadedOption<Key extends PublicOptionKey>(key: Key): PublicOptions[Key] {
  if (!loaded) throw new Error('The start-up configuration is not loaded');
  return optionOf(loaded, key);
}

export function useSettings(): Settings {
  const settings = use(SettingsContext);
  if (!settings) throw new Error('The start-up configuration is not loaded');
  return settings;
}

/** With its places still in braces. */
export function useUnfilledText(key: TextKey): string | null {
  return unfilledText(useSettings(), key);
}

export function useText<Key extends TextKey>(key: Key, ...[values]: TextArguments<Key>): string | null {
  return textOf(useSettings(), key, values);
}

export interface Label {
  readonly label: string;
  /** The institution hides the text; it still names the control for assistive technology. */
  readonly labelHidden: boolean;
}

/** Names a control by its text, or if hidden, by a name made from its key. */
export function useLabel<Key extends TextKey>(key: Key, ...[values]: TextArguments<Key>): Label {
  const text = useText<TextKey>(key, values);
  return { label: text ?? nameFromKey(key), labelHidden: text === null };
}

/** For keys known only while rendering, such as those of a list. The function stays the same one. */
export function useTexts(): <Key extends TextKey>(key: Key, ...values: TextArguments<Key>) => string | null {
  const settings = useSettings();
  return useCallback((key, ...[values]) => textOf(settings, key, values), [settings]);
}

export function useOption<Key extends PublicOptionKey>(key: Key): PublicOptions[Key] {
  return optionOf(useSettings(), key);
}

/** For keys known only while rendering. The function stays the same one. */
export function useOptions(): <Key extends PublicOptionKey>(key: Key) => PublicOptions[Key] {
  const settings = useSettings();
  return useCallback((key) => optionOf(settings, key), [settings]);
}

/** Returns a single-name option such as `PasswordMinimumLength`. */
export function useInstitutionOption(name: string): Settings['institutionOptions'][string] | undefined {
  return useSettings().institutionOptions[name];
}

/** Undefined if the institution names none. */
export function useInstitutionTimeZone(): string | undefined {
  const timeZone = useInstitutionOption('timeZone');
  return typeof timeZone === 'string' ? timeZone : undefined;
}

function textOf(settings: Settings, key: TextKey, values: TextValues<TextKey> | undefined): string | null {
  const text = unfilledText(settings, key);
  return text === null ? null : fillText(text, values);
}

function unfilledText(settings: Settings, key: TextKey): string | null {
  checkKey(key);
  const text = settings.gassySettings.english[key];
  if (text === undefined) reportClientError(`No text for ${key}`);
  return text ?? null;
}

function optionOf<Key extends PublicOptionKey>(settings: Settings, key: Key): PublicOptions[Key] {
  checkKey(key);
  const shared: PublicOptions = settings.gassySettings.shared;
  if (!Object.hasOwn(shared, key)) reportClientError(`No option ${key}`);
  return shared[key];
}

function checkKey(key: string): void {
  if (/^[^.]+\.[^.]+$/.test(key)) return;
  const error = new Error(`A key must have exactly two parts: ${key}`);
  reportClientError(error);
  throw error;
}

/**
 * Turns `cardForm.firstName` into `First name`. If the last part is generic, uses the group: `payment.heading` becomes
 * `Payment`.
 */
export function nameFromKey(key: string): string {
  const [group = key, name = key] = key.split('.');
  const said = /^(heading|pageTitle|title|label)$/.test(name) ? group : name;
  const words = said.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
