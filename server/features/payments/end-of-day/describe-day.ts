import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Services } from '#server/services.ts';
import { findAchFile } from './bank-files.queries.ts';
import type { BusinessDay } from './business-days.queries.ts';

/** What the end of a business day did and found, line by line, for an operator. */
export async function describeDay(
  { database }: Pick<Services, 'database'>,
  { businessOn, lateCharges, comparison }: BusinessDay,
): Promise<string[]> {
  const file = await findAchFile(database, businessOn);
  if (!comparison) return [`${formatDay(businessOn)} was not ended.`];
  const { cards, drafts, unsettled, differences } = comparison;
  return [
    `Business day ${formatDay(businessOn)}`,
    file
      ? `  Bank file: ${file.entryCount} drafts, ${formatCents(file.debitCents)}, effective ${formatDay(file.effectiveOn)}`
      : '  Bank file: none, no draft waited',
    ...(file ? [`  SHA-256:   ${Buffer.from(file.contentHash).toString('hex')}`] : []),
    `  Late charges assessed: ${lateCharges}`,
    `  Cards:  books ${formatCents(cards.booksCents)}, processor ${formatCents(cards.processorCents)}`,
    `  Drafts: books ${formatCents(drafts.booksCents)}, bank entries ${formatCents(drafts.entriesCents)}`,
    ...(unsettled > 0 ? [`  Outcome not known yet: ${unsettled} payments, compared with the next day`] : []),
    differences.length === 0 ? '  Everything agrees to the cent.' : `  ${differences.length} differences:`,
    ...differences.map((difference) => `    ${difference}`),
  ];
}
