import { describe, expect, it } from 'vitest';
import { arrangeSteps, type WizardState } from '#web/kit/use-steps.ts';
import { askingForAll } from '#tests/builders/registration-samples.ts';
import { listTabs, registrationSteps } from './registration-steps.ts';
import type { Registration, RegistrationSection, RegistrationSteps, RegistrationTab } from './use-registration.ts';

const withCode = { ...askingForAll, verifiesEmail: true };
const withoutSecurity = {
  ...askingForAll,
  placeOfBirthHidden: true,
  driversLicenseHidden: true,
  mothersMaidenHidden: true,
  secretQuestion: 'none' as const,
};
const filledIn = { personal: true, security: true, verified: false };

/** The wizard of an entry, after the tabs were opened one after the other. */
function wizardOf(settings: Registration['settings'], { personal, security, verified }: typeof filledIn) {
  const facts = {
    settings,
    personalIsValid: personal,
    securityIsValid: security,
    emailCode: { verified },
  } as Registration;
  let state: WizardState<RegistrationSteps> = { values: {}, finished: new Set(), touched: false };
  const arrange = () =>
    arrangeSteps(
      registrationSteps,
      {
        values: {},
        wizard: state,
        update: (next) => {
          state = next(state);
        },
      },
      facts,
    );
  return {
    open(...tabs: RegistrationTab[]): RegistrationSection | undefined {
      for (const tab of tabs) arrange().goTo(tab);
      return arrange().current?.id;
    },
    tabs: () => listTabs(arrange()).map(({ id, disabled }) => (disabled ? `${id} disabled` : id)),
  };
}

describe('a tab', () => {
  it.each<[RegistrationTab, Registration['settings'], Partial<typeof filledIn>, RegistrationSection]>([
    ['personalInfo', withCode, {}, 'personalInfo'],
    ['security', askingForAll, {}, 'security'],
    ['security', askingForAll, { personal: false }, 'personalInfo'],
    ['security', withCode, {}, 'emailVerification'],
    ['security', withCode, { verified: true }, 'security'],
    ['credentials', withCode, {}, 'emailVerification'],
    ['credentials', withCode, { verified: true }, 'credentials'],
    ['credentials', askingForAll, { security: false }, 'security'],
    ['credentials', withoutSecurity, { security: false }, 'credentials'],
  ])('%s opens only what may open', (tab, settings, progress, opened) => {
    expect(wizardOf(settings, { ...filledIn, ...progress }).open(tab)).toBe(opened);
  });

  it.each<[string, Registration['settings'], Partial<typeof filledIn>, string[]]>([
    ['everything is filled in', withCode, {}, ['personalInfo', 'security', 'credentials']],
    ['nothing is', withCode, { personal: false }, ['personalInfo', 'security disabled', 'credentials disabled']],
    ['security is not', askingForAll, { security: false }, ['personalInfo', 'security', 'credentials disabled']],
    ['security is not asked for', withoutSecurity, { security: false }, ['personalInfo', 'credentials']],
  ])('is there and may be pressed while %s', (_when, settings, progress, tabs) => {
    expect(wizardOf(settings, { ...filledIn, ...progress }).tabs()).toEqual(tabs);
  });
});

it('back and on again leads through every section, and not to a code that was right', () => {
  const wizard = wizardOf(withCode, { ...filledIn, verified: true });
  expect(wizard.open('credentials', 'personalInfo')).toBe('personalInfo');
  expect(wizard.open('security')).toBe('security');
});
