import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { addressLines } from './address-lines.ts';
import type { Drawing } from './drawing.ts';
import type { InterestFigures } from './statement-figures.ts';

export function drawInterestSummary({ sheet, words, accountNumber }: Drawing, figures: InterestFigures, title: string) {
  const year = String(figures.year);
  sheet.title(title, [words('statementPdf.account', { account: accountNumber }), figures.description]);
  sheet.lines(addressLines(figures.nameOnAccount, figures.address));
  sheet.space(12);
  sheet.highlight(words('interestPdf.total', { year }), formatCents(figures.totalCents), '');
  sheet.paragraph(words('interestPdf.info'));
  sheet.space(6);
  const table = sheet.table([
    { header: words('interestPdf.month'), share: 0.6 },
    { header: words('interestPdf.interest'), share: 0.4, numeric: true },
  ]);
  // Documents stored before this field existed lack it.
  const { beforeBooks = null } = figures;
  if (beforeBooks) {
    table.row([
      words('interestPdf.beforeBooks', { date: formatDay(beforeBooks.until) }),
      formatCents(beforeBooks.interestCents),
    ]);
  }
  for (const { month, interestCents } of figures.months) {
    table.row([`${nameOfMonth(month)} ${year}`, formatCents(interestCents)]);
  }
  table.row([words('interestPdf.total', { year }), formatCents(figures.totalCents)], { bold: true });
  sheet.facts([{ label: words('interestPdf.balance', { year }), value: formatCents(figures.principalCents) }]);
}

/** @param month 1 to 12 */
function nameOfMonth(month: number): string {
  return Temporal.PlainYearMonth.from({ year: 2000, month })
    .toPlainDate({ day: 1 })
    .toLocaleString('en-US', { month: 'long' });
}
