import { expect, it } from 'vitest';
import type { Approval } from '#common/desk/work.api.ts';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';

it.each<[Approval['action'], string]>([
  ['takeReturns', 'You allow this file to be taken, with exactly the effects shown here. Nothing changes yet.'],
  ['downloadBankFile', 'You allow Alma Ortiz to download this file once, within a day.'],
  ['correctEmail', 'The new address counts after a day, unless the former one stops it.'],
  ['waiveLateCharge', 'The change is made at once: Waive a late charge for Li Wei.'],
])('someone who approves %s reads when it takes effect', async (action, effect) => {
  const item = { workItemId: 1, action, customerName: 'Li Wei', askedBy: 'Alma Ortiz' } as Approval;
  const { page } = await renderScreen(<DecisionDialog item={item} asked="approve" onClose={() => undefined} />);
  expect(page.textContent).toContain(effect);
});
