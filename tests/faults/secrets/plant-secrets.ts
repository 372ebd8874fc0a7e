import type { PaymentInfo } from '#common/payments/payments.api.ts';
import { achBody, cardBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, debitFee } from '#tests/builders/payment-scene.ts';
import type { Browser } from './browser.ts';
import { canaries } from './canaries.ts';

const loginName = 'li.wei';
const loan = '101-005520-1';

/** A name stored in plain text, to prove that the search works. */
export const plainOwnerName = 'Canary Plainowner';

/** Signs in with right and wrong passwords, and types one into every password field. */
export async function plantPasswords(browser: Browser): Promise<void> {
  await browser.signIn(loginName, canaries.wrongPassword);
  await browser.signIn('nobody.at.all', canaries.passwordOfNobody);
  await browser.signIn(canaries.passwordInTheNameField, 'x');
  const half = JSON.stringify({ username: loginName, password: canaries.wrongPassword }).slice(0, -1);
  await browser.call('POST', '/api/login/userlogin', half);
  await browser.call('POST', '/api/login/userlogin', { username: loginName, password: [canaries.wrongPassword] });
  await browser.call('POST', '/api/login/userlogin', { username: loginName, Password: canaries.wrongPassword });
  await browser.signIn(loginName, canaries.rightPassword);
}

/** Goes through the identity steps of a first sign-in. */
export async function plantFactsOfAPerson(browser: Browser): Promise<void> {
  await browser.signIn('nora.quinn', canaries.rightPassword);
  await browser.call('POST', '/api/Login/VerifyNewUser', {
    Credentials: { UserName: 'nora.quinn', Password: canaries.rightPassword },
    SocialSecurityNumber: canaries.socialSecurityNumber,
  });
  const { body } = await browser.call('GET', '/api/setup/ApplicationOptions');
  const { shared } = (body as { gassySettings: { shared: Record<string, readonly string[]> } }).gassySettings;
  const [known = ''] = shared['loginOptions.securityQuestions'] ?? [];
  for (const PasswordQuestion of [known, 'Not a question']) {
    const question = { PasswordQuestion, PasswordAnswer: canaries.secretAnswer, UserToken: '' };
    await browser.call('POST', '/api/register/SetPasswordQuestion', question);
  }
}

/** The demonstration's terms for bank payments. */
const BANK_PAYMENT_TERMS = 11_340;

export async function plantMethods(browser: Browser): Promise<void> {
  const consent = { Agreements: [BANK_PAYMENT_TERMS], UserName: loginName, TurnEStatementsOn: null };
  await browser.call('POST', '/api/AgreementLogging', consent);
  for (const CardNumber of [canaries.savedCard, canaries.refusedCard, canaries.wrongCard]) {
    const changes = { CardNumber, CardType: 'discover', SecurityCode: codeOf(CardNumber) } as const;
    await browser.call('POST', '/api/PaymentMethod/AddCardPaymentMethod', cardBody(loan, changes));
  }
  const card = { ...cardBody(loan, { CardNumber: canaries.savedCard }), Extra: canaries.securityCode };
  await browser.call('POST', '/api/PaymentMethod/AddCardPaymentMethod', card);
  const saved = achBody(loan, { AccountNumber: canaries.savedBankAccount, OwnerName: plainOwnerName });
  await browser.call('POST', '/api/PaymentMethod/AddAchPaymentMethod', saved);
  await browser.call('POST', '/api/PaymentMethod/AddAchPaymentMethod', saved);
  const checked = achBody(loan, { AccountNumber: canaries.checkedBankAccount });
  await browser.call('POST', '/api/PaymentMethod/ValidateAchPaymentMethod', checked);
}

/** @returns the reference numbers of the payments that were made. */
export async function plantPayments(browser: Browser): Promise<string[]> {
  const references: string[] = [];
  for (const CardNumber of [canaries.singleUseCard, canaries.refusedCard, canaries.wrongCard, canaries.silentCard]) {
    const info = await loanInfo(browser);
    const method = cardBody(loan, { CardNumber, CardType: 'master', SecurityCode: codeOf(CardNumber) });
    const body = submissionBody({ info, loginName, amount: 21, method, fee: debitFee });
    references.push(...referenceOf(await browser.call('POST', '/api/PaymentImmediate/SubmitCard', body)));
    if (CardNumber === canaries.singleUseCard) {
      const method = achBody(loan, { AccountNumber: canaries.singleUseBankAccount });
      const body = submissionBody({ info: await loanInfo(browser), loginName, amount: 22, method, fee: achFee });
      references.push(...referenceOf(await browser.call('POST', '/api/PaymentImmediate/SubmitAch', body)));
    }
  }
  return references;
}

/** Sends client error reports and URLs that contain secrets. */
export async function plantReports(browser: Browser): Promise<void> {
  const { secrets } = browser;
  const session = secrets.map(({ value }) => value).join(' ');
  const numbers = [canaries.singleUseCard, canaries.savedBankAccount, canaries.socialSecurityNumber];
  const spaced = canaries.singleUseCard.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
  const request = JSON.stringify({
    password: canaries.passwordInAClientError,
    PasswordAnswer: canaries.secretAnswer,
    SecurityCode: canaries.securityCode,
  });
  const reports = [
    `Cannot read ${numbers.join(', ')} (${spaced}) of ${session}`,
    `Unexpected answer to ${request}`,
    `GET /home?password=${canaries.passwordInAClientError}&UserToken=${canaries.tokenInAnAddress}`,
  ];
  for (const text of reports) {
    const report = { Message: text.slice(0, 2_000), Stack: text.slice(0, 6_000), UserAgent: text.slice(0, 500) };
    await browser.call('POST', '/api/ClientError', report);
  }
  await browser.call('GET', `/api/accountList?UserToken=${canaries.tokenInAnAddress}`);
  await browser.call('GET', `/api/nothing?token=${canaries.tokenInAnAddress}`);
  await browser.call('GET', `/api/AccountHistory?accountNumber=${canaries.savedBankAccount}&days=30`);
  await browser.call('GET', `/api/ACHRoutingData?routingNumber=${canaries.socialSecurityNumber}x`);
}

async function loanInfo(browser: Browser): Promise<PaymentInfo> {
  const { body } = await browser.call('GET', `/api/PaymentInformation/GetPaymentInfo?accountNumber=${loan}`);
  const info = body as PaymentInfo;
  browser.keep('handle of a visit', info.EncryptedData);
  return info;
}

function referenceOf({ body }: { readonly body: unknown }): string[] {
  const { ReferenceNumber } = body as { readonly ReferenceNumber?: string };
  return ReferenceNumber === undefined ? [] : [ReferenceNumber];
}

/** A three-digit code could match anywhere; the four-digit one in the list is sent where it is refused. */
function codeOf(cardNumber: string): string {
  return cardNumber === canaries.wrongCard ? canaries.securityCode : canaries.securityCode.slice(0, 3);
}
