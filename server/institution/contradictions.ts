import type { OptionKey, Options } from '#common/contract/all-options.ts';
import type { Institution } from '#common/institution/institution.ts';

/** Options that do nothing, or break a screen, without another one; the reference of options names them. */
export const optionNeeds: Readonly<Partial<Record<OptionKey, readonly OptionKey[]>>> = {
  'loginOptions.useSingleSignOnOption': ['loginOptions.singleSignOnUrl', 'loginOptions.singleSignOnIssuer'],
  'globalOptions.useRemoteLocatorOption': ['globalOptions.remoteLocatorUrl'],
  'globalOptions.useConsumerOriginationOption': ['globalOptions.originationUrl'],
  'globalOptions.analyticsUrl': ['globalOptions.analyticsId'],
  'globalOptions.analyticsId': ['globalOptions.analyticsUrl'],
  'globalOptions.logoOnBrandUrl': ['globalOptions.logoUrl'],
  'locatorOptions.tileUrl': ['locatorOptions.tileAttribution'],
  'paymentOptions.useThirdPartyCardPayments': ['paymentOptions.thirdPartyCardLink'],
  'paymentOptions.returnedPaymentFee': ['paymentOptions.returnedPaymentFeeFrom'],
  'estatementOptions.externalUrl': ['estatementOptions.externalHosts'],
};

/** Pairs of which only one may be on. */
const exclusions: readonly (readonly [OptionKey, OptionKey, string])[] = [
  ['registerOptions.forceLoanType', 'registerOptions.forceDepositType', 'no one could register'],
  ['messageOptions.hideBranchNumber', 'messageOptions.requireBranchNumber', 'no one could send a message'],
];

/** The first must not be more than the second; null means no limit. */
const orders: readonly (readonly [OptionKey, OptionKey])[] = [
  ['paymentOptions.minimumCardPaymentAmount', 'paymentOptions.maximumCardPaymentAmount'],
  ['paymentOptions.thirdPartyPaymentsMinBranchNumber', 'paymentOptions.thirdPartyPaymentsMaxBranchNumber'],
];

const frequencies: readonly OptionKey[] = [
  'paymentOptions.allowOneTime',
  'paymentOptions.allowOnDueDate',
  'paymentOptions.allowDaysBeforeDue',
  'paymentOptions.allowMonthlyOnDate',
  'paymentOptions.allowSemiMonthly',
  'paymentOptions.allowTwoWeeks',
  'paymentOptions.allowWeekly',
];

/** Returns one line, with its fix, for each combination of settings that can't be meant. */
export function contradictionsOf({ options, bankFile, demonstration }: Institution): string[] {
  return [
    ...Object.entries(optionNeeds).flatMap(([key, needed]) =>
      isSet(options, key as OptionKey)
        ? needed
            .filter((other) => !isSet(options, other))
            .map((other) => `"${key}" is set, but "${other}" is not; set it, or remove "${key}"`)
        : [],
    ),
    ...exclusions
      .filter(([one, other]) => isSet(options, one) && isSet(options, other))
      .map(([one, other, effect]) => `"${one}" and "${other}" are both on, so ${effect}; turn one off`),
    ...orders
      .filter(([least, most]) => isMore(options[least], options[most]))
      .map(
        ([least, most]) =>
          `"${least}" is ${String(options[least])}, more than "${most}", ${String(options[most])}; correct one`,
      ),
    ...(frequencies.some((key) => isSet(options, key))
      ? []
      : [`no frequency is on, so no one can pay; turn one of these on: ${frequencies.join(', ')}`]),
    ...(bankFile === null && !demonstration
      ? ['institution.json has no "bankFile", so payments by bank account would wait forever; add it']
      : []),
  ];
}

function isSet(options: Options, key: OptionKey): boolean {
  const value: unknown = options[key];
  return Array.isArray(value) ? value.length > 0 : value !== false && value !== '' && value !== null && value !== 0;
}

function isMore(least: unknown, most: unknown): boolean {
  return typeof least === 'number' && typeof most === 'number' && least > most;
}
