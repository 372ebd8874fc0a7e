import { expect, it } from 'vitest';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { renderInPortal } from './render-in-portal.tsx';
import { Steps } from './Steps.tsx';
import { type AnyStep, defineStep, type StepProps, useSteps } from './use-steps.ts';

interface Trip {
  readonly account: string;
  readonly amount: string;
  readonly review: never;
}

function Question({ value = '', onChange, onDone, label }: StepProps<Trip, 'account' | 'amount'> & { label: string }) {
  return (
    <>
      <TextField label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      <button type="button" onClick={onDone}>
        Continue
      </button>
    </>
  );
}

const steps: readonly AnyStep<Trip>[] = [
  defineStep({
    id: 'account',
    title: 'payAccount.heading',
    applies: () => true,
    complete: ({ account }) => account !== undefined && account !== '',
    component: (props) => <Question {...props} label="From" />,
    summary: ({ values }) => <p>from {values.account}</p>,
  }),
  defineStep({
    id: 'amount',
    title: 'amount.heading',
    // An account that is paid in full needs no amount.
    applies: ({ account }) => account !== 'paid in full',
    complete: ({ amount }) => amount !== undefined && amount !== '',
    component: (props) => <Question {...props} label="How much" />,
    summary: ({ values }) => <p>{values.amount} dollars</p>,
  }),
  defineStep({
    id: 'review',
    title: 'total.heading',
    applies: () => true,
    complete: () => false,
    component: () => <p>Check everything</p>,
  }),
];

function Wizard() {
  return <Steps wizard={useSteps<Trip, undefined>(steps, undefined)} changeText="payment.change" />;
}

async function renderWizard() {
  const wizard = await renderInPortal(<Wizard />);
  return { ...wizard, text: () => wizard.page.textContent, current: () => wizard.page.querySelector('[aria-current]') };
}

it('opens one step at a time, and the opened one takes the focus', async () => {
  const wizard = await renderWizard();
  expect(wizard.current()?.contains(wizard.field('From'))).toBe(true);
  await wizard.press('Continue');
  expect(wizard.current()?.contains(wizard.field('From'))).toBe(true);
  await wizard.type('From', 'Checking');
  await wizard.press('Continue');
  expect(wizard.text()).toContain('from Checking');
  expect(wizard.current()?.contains(wizard.field('How much'))).toBe(true);
  expect(document.activeElement).toBe(wizard.current()?.querySelector('h2'));
});

it('keeps the answers when a finished step is opened again, and empties the later ones when it changes', async () => {
  const wizard = await renderWizard();
  await wizard.type('From', 'Checking');
  await wizard.press('Continue');
  await wizard.type('How much', '40');
  await wizard.press('Continue');
  expect(wizard.text()).toContain('Check everything');

  await wizard.press(defaultTexts['payment.change']);
  expect(wizard.field('From').value).toBe('Checking');
  await wizard.press('Continue');
  expect(wizard.text()).toContain('40 dollars');

  await wizard.press(defaultTexts['payment.change']);
  await wizard.type('From', 'Savings');
  await wizard.press('Continue');
  expect(wizard.field('How much').value).toBe('');
});

it('leaves out a step that an answer makes needless', async () => {
  const wizard = await renderWizard();
  expect(wizard.page.querySelectorAll('li')).toHaveLength(3);
  await wizard.type('From', 'paid in full');
  await wizard.press('Continue');
  expect(wizard.page.querySelectorAll('li')).toHaveLength(2);
  expect(wizard.text()).toContain('Check everything');
});
