import type { DeskDocument, documentsDeskApi } from '#common/desk/documents.api.ts';
import { mayDo } from '#common/desk/permissions.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { deliverDocument, type DeliveryProblem } from '#server/documents/deliver-document.command.ts';
import {
  findDocumentOf,
  hideDelivered,
  listDocumentsOf,
  listUploadsToReview,
  settleReview,
  type StaffsDocument,
} from '#server/documents/desk-documents.queries.ts';
import { readStoredFile } from '#server/documents/view-document.ts';
import { withdrawDocument } from '#server/documents/withdraw-document.command.ts';
import type { HostTask } from '#server/host-tasks/host-task.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { listWithdrawnOf } from './withdrawn-documents.queries.ts';

const MAX_UPLOADS = 200;
const MAX_DOCUMENTS = 500;

/** Shorter than the claim on the request's key, so that a request sent again never runs beside the first. */
const DELIVER_SECONDS = 120;

export const documentsDeskHandlers: DeskHandlers<typeof documentsDeskApi> = {
  'GET /api/desk/uploads': async ({ services }) => {
    const uploads = await listUploadsToReview(services.database, MAX_UPLOADS);
    return { uploads: uploads.map(toShown) };
  },

  'GET /api/desk/documents': async ({ services, session, query: { customerId } }) => {
    const shown = { limit: MAX_DOCUMENTS, withEvidence: mayDo(session.role, 'decideRequests') };
    const [documents, withdrawn] = await Promise.all([
      listDocumentsOf(services.database, customerId, shown),
      listWithdrawnOf(services.database, customerId, MAX_DOCUMENTS),
    ]);
    return {
      documents: documents.map(toShown),
      withdrawn: withdrawn.map(({ at, ...document }) => ({ ...document, at: at.toString() })),
    };
  },

  'GET /api/desk/documents/file': async ({ services, session, query: { customerId, documentId }, record }) => {
    const document = await findDocumentOf(services.database, customerId, documentId);
    if (!document) throw new DeskRefusal(404, 'NotFound');
    // It tells what the customer earns: for those who decide what they ask for.
    const isEvidence = document.formKey !== null;
    if (isEvidence && !mayDo(session.role, 'decideRequests')) throw new DeskRefusal(403, 'NotPermitted');
    const file = await readStoredFile(services, documentId, document);
    if (!file.ok) throw new DeskRefusal(409, file.error);
    await inTransaction(services.database, (transaction) =>
      record(transaction, { customerId, details: { documentId } }),
    );
    // Never shown in the desk's own origin: an upload is not trusted.
    return { fileName: document.displayName, contentType: 'application/octet-stream', content: file.value };
  },

  'POST /api/desk/uploads/review': async ({ services, session, body, record }) => {
    const { customerId, documentId, outcome, words, reason } = body;
    if (outcome === 'declined' && words.length < 3) throw new DeskRefusal(400, 'InvalidInput');
    await inTransaction(services.database, async (transaction) => {
      const at = services.clock.now();
      const review = { customerId, documentId, outcome, staffId: session.staffId };
      const upload = await settleReview(transaction, review, at);
      if (!upload) throw new DeskRefusal(409, 'NoLongerOpen');
      await enqueueHostTask(
        services,
        transaction,
        reviewMail({ customerId, documentId, ...upload }, outcome, words, at),
      );
      await record(transaction, { customerId, reason, details: { documentId, outcome } });
    });
    return {};
  },

  'POST /api/desk/documents/deliver': async ({ services, session, body, idOf, record }) => {
    const { customerId, reason } = body;
    const by = session.emailAddress;
    const delivered = await deliver(services, body, { customerId, documentId: idOf(customerId), by });
    if (!delivered.ok) throw deliveryRefusal(delivered.error);
    const documentId = delivered.value;
    await inTransaction(services.database, async (transaction) => {
      await enqueueHostTask(services, transaction, deliveryMail(customerId, documentId, services.clock.now()));
      await record(transaction, { customerId, reason, details: { documentId }, answer: {} });
    });
    return {};
  },

  'POST /api/desk/documents/deliver-to-list': async ({ services, session, body, idOf, record }) => {
    const customerIds = [...new Set(body.customerIds)];
    const unknown: string[] = [];
    let delivered = 0;
    let left: string[] = [];
    const until = services.clock.now().add({ seconds: DELIVER_SECONDS });
    for (const [index, customerId] of customerIds.entries()) {
      if (Temporal.Instant.compare(services.clock.now(), until) > 0) {
        left = customerIds.slice(index);
        break;
      }
      const to = { customerId, documentId: idOf(customerId), by: session.emailAddress };
      const given = await deliverWithMail(services, body, to);
      if (given === 'delivered') delivered += 1;
      else if (given === 'UnknownCustomer') unknown.push(customerId);
      else if (given !== 'failed' && delivered === 0) throw deliveryRefusal(given);
      else {
        left = customerIds.slice(index);
        break;
      }
    }
    const details = { fileName: body.fileName, delivered, unknown: unknown.length, left: left.length };
    const answer = { delivered, unknown, left };
    await inTransaction(services.database, (transaction) =>
      record(transaction, { reason: body.reason, details, answer }),
    );
    return answer;
  },

  'POST /api/desk/documents/withdraw': async ({ services, body: { customerId, documentId, reason }, record }) => {
    const storageName = await inTransaction(services.database, async (transaction) => {
      const hidden = await hideDelivered(transaction, { customerId, documentId });
      if (hidden === undefined) throw new DeskRefusal(404, 'NotFound');
      const { name, sha256 } = hidden;
      const details = { documentId, name, sha256: Buffer.from(sha256).toString('hex') };
      await enqueueHostTask(services, transaction, withdrawalMail(customerId, documentId, services.clock.now()));
      await record(transaction, { customerId, reason, details });
      return hidden.storageName;
    });
    await withdrawDocument(services, { documentId, storageName }).catch((error: unknown) => {
      services.log.error({ err: error, documentId }, 'the file of a withdrawn document will be deleted by the sweep');
    });
    return {};
  },
};

interface FileToDeliver {
  readonly fileName: string;
  readonly content: string;
}

interface DeliveredTo {
  readonly customerId: string;
  readonly documentId: string;
  readonly by: string;
}

function deliver(services: Services, { fileName, content }: FileToDeliver, to: DeliveredTo) {
  const place = { kind: 'customer' } as const;
  return deliverDocument(services, { ...to, place, name: fileName, content: Buffer.from(content, 'base64') });
}

/** Returns `failed` instead of throwing, so that a list says whom it reached. */
async function deliverWithMail(
  services: Services,
  file: FileToDeliver,
  to: DeliveredTo,
): Promise<'delivered' | 'failed' | DeliveryProblem> {
  const { customerId } = to;
  try {
    const given = await deliver(services, file, to);
    if (!given.ok) return given.error;
    const task = deliveryMail(customerId, given.value, services.clock.now());
    await inTransaction(services.database, (transaction) => enqueueHostTask(services, transaction, task));
    return 'delivered';
  } catch (error) {
    services.log.error({ err: error, customerId }, 'a document of a list was not delivered');
    return 'failed';
  }
}

function deliveryRefusal(problem: DeliveryProblem): DeskRefusal {
  return new DeskRefusal(409, problem === 'FileType' ? 'FormatRefused' : problem);
}

function deliveryMail(customerId: string, documentId: string, at: Temporal.Instant): HostTask {
  return {
    kind: 'mail',
    customerId,
    mail: {
      occasion: `document-delivered-${documentId}`,
      subject: { key: 'documentMail.deliveredSubject' },
      body: { key: 'documentMail.deliveredBody' },
    },
    at: at.toString(),
  };
}

function withdrawalMail(customerId: string, documentId: string, at: Temporal.Instant): HostTask {
  const mail = {
    occasion: `document-withdrawn-${documentId}`,
    subject: { key: 'documentMail.withdrawnSubject' },
    body: { key: 'documentMail.withdrawnBody' },
  } as const;
  return { kind: 'mail', customerId, mail, at: at.toString() };
}

interface ReviewedUpload {
  readonly customerId: string;
  readonly documentId: string;
  readonly name: string;
}

function reviewMail(
  { customerId, documentId, name: file }: ReviewedUpload,
  outcome: 'accepted' | 'declined',
  words: string,
  at: Temporal.Instant,
): HostTask {
  const mail =
    outcome === 'accepted'
      ? ({
          subject: { key: 'documentMail.acceptedSubject' },
          body: { key: 'documentMail.acceptedBody', values: { file } },
        } as const)
      : ({
          subject: { key: 'documentMail.declinedSubject' },
          body: { key: 'documentMail.declinedBody', values: { file, words } },
        } as const);
  const occasion = `document-reviewed-${documentId}`;
  return { kind: 'mail', customerId, mail: { occasion, ...mail }, at: at.toString() };
}

export function toShown(document: StaffsDocument): DeskDocument {
  const { documentId, customerId, accountNumber, applicationNumber, displayName, fileType, bytes } = document;
  const { uploadedAt, uploadedBy, scanned, review } = document;
  return {
    documentId,
    customerId,
    name: displayName,
    fileType,
    belongsTo: accountNumber ?? applicationNumber ?? '',
    bytes,
    at: uploadedAt.toString(),
    byCustomer: uploadedBy !== null,
    scan: scanned === null ? 'unknown' : scanned ? 'clean' : 'notScanned',
    review,
  };
}
