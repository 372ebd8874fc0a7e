import { createHash, randomUUID } from 'node:crypto';
import { addDays, formatDayLong } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { formatRate } from '#common/core/rates.ts';
import { PdfDocument } from '#server/platform/pdf/pdf-document.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import type { Services } from '#server/services.ts';
import type { DocumentPlace } from '#server/documents/document-place.ts';
import { listDocuments } from '#server/documents/documents.queries.ts';
import { storeDocument } from '#server/documents/store-document.command.ts';

const MARGARET = '400101';
const SAM = '400105';
const ACME = '400103';

export interface Letter {
  readonly customerId: string;
  readonly place: DocumentPlace;
  readonly title: string;
  readonly daysAgo: number;
  /** Of that day, if the minute matters. */
  readonly minutesAgo?: number;
  readonly paragraphs: readonly string[];
}

const letters: readonly Letter[] = [
  {
    customerId: MARGARET,
    place: { kind: 'account', accountNumber: '101-004417-2' },
    title: 'Loan agreement',
    daysAgo: 340,
    paragraphs: [
      'You promise to pay the amount financed, with interest on the unpaid principal, in installments on their due dates until the loan is paid in full.',
      'You may pay all or part of the loan early at any time. There is no penalty for doing so.',
    ],
  },
  {
    customerId: MARGARET,
    place: { kind: 'account', accountNumber: '101-004417-2' },
    title: 'Vehicle title received',
    daysAgo: 41,
    paragraphs: ['Thank you. We have received the title of the vehicle that secures this loan.'],
  },
  {
    customerId: MARGARET,
    place: { kind: 'account', accountNumber: '101-007730-5' },
    title: 'Past-due payment reminder',
    daysAgo: 6,
    paragraphs: [
      'A payment on this loan is past due. Please pay the amount due shown online, or call us about a payment plan.',
      "If you've paid in the last few days, please disregard this letter.",
    ],
  },
  {
    customerId: MARGARET,
    place: { kind: 'customer' },
    title: 'Privacy notice',
    daysAgo: 205,
    paragraphs: [
      'We collect what we need to service your accounts, share it with those who help us do so, and never sell it.',
      'You can limit what we share for marketing under Notifications in your profile, or by writing to us.',
    ],
  },
  {
    customerId: MARGARET,
    place: { kind: 'application', applicationNumber: 'A-501877', uploadNumber: 1 },
    title: 'Approval letter',
    daysAgo: 3,
    paragraphs: [
      "We are pleased to tell you that your application has been approved. You'll receive the funds within a few days.",
    ],
  },
  {
    customerId: MARGARET,
    place: { kind: 'application', applicationNumber: 'A-502114', uploadNumber: 1 },
    title: 'What we still need from you',
    daysAgo: 1,
    paragraphs: [
      'To continue, we need proof of income for the last month and proof of address. Please upload them here.',
    ],
  },
  {
    customerId: SAM,
    place: { kind: 'account', accountNumber: '101-006106-4' },
    title: 'Loan agreement',
    daysAgo: 180,
    paragraphs: [
      'You promise to pay the amount financed, with interest on the unpaid principal, in weekly installments.',
    ],
  },
  {
    customerId: ACME,
    place: { kind: 'customer' },
    title: 'Resolution on file',
    daysAgo: 97,
    paragraphs: ['We have a record of who can act for your company. Please tell us about any changes.'],
  },
];

/** Creates each letter once; half-finished ones are swept and created again. */
export async function seedDemonstrationDocuments(services: Services): Promise<void> {
  for (const letter of letters) {
    const known = await listDocuments(services.database, letter.customerId, letter.place);
    if (!known.some(({ displayName }) => displayName === fileName(letter))) await addLetter(services, letter);
  }
}

/**
 * Stores a letter as a document.
 * @param uploadedBy the login; null for the institution
 * @returns its id
 */
export async function addLetter(services: Services, letter: Letter, uploadedBy: number | null = null): Promise<string> {
  const sentAt = services.clock.now().subtract({ minutes: letter.minutesAgo ?? 24 * 60 * letter.daysAgo });
  const content = await drawLetter(services, letter, sentAt);
  const document = {
    documentId: randomUUID(),
    customerId: letter.customerId,
    place: letter.place,
    displayName: fileName(letter),
    format: 'PDF',
    fileType: letter.place.kind === 'message' ? '' : letter.title,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest(),
    storageName: createToken(),
    uploadedBy,
    uploadedAt: sentAt,
    scanned: false,
  } as const;
  await storeDocument(services, document, content);
  return document.documentId;
}

async function drawLetter(services: Services, letter: Letter, sentAt: Temporal.Instant): Promise<Uint8Array> {
  const { clock, institution } = services;
  const words = documentWords(institution.texts);
  const about = await facts(services, letter);
  const sheet = new PdfDocument({
    title: letter.title,
    subject: letter.title,
    madeAt: sentAt,
    words,
    colors: institution.theme,
  });
  sheet.title(letter.title, [formatDayLong(addDays(clock.today(), -letter.daysAgo))]);
  if (about.length > 0) sheet.facts(about);
  for (const paragraph of letter.paragraphs) {
    sheet.paragraph(paragraph);
    sheet.space(6);
  }
  return sheet.draw();
}

async function facts({ clock, host }: Services, { customerId, place }: Letter) {
  if (place.kind === 'application') return [{ label: 'Application', value: place.applicationNumber }];
  if (place.kind !== 'account') return [];
  const loan = await host.findLoan(customerId, place.accountNumber, clock.today());
  if (!loan) return [];
  return [
    { label: 'Account', value: loan.accountNumber },
    { label: 'Annual rate', value: formatRate(loan.rate) },
    { label: 'Installment', value: formatCents(loan.installmentCents) },
  ];
}

function fileName({ title }: Letter): string {
  return `${title}.pdf`;
}
