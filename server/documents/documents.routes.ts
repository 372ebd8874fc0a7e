import type { documentsApi } from '#common/documents/documents.api.ts';
import { noErrors } from '#common/contract/answers.ts';
import { offeredForms } from '#common/institution/offered-forms.ts';
import { type Handlers, ok, type Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Services } from '#server/services.ts';
import { changeFileType, removeUpload } from './change-upload.command.ts';
import { documentToWire } from '#common/documents/documents.wire.ts';
import { listShownDocuments } from './list-documents.ts';
import { takeAttachment, takeUpload } from './store-document.command.ts';
import { viewDocument } from './view-document.ts';

/** Used when the request names none (C-062). */
const FIRST_UPLOAD = 1;

export const documentsHandlers: Handlers<typeof documentsApi> = {
  'GET /api/file/GetFileTypes': async ({ services }) => {
    const descriptions = services.institution.options['documentOptions.fileTypes'];
    return ok({ ...noErrors, FileTypes: descriptions.map((Description, index) => ({ ID: index + 1, Description })) });
  },

  'POST /api/file/UploadFileWithLoanNumber': async ({ body, session, services }) => {
    const place = { kind: 'account', accountNumber: body.LoanNumber } as const;
    await takeUpload(services, session, { place, fileTypeId: body.FileTypeID, file: body.file });
    return ok(noErrors);
  },

  'POST /api/file/UploadByCustomerID': async ({ body, session, services }) => {
    await takeUpload(services, session, {
      place: { kind: 'customer' },
      fileTypeId: body.FileTypeID,
      file: body.file,
    });
    return ok(noErrors);
  },

  'POST /api/file/UploadFileWithApplicationNumber': async ({ body, session, services }) => {
    const { ApplicationNumber: applicationNumber } = body;
    await proveApplicant(services, session, applicationNumber);
    const place = { kind: 'application', applicationNumber, uploadNumber: FIRST_UPLOAD } as const;
    await takeUpload(services, session, { place, fileTypeId: body.FileTypeID, file: body.file });
    return ok(noErrors);
  },

  'POST /api/file/UploadEvidence': async ({ body, session, services }) => {
    const form = offeredForms(services.institution).find(({ key }) => key === body.form);
    const field = form?.fields.find(({ kind }) => kind === 'files');
    if (!form || !field) throw new Refusal(404, 'NotFound');
    const place = { kind: 'form', formKey: form.key } as const;
    const fileId = await takeAttachment(services, session, { place, fileType: field.label, file: body.file });
    return ok({ ...noErrors, fileId });
  },

  'GET /api/Documents/GetAccountDocuments': async ({ query, session, services }) => {
    const place = { kind: 'account', accountNumber: query.accountNumber } as const;
    return ok({ ...noErrors, Value: (await listShownDocuments(services, session, place)).map(documentToWire) });
  },

  'GET /api/Documents/GetCustomerDocuments': async ({ session, services }) =>
    ok({ ...noErrors, Value: (await listShownDocuments(services, session, { kind: 'customer' })).map(documentToWire) }),

  'GET /api/Documents/GetApplicationDocuments': async ({ query, session, services }) => {
    await proveApplicant(services, session, query.applicationNumber);
    return ok({
      ...noErrors,
      Value: (await listShownDocuments(services, session, { kind: 'application', ...query })).map(documentToWire),
    });
  },

  'POST /api/Documents/ChangeFileType': async ({ body, session, services }) => {
    await changeFileType(services, session, body.FileId, body.FileTypeID);
    return ok(noErrors);
  },

  'POST /api/Documents/RemoveDocument': async ({ body, session, services }) => {
    await removeUpload(services, session, body.FileId);
    return ok(noErrors);
  },

  'GET /api/Documents/ViewDocument': async ({ query, session, services }) =>
    ok(await viewDocument(services, session, query.FileId)),
};

/** Another customer's application gives the same answer as an unknown one. */
async function proveApplicant({ host }: Services, { customerId }: Session, applicationNumber: string): Promise<void> {
  if (!(await host.findApplication(customerId, applicationNumber))) throw new Refusal(404, 'NotFound');
}
