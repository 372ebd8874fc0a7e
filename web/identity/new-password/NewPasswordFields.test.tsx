import { act } from 'react';
import { expect, it } from 'vitest';
import { createRule, ruleTypes } from '#common/identity/rules/credential-rules.ts';
import { renderInPortal } from '#web/kit/render-in-portal.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import type { NewPassword } from './use-new-password.ts';

const rule = createRule(ruleTypes.minimumLength);
const untouched: NewPassword = {
  entry: { password: '', confirmation: '' },
  policy: { rules: [rule], minimumLength: 12, maximumLength: 64, classic: false },
  confirms: false,
  errors: { password: [], confirmation: null },
  touched: { password: false, confirmation: false },
  list: [{ rule, state: 'unmet', phase: 'idle', weakness: null }],
  valid: false,
  change: () => undefined,
  touch: () => undefined,
  showErrors: () => undefined,
  clear: () => undefined,
};
const rules = 'Have at least 12 characters';

it('shows the rules at once where a password must be chosen', async () => {
  const { page } = await renderInPortal(<NewPasswordFields newPassword={untouched} />);
  expect(page.textContent).toContain(rules);
});

it('shows the rules once the field is entered where most customers keep their password', async () => {
  const { page } = await renderInPortal(<NewPasswordFields newPassword={untouched} rulesOnEntry />);
  const field = page.querySelector('input');
  expect(page.textContent).not.toContain(rules);
  expect(field?.getAttribute('aria-details')).toBeNull();
  await act(async () => field?.focus());
  expect(page.textContent).toContain(rules);
  expect(document.getElementById(field?.getAttribute('aria-details') ?? '')?.textContent).toContain(rules);
});

it('keeps the rules open while a password is typed, for example after a refusal', async () => {
  const typed = { ...untouched, entry: { password: 'three', confirmation: '' } };
  const { page } = await renderInPortal(<NewPasswordFields newPassword={typed} rulesOnEntry />);
  expect(page.textContent).toContain(rules);
});
