import { describe, expect, test } from 'vitest';
import { emailNeeded, type ToggleFacts, toggleShown } from './toggle-rules.ts';

const quiet: ToggleFacts = {
  closed: false,
  isElectronic: true,
  agreementNeeded: false,
  hasEmailAddress: true,
  alwaysShow: false,
  paperEnabled: false,
  changePending: false,
};

describe('the e-statement switch', () => {
  test.each<[string, Partial<ToggleFacts>, ReturnType<typeof toggleShown>]>([
    ['is hidden when statements are permanently electronic', {}, 'nothing'],
    ['is shown when the institution always shows it', { alwaysShow: true }, 'switch'],
    ['is shown when there are paper statements to go back to', { paperEnabled: true }, 'switch'],
    ['is shown while statements are on paper', { isElectronic: false }, 'switch'],
    ['is shown while a change is pending', { changePending: true }, 'switch'],
    ['gives way to the terms that are needed', { isElectronic: false, agreementNeeded: true }, 'agreement'],
    ['gives way to them even where it is always shown', { alwaysShow: true, agreementNeeded: true }, 'agreement'],
    ['is hidden for a closed loan', { closed: true, isElectronic: false, alwaysShow: true }, 'nothing'],
    ['is hidden for a closed loan with terms', { closed: true, agreementNeeded: true }, 'nothing'],
  ])('%s', (_name, changes, expected) => {
    expect(toggleShown({ ...quiet, ...changes })).toBe(expected);
  });
});

describe('an email address', () => {
  test.each<[string, Partial<ToggleFacts>, boolean]>([
    ['is required if missing while statements are on paper', { isElectronic: false, hasEmailAddress: false }, true],
    ['is not asked for when there is one', { isElectronic: false }, false],
    ['is not asked for when statements are electronic already', { hasEmailAddress: false }, false],
    ['is not asked for of a closed loan', { closed: true, isElectronic: false, hasEmailAddress: false }, false],
  ])('%s', (_name, changes, expected) => {
    expect(emailNeeded({ ...quiet, ...changes })).toBe(expected);
  });
});
