import { expect, it } from 'vitest';
import type { Institution } from '#common/institution/institution.ts';
import type { Options } from '#common/contract/all-options.ts';
import { loadInstitution } from '#server/institution/load-institution.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { settingWarnings } from './check-settings.ts';

const harbor = await loadInstitution('institutions/harbor');
const secondFactor: Partial<Options> = { 'loginOptions.useMultiFactorOption': true };

const texts = { textMessagesUrl: 'https://texts.example' };

function warningsOf(
  mode: 'production' | 'test',
  options: Partial<Options>,
  more: Partial<Config> = {},
  { agreements }: Pick<Institution, 'agreements'> = harbor,
) {
  const config = {
    ...readConfig({}),
    mode,
    trustedProxy: '10.0.0.2',
    clamdAddress: '/run/clamd.ctl',
    ...texts,
    ...more,
  };
  return settingWarnings(config, { ...harbor, agreements, options: { ...harbor.options, ...options } });
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
  [
    'desk for the requests it offers',
    { ...secondFactor, 'formOptions.useForms': true },
    { desk: null },
    /^harbor: customers send requests that no one reads: set PASSBOOK_DESK=on/,
  ],
])('an operator of a production without a %s is warned', (_what, options, missing, expected) => {
  expect(warningsOf('production', options, missing)).toEqual([expect.stringMatching(expected)]);
  expect(warningsOf('test', options, missing)).toEqual([]);
});

it('an operator who offers texts without terms for them is warned', () => {
  const texting = { ...secondFactor, 'globalOptions.useTextMessagesOption': true };
  const agreements = harbor.agreements.filter(({ whenToAgree }) => !whenToAgree.includes('texting'));
  expect(warningsOf('production', texting, {}, harbor)).toEqual([]);
  expect(warningsOf('production', texting, {}, { agreements })).toEqual([
    expect.stringMatching(/^harbor offers text messages without terms/),
  ]);
});

it('single sign-on takes the place of a second factor here', () => {
  const options = { 'loginOptions.useMultiFactorOption': false, 'loginOptions.useSingleSignOnOption': true };
  expect(warningsOf('production', options)).toEqual([]);
});
