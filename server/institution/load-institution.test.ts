import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { institutionFiles as folderWith, removeInstitutionFiles } from '#tests/support/institution-files.ts';
import { InstitutionError, loadInstitution } from './load-institution.ts';

afterEach(removeInstitutionFiles);

describe('an institution', () => {
  it('has every text and option of the product by default', async () => {
    const institution = await loadInstitution(await folderWith({}));
    expect(institution.texts['login.passwordRequired']).toBe('You must enter a password');
    expect(institution.options['paymentOptions.allowVisa']).toBe(true);
    expect(institution.options['loginOptions.useMultiFactorOption']).toBe(true);
    expect(institution.institutionOptions.PasswordMinimumLength).toBe(8);
  });

  it('can reword a text, hide one, and turn a switch', async () => {
    const institution = await loadInstitution(
      await folderWith({
        'texts.json': { 'login.heading': 'Ahoy', 'login.promise': null },
        'options.json': { 'paymentOptions.allowVisa': false },
      }),
    );
    expect(institution.texts['login.heading']).toBe('Ahoy');
    expect(institution.texts['login.promise']).toBeNull();
    expect(institution.options['paymentOptions.allowVisa']).toBe(false);
  });

  it('overrides the institution it extends', async () => {
    const base = await folderWith({
      'texts.json': { 'login.heading': 'Base', 'login.intro': 'Base intro' },
      'institution.json': { timeZone: 'America/Chicago' },
    });
    const overlay = await folderWith({
      'texts.json': { 'login.heading': 'Overlay' },
      'institution.json': { extends: base },
    });
    const institution = await loadInstitution(overlay);
    expect(institution.texts['login.heading']).toBe('Overlay');
    expect(institution.texts['login.intro']).toBe('Base intro');
    expect(institution.timeZone).toBe('America/Chicago');
  });

  it.each([
    [
      'a key of one part',
      { 'texts.json': { heading: 'x' } },
      /texts\.json: "heading" must consist of exactly two parts/,
    ],
    ['a key of three parts', { 'options.json': { 'a.b.c': true } }, /"a\.b\.c" must consist of exactly two parts/],
    [
      'words of a hold code without the code',
      { 'options.json': { 'dashboardOptions.holdCodeWords': ['48=Payment arrangement', 'Bankruptcy'] } },
      /options\.json: "dashboardOptions\.holdCodeWords" has "Bankruptcy"; write it as CODE=words/,
    ],
    [
      'a hold code of staff without words',
      { 'options.json': { 'deskOptions.holdCodes': ['BKR'] } },
      /options\.json: "deskOptions\.holdCodes" has "BKR"; write it as CODE=words/,
    ],
    [
      'a hold code of staff that closes loans',
      { 'options.json': { 'deskOptions.holdCodes': ['CLOSED=Closed'] } },
      /"deskOptions\.holdCodes" has "CLOSED=Closed"; a code with "closed" in it closes the loan/,
    ],
    [
      'a code that is not a return code',
      { 'options.json': { 'paymentOptions.returnedPaymentFeeCodes': ['R01', 'NSF'] } },
      /"paymentOptions\.returnedPaymentFeeCodes" has "NSF", which is not a return code of the Nacha rules, such as R01/,
    ],
    [
      'a day that does not exist',
      { 'options.json': { 'paymentOptions.returnedPaymentFeeFrom': '2026-02-30' } },
      /"paymentOptions\.returnedPaymentFeeFrom" must be a day such as 2026-11-20, or null for none/,
    ],
    [
      'an unknown text, with the nearest known one',
      { 'texts.json': { 'login.headding': 'x' } },
      /"login\.headding" is not known; did you mean "login\.heading"\?/,
    ],
    [
      'an unknown switch, with the nearest known one',
      { 'options.json': { 'paymentOptions.allowViza': true } },
      /did you mean "paymentOptions\.allowVisa"\?/,
    ],
    [
      'a text without the place that is filled',
      { 'texts.json': { 'nextPayment.due': 'soon' } },
      /"nextPayment\.due" must have \{date\}; the default is "due \{date\}"/,
    ],
    [
      'a place with another name, with the nearest one',
      { 'texts.json': { 'nextPayment.due': 'due {dat}' } },
      /"nextPayment\.due" has \{dat\}, .*did you mean \{date\}\? .*, this one also \{date\}/,
    ],
    [
      'a place of another text',
      { 'texts.json': { 'login.heading': 'Due {date}' } },
      /"login\.heading" has \{date\}, which nothing fills/,
    ],
    [
      'a name that cannot be one',
      { 'texts.json': { 'nextPayment.due': 'due {the date}' } },
      /has \{the date\}, which nothing fills; did you mean \{date\}/,
    ],
    [
      'a text with a place that nothing fills',
      { 'texts.json': { 'login.heading': 'Hello {}' } },
      /"login\.heading" has \{\}, which nothing fills; give it its name/,
    ],
    [
      'a hidden text that the law requires, with the rule',
      { 'texts.json': { 'achDraft.revocation': null } },
      /"achDraft\.revocation" cannot be hidden: Regulation E .* 1005\.10\(b\)/,
    ],
    ['a text that is a number', { 'texts.json': { 'login.heading': 7 } }, /must be a text, or null to hide it/],
    ['a switch that is a text', { 'options.json': { 'paymentOptions.allowVisa': 'yes' } }, /must be true or false/],
    [
      'an amount with parts of a cent',
      { 'options.json': { 'paymentOptions.eCheckFee': 1.005 } },
      /at most two decimals/,
    ],
    [
      'an address that is not https',
      { 'options.json': { 'globalOptions.applyForLoanUrl': 'javascript:alert(1)' } },
      /must be an https address/,
    ],
    [
      'brand colors that text cannot be read on',
      { 'theme.json': { brand: '#ffee00' } },
      /theme\.brand: .* contrast of/,
    ],
    ['an agreement with three parts', agreement('a|2026-01-01|b'), /agreement 1: wrong parameter count/],
    ['an agreement of an unknown type', agreement('a|2026-01-01|b|9'), /agreement 1: unknown agreement type/],
    [
      'an impossible time',
      { 'institution.json': calendar('25:99') },
      /"calendar\.achCutoff" must be a time from 00:00/,
    ],
    [
      'an unknown key of the institution, with the nearest and all allowed ones',
      { 'institution.json': { timezone: 'America/New_York' } },
      /"timezone" is not known; did you mean "timeZone"\? Allowed: extends, name, .*servicing, .*creditBureau$/m,
    ],
    [
      'an unknown key inside another one',
      { 'institution.json': { calendar: { achCutoff: '17:00', extraNonPaymentDays: [], holidays: [] } } },
      /"calendar\.holidays" is not known.* Allowed: achCutoff, extraNonPaymentDays$/m,
    ],
    [
      'an unknown color, with the allowed ones',
      { 'theme.json': { primary: '#112233' } },
      /theme\.json: "primary" is not known.*Allowed: brand, brandStrong, brandSoft, onBrand, accent/,
    ],
    [
      'a logo that is not in its folder',
      { 'options.json': { 'globalOptions.logoUrl': '/institution/logo.svg' } },
      /options\.json: "globalOptions\.logoUrl" is \/institution\/logo\.svg, but there is no file assets\/logo\.svg/,
    ],
    [
      'an agreement that is not in its folder',
      agreement('/institution/terms.html|2026-01-01|Terms|0'),
      /agreements\.json: agreement 1 is \/institution\/terms\.html, but there is no file assets\/terms\.html/,
    ],
    ['broken JSON', { 'texts.json': '{' }, /texts\.json: is not JSON/],
  ])('is refused for %s', async (_what, files, message) => {
    await expect(loadInstitution(await folderWith(files))).rejects.toThrow(message);
  });

  it('fills its name, phone and hours into every text, its own and the default ones', async () => {
    const institution = await loadInstitution(
      await folderWith({
        'texts.json': { 'login.promise': '{institution} is here' },
        'options.json': { 'globalOptions.footerRichText': '<p>Call {phone}</p>' },
        'institution.json': { name: 'Birch & Sons', address: '1 Main St, Dover, NH' },
        'agreements.json': [{ setup: '|2026-01-01|Terms|0', richText: '<p>With {institution}</p>' }],
      }),
    );
    expect(institution.texts).toMatchObject({
      'login.promise': 'Birch & Sons is here',
      'login.help': 'Need help? (555) 010-2000 · 9 to 5',
      'shell.institutionShortName': 'Birch & Sons',
      'shell.copyright': '© {year} Birch & Sons. All rights reserved.',
      'print.address': '1 Main St, Dover, NH',
    });
    expect(institution.options).toMatchObject({
      'globalOptions.footerRichText': '<p>Call (555) 010-2000</p>',
      'globalOptions.customerServicePhone': '(555) 010-2000',
      'activateOptions.supportPhone': '(555) 010-2000',
      'activateOptions.supportHours': '9 to 5',
    });
    expect(institution.agreements[0]?.richText).toBe('<p>With Birch &amp; Sons</p>');
  });

  it('may have a place of a text several times and in another order', async () => {
    const paid = '{total}: {paid} of {total} is paid';
    const institution = await loadInstitution(await folderWith({ 'texts.json': { 'nextPayment.progress': paid } }));
    expect(institution.texts['nextPayment.progress']).toBe(paid);
  });

  it('without an address prints none', async () => {
    expect((await loadInstitution(await folderWith({}))).texts['print.address']).toBeNull();
  });

  it.each([
    ['without a phone', { phone: undefined }, {}, /institution\.json: "phone" is missing; set what customers read/],
    ['with a place nothing fills', {}, { 'login.promise': 'Call {fone}' }, /\{fone\}.*did you mean \{phone\}\?/],
    [
      'with an address in a text but not in institution.json',
      {},
      { 'login.promise': 'Visit {address}' },
      /"login\.promise" has \{address\}, but institution\.json has no "address"/,
    ],
  ])('%s is refused', async (_what, profile, texts, message) => {
    const folder = await folderWith({ 'institution.json': profile, 'texts.json': texts });
    await expect(loadInstitution(folder)).rejects.toThrow(message);
  });

  it.each([
    ['messages', 'messageOptions.sendTo', { 'messageOptions.sendTo': '' }],
    ['messages, with an invalid address', 'messageOptions.sendTo', { 'messageOptions.sendTo': 'service' }],
    [
      'requests to change contact information',
      'requestChangeOptions.sendTo',
      { 'globalOptions.forceManualContactInfoChangesOption': true },
    ],
  ])('is refused when it offers %s without a recipient', async (_what, mailbox, options) => {
    const folder = await folderWith({ 'options.json': options });
    await expect(loadInstitution(folder)).rejects.toThrow(`options.json: "${mailbox}" is not an email address`);
  });

  it.each([
    ['an SSN of no digits', { 'registerOptions.ssnDigits': 0 }, {}, '"registerOptions.ssnDigits" must be a whole'],
    ['more digits than an SSN has', { 'registerOptions.ssnDigits': 10 }, {}, 'from 1 to 9'],
    ['an invalid pattern', { 'loginOptions.secretAnswerPattern': '[' }, {}, 'is not a regular expression: ['],
    [
      'preset questions, none of them allowed',
      { 'loginOptions.recoverWithoutQuestionOption': false, 'loginOptions.secretAnswerPattern': '^\\d+$' },
      {},
      '"loginOptions.securityQuestions" has no question',
    ],
    ['longer passwords than it takes', {}, { PasswordMinimumLength: 129 }, 'PasswordMinimumLength'],
    [
      'longer passwords than the older mode takes',
      { 'loginOptions.useCustomerCredentialsOption': false },
      { PasswordMinimumLength: 12 },
      '"PasswordMinimumLength" is 12, and no more than 11 characters are taken',
    ],
    ['account numbers of half a digit', {}, { LoanAccountLength: 6.5 }, 'institutionOptions.LoanAccountLength'],
    ['a length in words', {}, { UserNameMinimumLength: '10' }, 'institutionOptions.UserNameMinimumLength'],
    ['a length that there is not', {}, { PasswordMinimumLenght: 10 }, 'PasswordMinimumLenght'],
  ])('that prevents all registrations is refused: %s', async (_what, options, institutionOptions, message) => {
    const folder = await folderWith({ 'options.json': options, 'institution.json': { institutionOptions } });
    await expect(loadInstitution(folder)).rejects.toThrow(message);
  });

  it('names what is missing below "servicing", with an example of the order', async () => {
    const servicing = { lateCharge: { flatCents: 2_500, graceDays: 10 } };
    const loading = loadInstitution(await folderWith({ 'institution.json': { servicing } }));
    await expect(loading).rejects.toThrow(
      '"servicing.allocationOrder" must say what a payment pays first, such as ["fees", "interest", "principal"]',
    );
    await expect(loading).rejects.toThrow('"servicing.delinquentAfterDays" is missing (number)');
  });

  it.each([
    ['offers no messages', { 'messageOptions.sendTo': '', 'globalOptions.hideContactUsOption': true }],
    [
      'names who gets requests',
      {
        'globalOptions.forceManualContactInfoChangesOption': true,
        'requestChangeOptions.sendTo': 'loans@bank.example',
      },
    ],
  ])('that %s loads', async (_what, options) => {
    const institution = await loadInstitution(await folderWith({ 'options.json': options }));
    expect(institution.options).toMatchObject(options);
  });

  it('reports every problem at once', async () => {
    const folder = await folderWith({ 'texts.json': { a: 'x' }, 'options.json': { 'b.c': 1 } });
    const error = await loadInstitution(folder).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InstitutionError);
    expect((error as InstitutionError).problems).toHaveLength(2);
  });

  it('keeps only harmless HTML in rich text', async () => {
    const html =
      '<p onclick="x()">Hi <script>x()</script><a href="javascript:x()">a</a><a href="https://b.example">b</a></p>';
    const institution = await loadInstitution(
      await folderWith({ 'options.json': { 'globalOptions.footerRichText': html } }),
    );
    expect(institution.options['globalOptions.footerRichText']).toBe(
      '<p>Hi <a rel="noopener noreferrer">a</a><a href="https://b.example" rel="noopener noreferrer">b</a></p>',
    );
  });

  it('gives agreements host numbers from 11337 and their triggers', async () => {
    const files = {
      'agreements.json': [{ setup: 'https://a.example|2026-01-01|Terms|0,2' }, { setup: '|01/31/2026|More|4' }],
    };
    const { agreements } = await loadInstitution(await folderWith(files));
    expect(agreements.map(({ hostNumber, whenToAgree }) => [hostNumber, whenToAgree])).toEqual([
      [11_337, ['login', 'ach']],
      [11_338, ['texting']],
    ]);
  });

  it.each(['harbor', 'harbor-bare', 'harbor-odd', 'harbor-sso'])('of the demonstration loads: %s', async (name) => {
    const institution = await loadInstitution(path.join('institutions', name));
    expect(institution).toMatchObject({ id: name, demonstration: true, timeZone: 'America/New_York' });
  });
});

function calendar(achCutoff: string) {
  return { calendar: { achCutoff, extraNonPaymentDays: [] } };
}

function agreement(setup: string) {
  return { 'agreements.json': [{ setup }] };
}
