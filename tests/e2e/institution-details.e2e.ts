import { expect, runApp, test } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { chooseType, harborCommunityBank, openPayment, paymentDetails } from '#tests/support/payment-journey.ts';
import { fillIdentity, margaret, openRecovery, proceed } from '#tests/support/recovery-journey.ts';

test('an institution has an icon, a bank lookup and a time limit of its own', { tag: '@desktop' }, async ({ page }) => {
  test.setTimeout(120_000);
  const PASSBOOK_INSTITUTION = await writeInstitution({
    'globalOptions.faviconUrl': '/institution/harbor.svg',
    'globalOptions.cdnFolder': 'https://images.granite.example/',
    'recoveryOptions.credentialExpiration': 7,
    'paymentOptions.preCheckBankInfo': true,
  });
  await runApp({ PASSBOOK_INSTITUTION }, async (app) => {
    const settings = await (await fetch(`${app.url}/api/setup/ApplicationOptions`)).json();
    expect(settings).toMatchObject({ institutionOptions: { cdnFolder: 'https://images.granite.example/' } });

    await openRecovery(page, app);
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/institution/harbor.svg');
    expect((await page.request.get(`${app.url}/institution/harbor.svg`)).headers()['content-type']).toContain('svg');
    await fillIdentity(page, margaret);
    await proceed(page);
    const sent = page.waitForRequest(/GenerateNewPassword/);
    await proceed(page);
    expect((await sent).postDataJSON()).toMatchObject({ CredentialExpiration: 7 });

    await openPayment(page, app, 'li.wei', '101-005520-1');
    await chooseType(page, 'E-Check');
    const details = paymentDetails(page);
    await details.getByLabel('Routing Number').fill(harborCommunityBank);
    await expect(details.getByText('Harbor Community Bank')).toBeVisible();
    await details.getByLabel('Routing Number').fill('021000021');
    await expect(details.getByText('Harbor Community Bank')).toBeHidden();
  });
});
