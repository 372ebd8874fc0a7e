import type { Page } from 'playwright/test';
import { returned, returnFile } from '#tests/builders/return-file.ts';
import {
  act,
  approve,
  confirm,
  enter,
  enterAndOpen,
  enterSupervisor,
  expectSeenByCustomer,
  open,
  press,
  receiveCheck,
} from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

test(
  'an agent restricts a login, and a supervisor releases it, both by keyboard',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enter(page, ownApp, 'Alma Ortiz, agent');
    await expectNoAxeViolations(page);
    await open(page, 'Margret Okafor', 'Margaret Okafor');
    await expectNoAxeViolations(page);
    await act(page, 'Restrict', 'Reported stolen');
    await expect(page.getByText('Restricted', { exact: true })).toBeVisible();
    await act(page, 'Ask to release', 'Found again');
    await press(page.getByRole('link', { name: 'Approvals', exact: true }));
    const own = page.getByRole('listitem').filter({ hasText: 'Margaret Okafor' });
    await expect(own).toContainText("Your role can't decide this. It waits for a supervisor.");
    await expect(page.getByRole('link', { name: /^Requests \(\d\)$/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Margaret Okafor' })).toBeVisible();

    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const supervisor = await context.newPage();
    await enter(supervisor, ownApp, 'Sol Bergman, supervisor');
    const request = supervisor.getByRole('listitem').filter({ hasText: 'Margaret Okafor' });
    await press(request.getByRole('link', { name: 'Review' }));
    await expect(supervisor.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
    await expectNoAxeViolations(supervisor);
    await expect(supervisor.getByRole('heading', { name: 'Waiting (2)' })).toBeVisible();
    await act(supervisor, 'Approve', 'ID checked', request);
    await expect(supervisor.getByRole('heading', { name: 'Waiting (1)' })).toBeVisible();
    await context.close();

    await page.reload();
    await expect(page.getByText('Can sign in')).toBeVisible();
    await press(page.getByRole('link', { name: 'Approvals', exact: true }));
    await expect(own).toContainText(/Approved by Sol Bergman, .+\. Reason: ID checked/);
  },
);

test('an agent cancels a scheduled payment by keyboard', { tag: '@desktop' }, async ({ ownApp, page }) => {
  await enter(page, ownApp, 'Alma Ortiz, agent');
  await open(page, 'Margret Okafor', 'Margaret Okafor');
  await page
    .getByRole('region', { name: /^Open payments/ })
    .getByRole('link')
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Payment / })).toBeVisible();
  await expectNoAxeViolations(page);
  await act(page, 'Cancel payment', 'Customer called');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('canceled: staff decided it');
  await expect(page.getByRole('region', { name: 'Staff' })).toContainText('Customer called');

  await press(page.getByRole('link', { name: 'Payments', exact: true }));
  await expect(page.getByText('Every payment has an outcome.')).toBeVisible();
  await expectNoAxeViolations(page);
});

test(
  'operations look at the day, returns, figures and health by keyboard',
  { tag: '@desktop' },
  async ({ ownApp, page }) => {
    await enter(page, ownApp, 'Omar Haddad, operations');
    for (const name of ['The day', 'Ledger', 'Reports', 'Health']) {
      await press(page.getByRole('link', { name, exact: true }));
      await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
      await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden();
      await expectNoAxeViolations(page);
    }
    await press(page.getByRole('link', { name: 'Ledger', exact: true }));
    const balance = page.getByRole('region', { name: 'Trial balance' });
    await balance.getByLabel('Day').fill('2026-11-20');
    await press(balance.getByRole('button', { name: 'Show' }));
    await expect(page.getByRole('heading', { level: 1, name: /^Trial balance of .*November 20, 2026$/ })).toBeFocused();
    await expect(page.getByRole('row', { name: /^1110 Loan principal \$[1-9].* Dr/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Total, debits and credits alike/ })).toBeVisible();
    await expectNoAxeViolations(page);
    const saved = page.waitForEvent('download');
    await press(page.getByRole('button', { name: 'Download CSV' }));
    expect((await saved).suggestedFilename()).toBe('trial-balance-2026-11-20.csv');
    await press(page.getByRole('link', { name: 'Returns', exact: true }));
    await page.getByLabel('File from the bank').setInputFiles({
      name: 'returns.ach',
      mimeType: 'text/plain',
      buffer: Buffer.from(returnFile([returned('411001010009999', 100, 'R01')])),
    });
    await expect(page.getByRole('region', { name: 'returns.ach would do this' })).toContainText(
      'matches no draft or credit',
    );
    await expect(page.getByRole('button', { name: 'Take the file' })).toBeHidden();
    await expectNoAxeViolations(page);
  },
);

test(
  'an agent sees the portal as the customer does, and can change nothing',
  { tag: '@desktop' },
  async ({ ownApp, page }) => {
    await enter(page, ownApp, 'Alma Ortiz, agent');
    await open(page, 'Margret Okafor', 'Margaret Okafor');
    const opened = page.context().waitForEvent('page');
    await act(page, 'View as customer', 'Sees another amount');
    const portal = await opened;
    await expect(portal.getByRole('heading', { level: 1, name: /Margaret/ })).toBeVisible();
    await expect(portal.getByRole('complementary', { name: 'Customer view' })).toContainText('read only');
    await expectNoAxeViolations(portal);
    await press(portal.getByRole('link', { name: 'End the view' }));
    await expect(portal.getByText('The view has ended.')).toBeVisible();
  },
);

/** Opens a row of a list by keyboard, and its customer for the occasion that the list suggests. */
async function openRow(page: Page, menu: string, row: string, occasion: string): Promise<void> {
  await press(page.getByRole('link', { name: menu, exact: true }));
  await expect(page.getByRole('heading', { level: 1, name: menu })).toBeVisible();
  await expectNoAxeViolations(page);
  await press(page.getByRole('link', { name: row }));
  const dialog = page.getByRole('dialog', { name: /^Open / });
  await expect(dialog.getByLabel('Occasion')).toHaveValue(occasion);
  await confirm(dialog, 'Open');
}

/** A promise of an answer keeps the open conversation in the list of those to answer. */
async function promiseAnswer(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('r');
  await page.keyboard.type('We are looking into it.');
  const turn = page.getByRole('radiogroup', { name: 'Once this answer is sent, it is' });
  await expect(turn.getByRole('radio', { name: "The customer's turn" })).toBeChecked();
  while (!(await turn.getByRole('radio', { name: "The customer's turn" }).evaluate((radio) => radio.matches(':focus'))))
    await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(turn.getByRole('radio', { name: 'Our turn' })).toBeChecked();
  await press(page.getByRole('button', { name: 'Answer', exact: true }));
  await expect(page.getByRole('heading', { name: 'Messages (3)' })).toBeVisible();
  await expect(page.getByText('open', { exact: true })).toBeVisible();
  await press(page.getByRole('link', { name: 'Inbox', exact: true }));
  await expect(page.getByRole('row', { name: /Paying off the car loan/ })).toContainText('Alma Ortiz');
}

test(
  'an agent answers a message, makes a change that was asked for and accepts an upload, by keyboard',
  { tag: '@desktop' },
  async ({ ownApp, page }) => {
    await enter(page, ownApp, 'Alma Ortiz, agent');
    await openRow(page, 'Inbox', 'Paying off the car loan', 'Answers a message');
    await expect(page.getByRole('heading', { level: 1, name: 'Paying off the car loan' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('r');
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
    await page.keyboard.type('Yes. The details are on the payoff quote.');
    await press(page.getByRole('button', { name: 'Answer', exact: true }));
    await expect(page.getByRole('heading', { name: 'Messages (2)' })).toBeVisible();
    await expect(page.getByText('waiting', { exact: true })).toBeVisible();
    await promiseAnswer(page);

    await openRow(page, 'Requests', 'Dee Blocked', 'Decides a request');
    await expect(page.getByRole('row', { name: /^Phone/ })).toContainText('(555) 010-2290');
    await expectNoAxeViolations(page);
    await act(page, 'Approve', 'Called back on the old number');
    await expect(page.getByText('made', { exact: true })).toBeVisible();
    await expect(page.getByText('Reason: Called back on the old number.')).toBeVisible();

    await press(page.getByRole('link', { name: 'Documents', exact: true }));
    await expectNoAxeViolations(page);
    await press(page.getByRole('link', { name: 'Insurance policy.pdf' }));
    await expect(page.getByRole('heading', { level: 1, name: /^Documents of / })).toBeVisible();
    await expectNoAxeViolations(page);
    await act(page, 'Accept', 'Covers the vehicle');
    await expect(page.getByText('accepted', { exact: true })).toBeVisible();
  },
);

test(
  'operations posts a check by keyboard, and the customer sees it',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Li Wei');
    await press(page.getByRole('link', { name: 'Received payments' }));
    const effect = /It pays .* principal\. The new principal is \$/;
    await receiveCheck(page, { number: '2071', amount: '250', on: '2026-11-20', effect });
    const row = page.getByRole('row', { name: /2071/ });
    await expect(row).toContainText('$250.00');
    await expect(row).toContainText('Check');
    await expectNoAxeViolations(page);

    await expectSeenByCustomer(browser, ownApp, { loginName: 'li.wei', loan: /^Auto loan/, texts: ['Payment, Check'] });
  },
);

test(
  'a supervisor pays out an overpayment that operations asked for, by keyboard, and the customer sees it',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Li Wei');
    await press(page.getByRole('link', { name: 'Received payments' }));
    await expect(page.getByRole('heading', { name: 'Overpaid: $0.00' })).toBeVisible();
    await receiveCheck(page, { number: '2072', amount: '90,000', on: '2026-11-20', effect: /is more than is owed/ });

    await press(page.getByRole('link', { name: 'Overpaid', exact: true }));
    await expect(page.getByRole('heading', { name: 'To pay out (1)' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await press(page.getByRole('button', { name: 'Pay out' }));
    const dialog = page.getByRole('dialog', { name: 'Pay out an overpayment' });
    await expect(dialog.getByLabel('Sent by')).toBeFocused();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('Check number').fill('5001');
    await confirm(dialog, 'Ask to pay out', 'Paid too much with check 2072');
    await expect(page.getByText('A payout waits for a second person.')).toBeVisible();
    await expectNoAxeViolations(page);

    const second = await enterSupervisor(browser, ownApp);
    await approve(second, 'Pay out an overpayment: Li Wei', /sent to the customer by check 5001/);

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Overpaid: $0.00' })).toBeVisible();
    await expect(page.getByRole('row', { name: /5001/ })).toContainText('sol.bergman@desk.example');

    await expectSeenByCustomer(browser, ownApp, {
      loginName: 'li.wei',
      loan: /^Auto loan/,
      texts: ['Overpayment refunded, Check'],
    });
  },
);

test('operations place a hold by keyboard', { tag: '@desktop' }, async ({ ownApp, page }) => {
  await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Li Wei');
  await press(page.getByRole('link', { name: 'Holds' }));
  await expect(page.getByText('There are no holds on this loan.')).toBeVisible();
  await press(page.getByRole('button', { name: 'Change holds' }));
  const dialog = page.getByRole('dialog', { name: 'Change holds' });
  await dialog.getByLabel('In dispute').focus();
  await page.keyboard.press('Space');
  await expectNoAxeViolations(page);
  await confirm(dialog, 'Change', 'Letter of a lawyer');
  await expect(page.getByRole('listitem').filter({ hasText: 'In dispute' })).toBeVisible();

  await press(page.getByRole('button', { name: 'Change hold code' }));
  const codes = page.getByRole('dialog', { name: 'Change hold code' });
  await expect(codes.getByLabel('Hold code')).toBeFocused();
  await codes.getByLabel('Hold code').selectOption('Bankruptcy (BKR)');
  await expectNoAxeViolations(page);
  await confirm(codes, 'Change', 'Notice of the court');
  await expect(page.getByRole('region', { name: 'Hold code' })).toContainText('Bankruptcy (BKR)');
  await expectNoAxeViolations(page);
});

test('the desk fits a window of 320 pixels, so that it can be enlarged', { tag: '@desktop' }, async ({ app, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await enter(page, app, 'Sol Bergman, supervisor');
  const paths = await page
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThan(9);
  await open(page, 'Li Wei', 'Li Wei');
  for (const path of [page.url(), ...paths.map((each) => `${app.url}${each}`)]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByLabel('Loading')).toHaveCount(0);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(320);
  }
  await expectNoAxeViolations(page);
});
