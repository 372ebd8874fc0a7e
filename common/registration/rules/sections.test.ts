import { describe, expect, it } from 'vitest';
import { askingForAll } from '#tests/builders/registration-samples.ts';
import type { RegistrationSettings } from './registration-types.ts';
import {
  listSections,
  mayOpen,
  type RegistrationProgress,
  type RegistrationSection,
  sectionAfter,
  sectionBefore,
  sectionOfTab,
} from './sections.ts';

const withCode: RegistrationSettings = { ...askingForAll, verifiesEmail: true };
const withoutSecurity: RegistrationSettings = {
  ...askingForAll,
  placeOfBirthHidden: true,
  driversLicenseHidden: true,
  mothersMaidenHidden: true,
  secretQuestion: 'none',
};
const verified = { emailIsVerified: true };
const unverified = { emailIsVerified: false };

describe('the sections', () => {
  it.each<[string, RegistrationSettings, typeof verified, RegistrationSection[]]>([
    ['without a code', askingForAll, unverified, ['personalInfo', 'security', 'credentials']],
    ['with a code', withCode, unverified, ['personalInfo', 'emailVerification', 'security', 'credentials']],
    ['once the address is verified', withCode, verified, ['personalInfo', 'security', 'credentials']],
    ['without a security section', withoutSecurity, unverified, ['personalInfo', 'credentials']],
    [
      'with a code and without a security section',
      { ...withoutSecurity, verifiesEmail: true },
      unverified,
      ['personalInfo', 'emailVerification', 'credentials'],
    ],
  ])('%s', (_when, settings, progress, sections) => {
    expect(listSections(settings, progress)).toEqual(sections);
  });
});

describe('Continue', () => {
  it.each<[RegistrationSection, RegistrationSettings, typeof verified, RegistrationSection]>([
    ['personalInfo', askingForAll, unverified, 'security'],
    ['personalInfo', withCode, unverified, 'emailVerification'],
    ['personalInfo', withCode, verified, 'security'],
    ['personalInfo', withoutSecurity, unverified, 'credentials'],
    ['emailVerification', withCode, verified, 'security'],
    ['emailVerification', { ...withoutSecurity, verifiesEmail: true }, verified, 'credentials'],
    ['security', withCode, verified, 'credentials'],
    ['credentials', askingForAll, unverified, 'credentials'],
  ])('from %s', (from, settings, progress, to) => {
    expect(sectionAfter(from, settings, progress)).toBe(to);
  });
});

describe('Go Back', () => {
  it.each<[RegistrationSection, RegistrationSettings, RegistrationSection]>([
    ['personalInfo', withCode, 'personalInfo'],
    ['emailVerification', withCode, 'personalInfo'],
    ['security', withCode, 'personalInfo'],
    ['credentials', withCode, 'security'],
    ['credentials', withoutSecurity, 'personalInfo'],
  ])('from %s', (from, settings, to) => {
    expect(sectionBefore(from, settings)).toBe(to);
  });
});

describe('a tab', () => {
  const all: RegistrationProgress = { emailIsVerified: false, personalIsValid: true, securityIsValid: true };

  it.each<[RegistrationSection, RegistrationSettings, Partial<RegistrationProgress>, boolean]>([
    ['personalInfo', askingForAll, { personalIsValid: false }, true],
    ['security', askingForAll, {}, true],
    ['security', askingForAll, { personalIsValid: false }, false],
    ['credentials', askingForAll, {}, true],
    ['credentials', askingForAll, { securityIsValid: false }, false],
    ['credentials', askingForAll, { personalIsValid: false }, false],
    ['credentials', withoutSecurity, { securityIsValid: false }, true],
    ['credentials', withoutSecurity, { personalIsValid: false }, false],
  ])('%s', (tab, settings, progress, enabled) => {
    expect(mayOpen(tab, settings, { ...all, ...progress })).toBe(enabled);
  });

  it.each<[RegistrationSection, RegistrationSettings, typeof verified, RegistrationSection]>([
    ['personalInfo', withCode, unverified, 'personalInfo'],
    ['credentials', withCode, unverified, 'emailVerification'],
    ['credentials', withCode, verified, 'credentials'],
    ['security', askingForAll, unverified, 'security'],
  ])("%s can't skip an address that must be verified", (tab, settings, progress, section) => {
    expect(sectionOfTab(tab, settings, progress)).toBe(section);
  });
});
