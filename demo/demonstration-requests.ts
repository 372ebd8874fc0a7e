import { createHash, randomUUID } from 'node:crypto';
import { offeredForms } from '#common/institution/offered-forms.ts';
import type { NewDocument } from '#server/documents/documents.queries.ts';
import { storeDocument } from '#server/documents/store-document.command.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { PdfDocument } from '#server/platform/pdf/pdf-document.ts';
import { giveToRequest } from '#server/documents/attachments.queries.ts';
import { insertChangeRequest, insertFormRequest } from '#server/profile/customer-requests.queries.ts';
import type { Services } from '#server/services.ts';
import { servicesAt } from './past-days/past-services.ts';

const CUSTOMER = 'dee.blocked';

/** A change of a phone, an uploaded policy and a hardship request, for staff to decide. Called once, with the staff. */
export async function seedDemonstrationRequests(services: Services): Promise<void> {
  const user = await findUserByLogin(services.database, CUSTOMER);
  // Someone may have removed the login since an older version made it.
  if (user) {
    await requestPhoneChange(services, user);
    await uploadPolicy(services, user);
  }
  const borrower = await findUserByLogin(services.database, 'margaret.okafor');
  if (borrower) await requestHelp(services, borrower);
}

interface Customer {
  readonly userId: number;
  readonly customerId: string;
}

async function requestPhoneChange(services: Services, { userId, customerId }: Customer): Promise<void> {
  const { clock, database, host } = services;
  const contacts = await host.findContacts(customerId);
  const [loan] = await host.listAccounts(customerId, clock.today());
  const number = contacts?.phones[0]?.number;
  if (number === undefined || !loan) return;
  const shown = `(${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}`;
  const first = { oldPhoneNumber: shown, newPhoneNumber: '(555) 010-2290' };
  const phones = { first, second: { oldPhoneNumber: '', newPhoneNumber: '' } };
  const fields = { accountNumbers: [loan.number], addresses: null, phones };
  const at = clock.now().subtract({ hours: 9 });
  const { audit } = await servicesAt(services, at);
  await inTransaction(database, async (transaction) => {
    const requestId = await insertChangeRequest(services, transaction, { userId, customerId, fields, at });
    await audit.record(transaction, { event: 'contact-change-requested', userId, details: { requestId } });
  });
}

async function uploadPolicy(services: Services, customer: Customer): Promise<void> {
  await upload(services, customer, {
    title: 'Insurance policy',
    subtitle: 'Comprehensive and collision, $500 deductible',
    words: 'This policy covers the vehicle that secures the loan, for twelve months.',
    fileType: services.institution.options['documentOptions.fileTypes'][0] ?? '',
    place: { kind: 'customer' },
    hoursAgo: 7,
  });
}

interface Sheet {
  readonly title: string;
  readonly subtitle: string;
  readonly words: string;
  readonly fileType: string;
  readonly place: NewDocument['place'];
  readonly hoursAgo: number;
}

async function upload(services: Services, { userId, customerId }: Customer, drawn: Sheet): Promise<string> {
  const { clock, institution } = services;
  const { title, subtitle, fileType, place, hoursAgo } = drawn;
  const uploadedAt = clock.now().subtract({ hours: hoursAgo });
  const words = documentWords(institution.texts);
  const sheet = new PdfDocument({ title, subject: title, madeAt: uploadedAt, words, colors: institution.theme });
  sheet.title(title, [subtitle]);
  sheet.paragraph(drawn.words);
  const content = await sheet.draw();
  const document = {
    documentId: randomUUID(),
    customerId,
    place,
    displayName: `${title}.pdf`,
    format: 'PDF',
    fileType,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest(),
    storageName: createToken(),
    uploadedBy: userId,
    uploadedAt,
    scanned: false,
  } as const;
  await storeDocument(services, document, content);
  return document.documentId;
}

const answers: Readonly<Record<string, string>> = {
  reason: 'My income is lower',
  since: '2026-10-12',
  duration: 'Up to three months',
  income: '2850.00',
  expenses: '2610.00',
  wish: 'Skipping a payment',
  more: 'The shop cut my hours until January. I can pay half of it now and the rest with the next payment.',
};

async function requestHelp(services: Services, borrower: Customer): Promise<void> {
  const { clock, database, host, institution } = services;
  const form = offeredForms(institution).find(({ key }) => key === institution.options['formOptions.helpWithPayments']);
  const loans = await host.listAccounts(borrower.customerId, clock.today());
  const late = loans.find(({ pastDue }) => pastDue);
  const isOffered = institution.options['formOptions.useForms'];
  if (!isOffered || !form || !late) return;
  const evidence = form.fields.find(({ kind }) => kind === 'files');
  const documentIds = evidence
    ? [
        await upload(services, borrower, {
          title: 'Letter from my employer',
          subtitle: 'Reduced hours',
          words: 'From October 12 until the end of the year, the hours of the bearer are 24 a week.',
          fileType: evidence.label,
          place: { kind: 'form', formKey: form.key },
          hoursAgo: 26,
        }),
      ]
    : [];
  const { title, paymentsContinue, next } = form;
  const asked = form.fields.filter(({ name }) => name in answers);
  const content = {
    title,
    paymentsContinue,
    next,
    answers: asked.map(({ name, label, kind }) => ({ label, kind, value: answers[name] ?? '' })),
  };
  const { userId, customerId } = borrower;
  const at = clock.now().subtract({ hours: 26 });
  const { audit } = await servicesAt(services, at);
  await inTransaction(database, async (transaction) => {
    const request = { userId, customerId, formKey: form.key, accountNumber: late.number, content, at };
    const requestId = await insertFormRequest(services, transaction, request);
    if (requestId === undefined) return;
    await giveToRequest(transaction, { documentIds, customerId, by: { userId }, formKey: form.key }, requestId);
    const details = { requestId, form: form.key, files: documentIds.length };
    await audit.record(transaction, { event: 'request-sent', userId, details });
  });
}
