import { type Day, dayOfMonth, formatDay } from '#common/core/dates.ts';
import { type Cents, formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { breakdownOf, type PaymentPart } from '#common/payments/rules/breakdown.ts';
import type { Recurrence } from '#common/payments/rules/recurring-dates.ts';
import { draftAgreementTotal, type PaymentFees, processingFee } from '#common/payments/rules/fees.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { fillText } from '#common/contract/fill-text.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { shownLoan } from '#server/payments/mail-customer.ts';
import type { MethodSnapshot } from '#server/payments/payments.queries.ts';

interface AgreedTerms {
  readonly accountNumber: string;
  readonly bankAccount: Extract<MethodSnapshot, { type: 'ACH' }>;
  readonly recurrence: Recurrence;
  /** The next payment; later than the first one if a payment is changed. */
  readonly startsOn: Day;
  /** Null for "total due", which varies from day to day. */
  readonly amountCents: Cents | null;
  readonly additionalPrincipalCents: Cents;
  readonly fees: PaymentFees;
}

export interface DraftAgreementContent extends AgreedTerms {
  readonly preparedAt: string;
  readonly preparedAtCustomers: string;
}

export function draftAgreementPage(institution: Institution, content: DraftAgreementContent): string {
  const text = textsOf(institution);
  const { preparedAt: time, preparedAtCustomers: customerTime } = content;
  return page(institution, [
    `<p>${escapeHtml(fillText(text('achDraft.authorization'), { payee: text('shell.institutionName') }))}</p>`,
    termsList(institution, content),
    `<p>${escapeHtml(text('achDraft.varying'))}</p>`,
    `<p>${escapeHtml(text('achDraft.revocation'))}</p>`,
    `<p>${escapeHtml(fillText(text('achDraft.preparedAt'), { time, customerTime }))}</p>`,
  ]);
}

/** The terms of an authorization that a former system took; its own words stay there, as the evidence says. */
export function formerAgreementPage(
  institution: Institution,
  terms: AgreedTerms,
  { agreedOn, evidence }: { readonly agreedOn: Day; readonly evidence: string },
): string {
  const words = fillText(textsOf(institution)('achDraft.former'), { date: formatDay(agreedOn), evidence });
  return page(institution, [`<p>${escapeHtml(words)}</p>`, termsList(institution, terms)]);
}

function termsList(institution: Institution, content: AgreedTerms): string {
  const text = textsOf(institution);
  const lines: [TextKey, string][] = [
    ['achDraft.loan', shownLoan(institution, content.accountNumber)],
    ['achDraft.bankAccount', bankAccountWords(institution, content.bankAccount)],
    ['achDraft.schedule', recurrenceText(institution, content)],
    ...amountLines(content, text),
  ];
  const rows = lines.map(([key, value]) => `<dt>${escapeHtml(text(key))}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl>${rows.join('')}</dl>`;
}

/** Names the sum of amount and fees apart if additional principal is drawn with them (P 5, C-008). */
function amountLines(
  { amountCents, additionalPrincipalCents, fees }: AgreedTerms,
  text: (key: TextKey) => string,
): [TextKey, string][] {
  const feeCents = processingFee(fees);
  if (amountCents === null) {
    const fee: [TextKey, string][] = feeCents > 0 ? [['achDraft.fee', formatCents(feeCents)]] : [];
    return [['achDraft.amount', text('achDraft.amountVaries')], ...fee];
  }
  const { parts, totalCents } = breakdownOf({ amountCents, additionalPrincipalCents, feeCents });
  const withoutPrincipal = formatCents(draftAgreementTotal(amountCents, fees));
  return [
    ...parts.map(({ part, cents }): [TextKey, string] => [agreementTexts[part], formatCents(cents)]),
    ...(additionalPrincipalCents > 0
      ? [['achDraft.totalWithoutPrincipal', withoutPrincipal] as [TextKey, string]]
      : []),
    ['achDraft.total', formatCents(totalCents)],
  ];
}

const agreementTexts = {
  amount: 'achDraft.amount',
  additionalPrincipal: 'achDraft.additionalPrincipal',
  // Never recurs, so it has no agreement.
  principalOnly: 'achDraft.additionalPrincipal',
  fee: 'achDraft.fee',
} as const satisfies Record<PaymentPart, TextKey>;

export function noAgreementPage(institution: Institution): string {
  return page(institution, [`<p>${escapeHtml(textsOf(institution)('achDraft.gone'))}</p>`]);
}

function page(institution: Institution, content: readonly string[]): string {
  const title = escapeHtml(textsOf(institution)('achDraft.title'));
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    '<link rel="stylesheet" href="/error-page.css">',
    '</head>',
    '<body>',
    '<main>',
    `<h1>${title}</h1>`,
    ...content,
    '</main>',
    '</body>',
    '</html>',
  ].join('\n');
}

function recurrenceText(institution: Institution, { recurrence, startsOn }: AgreedTerms): string {
  const { option, daysBeforeDue, firstOn } = recurrence;
  const text = textsOf(institution);
  const from = formatDay(startsOn);
  const agreedDay = String(dayOfMonth(firstOn));
  switch (option) {
    case 'Weekly':
      return fillText(text('achDraft.weekly'), { date: from });
    case 'BiWeekly':
      return fillText(text('achDraft.biWeekly'), { date: from });
    case 'SemiMonthly':
      return fillText(text('achDraft.semiMonthly'), { day: agreedDay, date: from });
    case 'DayOfMonth':
      return fillText(text('achDraft.dayOfMonth'), { day: agreedDay, date: from });
    case 'DaysBeforeDue':
      return daysBeforeDue === 0
        ? fillText(text('achDraft.onDueDate'), { date: from })
        : fillText(text('achDraft.daysBeforeDue'), { days: String(daysBeforeDue), date: from });
  }
}

function bankAccountWords(institution: Institution, { accountType, bankName, lastFour }: AgreedTerms['bankAccount']) {
  const text = textsOf(institution);
  const type = text(accountType === 'Checking' ? 'payMethod.checking' : 'payMethod.savings');
  return fillText(text('achDraft.bankAccountEnding'), { accountType: type, bank: bankName, lastFour });
}

function textsOf({ texts }: Institution): (key: TextKey) => string {
  return (key) => texts[key] ?? '';
}
