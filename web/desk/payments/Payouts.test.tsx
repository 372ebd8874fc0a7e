import { expect, it } from 'vitest';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { Payouts } from './Payouts.tsx';

type Payout = DeskAnswer<'GET /api/desk/overpayments/loan'>['payouts'][number];
type Credit = NonNullable<Payout['credit']>;

const block: Credit['accountBlock'] = { code: 'R02', blockedAt: '2026-11-24T15:00:00Z', releaseAsked: false };
const cameBack = { state: 'filed', returnCode: 'R02' } as const;
const held = { state: 'held', heldReason: 'a bank has refused its account since' } as const;

function render(credit: Partial<Credit> | null, { may = true } = {}) {
  const sent: Credit = {
    lastFour: '6354',
    state: 'filed',
    fileOn: '2026-11-23',
    heldReason: null,
    returnCode: null,
    accountBlock: null,
  };
  const payout: Payout = {
    payoutId: 'p',
    means: 'bank',
    reference: 'AB12-CD34-EF56',
    amountCents: 10_000,
    paidOn: '2026-11-21',
    recordedBy: 'Dana Ruiz',
    stoppedAt: null,
    stopAsked: false,
    credit: credit && { ...sent, ...credit },
  };
  const loan = { customerId: '400102', accountNumber: '101-005520-1' };
  return renderScreen(
    <Payouts loan={loan} payouts={[payout]} caption="Payouts" empty="None." afterStop="It waits." may={may} />,
  );
}

const release = 'Release the account';

it.each<[string, boolean, Partial<Credit> | null, { readonly may?: boolean }]>([
  ['on hold for it', true, { ...held, accountBlock: block }, {}],
  ['that came back', true, { ...cameBack, accountBlock: block }, {}],
  ['that came back, once the account is released', false, cameBack, {}],
  ['whose release was asked for', false, { ...held, accountBlock: { ...block, releaseAsked: true } }, {}],
  ['that arrived', false, {}, {}],
  ['by check', false, null, {}],
  ['on hold, to staff who may not correct payments', false, { ...held, accountBlock: block }, { may: false }],
])('a payout %s offers the release of its account: %s', async (_which, offered, credit, staff) => {
  const { page } = await render(credit, staff);
  expect(page.textContent?.includes(release)).toBe(offered);
});

it('says that a release waits for a second person', async () => {
  const { page } = await render({ ...held, accountBlock: { ...block, releaseAsked: true } });
  expect(page.textContent).toContain('The release of the bank account waits for a second person');
});

it('says for whom the account is released, and what becomes of the payout', async () => {
  const { page, press } = await render({ ...held, accountBlock: block });
  await press(release);
  const words = page.querySelector('dialog')?.textContent;
  expect(words).toContain('the bank account ending in 6354');
  expect(words).toContain('for every customer who uses it');
  expect(words).toContain('A supervisor must approve');
});
