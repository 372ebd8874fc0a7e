import { expect, it } from 'vitest';
import type { Options } from '#common/contract/all-options.ts';
import { loadInstitution } from '#server/institution/load-institution.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { settingWarnings } from './check-settings.ts';

const harbor = await loadInstitution('institutions/harbor');
const secondFactor: Partial<Options> = { 'loginOptions.useMultiFactorOption': true };

const texts = { textMessagesUrl: 'https://texts.example' };

function warningsOf(mode: 'production' | 'test', options: Partial<Options>, more: Partial<Config> = {}) {
  const config = {
    ...readConfig({}),
    mode,
    trustedProxy: '10.0.0.2',
    clamdAddress: '/run/clamd.ctl',
    ...texts,
    ...more,
  };
  return settingWarnings(config, { ...harbor, options: { ...harbor.options, ...options } });
}

it('nothing is said of a production with a second factor, a scanner and a proxy', () => {
  expect(warningsOf('production', secondFactor)).toEqual([]);
});

it.each<[string, Partial<Options>, Partial<Config>, RegExp]>([
  ['second factor', { 'loginOptions.useMultiFactorOption': false }, {}, /^harbor: no second factor is on/],
  ['virus scanner', secondFactor, { clamdAddress: null }, /^PASSBOOK_CLAMD is none/],
  ['known proxy', secondFactor, { trustedProxy: null }, /^PASSBOOK_TRUSTED_PROXY is none/],
  [
    'provider of the text messages it offers',
    { ...secondFactor, 'globalOptions.useTextMessagesOption': true },
    { textMessagesUrl: null },
    /^harbor offers text messages, but PASSBOOK_TEXT_MESSAGES_URL is not set/,
  ],
])('an operator of a production without a %s is warned', (_what, options, missing, expected) => {
  expect(warningsOf('production', options, missing)).toEqual([expect.stringMatching(expected)]);
  expect(warningsOf('test', options, missing)).toEqual([]);
});

it('single sign-on takes the place of a second factor here', () => {
  const options = { 'loginOptions.useMultiFactorOption': false, 'loginOptions.useSingleSignOnOption': true };
  expect(warningsOf('production', options)).toEqual([]);
});
