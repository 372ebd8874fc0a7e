import { entryWords } from '../entry-words.ts';
import { formatDay } from '#common/core/dates.ts';
import { addCents, type Cents, formatCents } from '#common/core/money.ts';
import { formatRate } from '#common/core/rates.ts';
import { addressLines } from './address-lines.ts';
import type { Drawing } from './drawing.ts';
import { type StatementFigures, totalsOf } from './statement-figures.ts';

/** A monthly statement: amounts due, balance changes, entries, and a payment coupon. */
export function drawStatement(drawing: Drawing, figures: StatementFigures, title: string): void {
  const { sheet, words, accountNumber } = drawing;
  const { due } = figures;
  sheet.title(title, [
    words('statementPdf.account', { account: accountNumber }),
    figures.description,
    words('statementPdf.period', { from: formatDay(figures.from), to: formatDay(figures.through) }),
  ]);
  sheet.lines(addressLines(figures.nameOnAccount, figures.address));
  sheet.space(12);
  drawAmount(drawing, figures);
  drawBalances(drawing, figures);
  drawDues(drawing, figures);
  drawTransactions(drawing, figures);
  if (due) drawCoupon(drawing, figures, due);
}

function drawAmount({ sheet, words }: Drawing, { due, closing, chargedOffOn }: StatementFigures): void {
  if (chargedOffOn !== undefined) {
    const owed = addCents(closing.principalCents, closing.interestCents, closing.feesCents);
    const date = formatDay(chargedOffOn);
    sheet.highlight(words('statementPdf.amountOwed'), formatCents(owed), words('statementPdf.chargedOff', { date }));
    return;
  }
  sheet.highlight(
    words('statementPdf.amountDue'),
    formatCents(due?.totalCents ?? closing.feesCents),
    due ? words('statementPdf.dueOn', { date: formatDay(due.dueOn) }) : words('statementPdf.nothingDue'),
  );
}

function drawBalances({ sheet, words }: Drawing, { opening, closing, entries, rate, ...figures }: StatementFigures) {
  const totals = totalsOf(entries);
  sheet.factsBeside(
    {
      heading: words('statementPdf.balanceHeading'),
      facts: [
        { label: words('statementPdf.previousBalance'), value: formatCents(opening.principalCents) },
        { label: words('statementPdf.advances'), value: formatCents(totals.advancesCents) },
        { label: words('statementPdf.principalPaid'), value: formatCents(totals.principalPaidCents) },
        { label: words('statementPdf.newBalance'), value: formatCents(closing.principalCents), total: true },
      ],
    },
    {
      heading: words('statementPdf.interestHeading'),
      facts: [
        { label: words('statementPdf.rate'), value: formatRate(rate) },
        { label: words('statementPdf.interestEarned'), value: formatCents(figures.interestEarnedCents) },
        { label: words('statementPdf.interestPaid'), value: formatCents(totals.interestPaidCents) },
        { label: words('statementPdf.interestUnpaid'), value: formatCents(closing.interestCents) },
        { label: words('statementPdf.feesCharged'), value: formatCents(totals.feesChargedCents) },
        { label: words('statementPdf.feesPaid'), value: formatCents(totals.feesPaidCents) },
      ],
    },
  );
}

function drawDues({ sheet, words }: Drawing, { due, yearToDate }: StatementFigures): void {
  const year = {
    heading: words('statementPdf.yearHeading'),
    facts: [
      ...factOf(words('statementPdf.yearInterest'), yearToDate.interestPaidCents),
      ...factOf(words('statementPdf.yearFees'), yearToDate.feesChargedCents),
    ],
  };
  if (due === null) {
    if (year.facts.length === 0) return;
    sheet.heading(year.heading);
    sheet.facts(year.facts);
    return;
  }
  const heading = words('statementPdf.dueHeading');
  const facts = [
    { label: words('statementPdf.pastDue'), value: formatCents(due.pastDueCents) },
    { label: words('statementPdf.installment'), value: formatCents(due.installmentCents) },
    { label: words('statementPdf.fees'), value: formatCents(due.feesCents) },
    { label: words('statementPdf.totalDue'), value: formatCents(due.totalCents), total: true },
  ];
  if (year.facts.length > 0) {
    sheet.factsBeside({ heading, facts }, year);
    return;
  }
  sheet.heading(heading);
  sheet.facts(facts);
}

/** Left out if the books don't know the figure. */
function factOf(label: string, amount: Cents | null) {
  return amount === null ? [] : [{ label, value: formatCents(amount) }];
}

function drawTransactions({ sheet, words }: Drawing, { entries }: StatementFigures): void {
  sheet.heading(words('statementPdf.transactionsHeading'));
  if (entries.length === 0) {
    sheet.paragraph(words('statementPdf.noTransactions'));
    return;
  }
  const amount = (header: string, share: number) => ({ header, share, numeric: true });
  const table = sheet.table([
    { header: words('statementPdf.date'), share: 0.13 },
    { header: words('statementPdf.description'), share: 0.27 },
    amount(words('statementPdf.principal'), 0.13),
    amount(words('statementPdf.interest'), 0.11),
    amount(words('statementPdf.feesColumn'), 0.1),
    amount(words('statementPdf.total'), 0.12),
    amount(words('statementPdf.balance'), 0.14),
  ]);
  for (const entry of entries) {
    table.row([
      formatDay(entry.effectiveOn),
      entryWords(entry.description, words),
      formatCents(entry.principalCents),
      formatCents(entry.interestCents),
      formatCents(entry.otherCents),
      formatCents(entry.totalCents),
      formatCents(entry.runningPrincipalCents),
    ]);
  }
}

/** The customer cuts it off and mails it with a check. */
function drawCoupon(
  { sheet, words, design, accountNumber }: Drawing,
  figures: StatementFigures,
  due: NonNullable<StatementFigures['due']>,
): void {
  const { paymentAddress } = design;
  sheet.cutLine(140 + paymentAddress.length * 13);
  sheet.heading(words('statementPdf.couponHeading'));
  sheet.paragraph(words('statementPdf.couponNote'), { size: 8.5 });
  sheet.facts([
    { label: words('statementPdf.couponAccount'), value: `${accountNumber} · ${figures.nameOnAccount}` },
    { label: words('statementPdf.couponDueOn'), value: formatDay(due.dueOn) },
    { label: words('statementPdf.amountDue'), value: formatCents(due.totalCents) },
    { label: words('statementPdf.couponEnclosed'), value: '$ ______________' },
  ]);
  sheet.lines([words('statementPdf.payableTo', { payee: words('shell.institutionName') }), ...paymentAddress], {
    size: 9,
  });
}
