import { createHash, randomUUID } from 'node:crypto';
import { storeDocument } from '#server/documents/store-document.command.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { PdfDocument } from '#server/platform/pdf/pdf-document.ts';
import { insertChangeRequest } from '#server/profile/request-change/request-change.queries.ts';
import type { Services } from '#server/services.ts';

const CUSTOMER = 'dee.blocked';

/** A change of a phone and an uploaded policy, for staff to decide. Called once, with the staff. */
export async function seedDemonstrationRequests(services: Services): Promise<void> {
  const user = await findUserByLogin(services.database, CUSTOMER);
  // Someone may have removed the login since an older version made it.
  if (!user) return;
  await askForPhone(services, user);
  await uploadPolicy(services, user);
}

interface Customer {
  readonly userId: number;
  readonly customerId: string;
}

async function askForPhone(services: Services, { userId, customerId }: Customer): Promise<void> {
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
  await inTransaction(database, (transaction) =>
    insertChangeRequest(services, transaction, { userId, customerId, fields, at }),
  );
}

async function uploadPolicy(services: Services, { userId, customerId }: Customer): Promise<void> {
  const { clock, institution } = services;
  const title = 'Insurance policy';
  const uploadedAt = clock.now().subtract({ hours: 7 });
  const words = documentWords(institution.texts);
  const sheet = new PdfDocument({ title, subject: title, madeAt: uploadedAt, words, colors: institution.theme });
  sheet.title(title, ['Comprehensive and collision, $500 deductible']);
  sheet.paragraph('This policy covers the vehicle that secures the loan, for twelve months.');
  const content = await sheet.draw();
  const document = {
    documentId: randomUUID(),
    customerId,
    place: { kind: 'customer' },
    displayName: `${title}.pdf`,
    format: 'PDF',
    fileType: institution.options['documentOptions.fileTypes'][0] ?? '',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest(),
    storageName: createToken(),
    uploadedBy: userId,
    uploadedAt,
    scanned: false,
  } as const;
  await storeDocument(services, document, content);
}
