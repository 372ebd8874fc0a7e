import { sheetLogoOf } from '#server/platform/pdf/sheet-logo.ts';
import type { FileContent } from '#common/contract/contract.ts';
import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import type { PayoffQuote } from '#server/host/host.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Moment } from '#server/platform/clock.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { PdfDocument } from '#server/platform/pdf/pdf-document.ts';

interface QuoteToPrint {
  readonly quote: PayoffQuote;
  readonly loan: Pick<HostLoan, 'accountNumber' | 'description'>;
  readonly institution: Pick<Institution, 'options' | 'texts' | 'theme' | 'logos'>;
  readonly moment: Moment;
}

/** Renders the breakdown of a payoff quote: its parts, how long it is valid, and where to send the money (M 4). */
export async function payoffDocument({ quote, loan, institution, moment }: QuoteToPrint): Promise<FileContent> {
  const words = documentWords(institution.texts);
  const { options } = institution;
  const number = shownAccountNumber(loan.accountNumber, options['globalOptions.removeCheckDigitFromAccountNumber']);
  const goodThrough = formatDay(quote.on);
  const sheet = new PdfDocument({
    title: `${words('payoffPdf.title')} ${number}`,
    subject: words('payoffPdf.account', { account: number }),
    madeAt: moment.at,
    words,
    colors: institution.theme,
    logo: sheetLogoOf(institution),
  });
  sheet.title(words('payoffPdf.title'), [
    words('payoffPdf.account', { account: number }),
    loan.description,
    words('payoffPdf.preparedOn', { date: formatDay(moment.today) }),
  ]);
  sheet.highlight(
    words('payoffPdf.amount'),
    formatCents(quote.totalCents),
    words('payoffPdf.goodThrough', { date: goodThrough }),
  );
  sheet.heading(words('payoffPdf.breakdown'));
  sheet.facts([
    { label: words('payoffPdf.principal'), value: formatCents(quote.principalCents) },
    { label: words('payoffPdf.interest', { date: goodThrough }), value: formatCents(quote.interestCents) },
    { label: words('payoffPdf.lateCharges'), value: formatCents(quote.lateChargesCents) },
    { label: words('payoffPdf.otherFees'), value: formatCents(quote.otherFeesCents) },
    { label: words('payoffPdf.total'), value: formatCents(quote.totalCents), total: true },
  ]);
  sheet.space(8);
  sheet.heading(words('payoffPdf.perDiemHeading'));
  sheet.facts([{ label: words('payoffPdf.perDiem'), value: formatCents(quote.perDiemCents) }]);
  sheet.paragraph(words('payoffPdf.perDiemInfo', { date: goodThrough }));
  sheet.space(8);
  sheet.heading(words('payoffPdf.sendTo'));
  const address = options['payoffOptions.sendPaymentTo'];
  if (address.length > 0) {
    sheet.lines(address);
    sheet.space(4);
    sheet.paragraph(words('payoffPdf.reference', { account: number }));
  } else {
    sheet.paragraph(words('payoffPdf.sendToOnline'));
  }
  return {
    contentType: 'application/pdf',
    fileName: `payoff-quote-${number}-${quote.on}.pdf`,
    disposition: 'inline',
    content: await sheet.draw(),
  };
}
