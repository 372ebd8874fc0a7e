import { z } from 'zod';
import { type ContentProblem, fileFormats, type FileProblem, MAX_UPLOAD_BYTES } from './rules/file-rules.ts';
import { defineApi, fileAnswer, receivedFile } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

const accountNumber = z.string().min(1).max(32);
const applicationNumber = z.string().min(1).max(32);

/** Lists only the newest; real customers have fewer. */
export const MAX_DOCUMENTS = 500;

/** M 3. */
export const documentItem = z.strictObject({
  FileId: z.string(),
  DisplayName: z.string(),
  Name: z.string(),
  DisplayFormat: z.enum(fileFormats),
  /** An icon for the format. */
  ImageUrl: z.string(),
  DateUploaded: z.string(),
  FileType: z.string(),
  /** Until when the caller may change or remove it; null for other people's uploads. */
  ChangeableUntil: z.string().nullable(),
});

export type DocumentItem = z.infer<typeof documentItem>;

const fileTypeItem = z.strictObject({ ID: z.number().int(), Description: z.string() });

export type FileTypeItem = z.infer<typeof fileTypeItem>;

const documents = { 200: z.strictObject({ ...envelope.shape, Value: z.array(documentItem).max(MAX_DOCUMENTS) }) };

/** Why the server refuses a file; `Message` has the text. */
export type UploadErrorCode = FileProblem | ContentProblem | 'UnknownType' | 'TooManyFiles' | 'TooManyAtOnce';

/** Documents appear on the screens they belong to and in the document center. */
const gate = {
  switch: ['globalOptions.useFileServicesOption', 'globalOptions.useDocumentCenterOption'],
  is: true,
} as const;

const uploadsAreOn = { switch: 'documentOptions.allowUpload', is: true } as const;

const upload = {
  access: 'session',
  keyed: true,
  gate,
  upload: { gate: uploadsAreOn },
  maxBodyBytes: MAX_UPLOAD_BYTES,
} as const;

const fileTypeId = z.string().regex(/^\d{1,3}$/);

const ownUpload = {
  access: 'session',
  gate: [gate, uploadsAreOn],
  objects: { 'body.FileId': 'document' },
} as const;

const uploaded = { FileTypeID: fileTypeId, file: receivedFile };

export const documentsApi = defineApi({
  'GET /api/file/GetFileTypes': {
    access: 'session',
    whileViewing: true,
    summary: 'The types of uploaded documents',
    gate,
    answers: {
      200: z.strictObject({
        ...envelope.shape,
        FileTypes: z.array(fileTypeItem).max(100),
      }),
    },
  },
  'POST /api/file/UploadFileWithLoanNumber': {
    ...upload,
    summary: 'Adds a document to an account',
    objects: { 'body.LoanNumber': 'account' },
    body: z.strictObject({ LoanNumber: accountNumber, ...uploaded }),
    answers: { 200: envelope },
  },
  'POST /api/file/UploadByCustomerID': {
    ...upload,
    summary: "Adds a document to the session's customer",
    body: z.strictObject(uploaded),
    answers: { 200: envelope },
  },
  'POST /api/file/UploadFileWithApplicationNumber': {
    ...upload,
    summary: 'Adds a document to an application',
    objects: {
      'body.ApplicationNumber': 'application',
    },
    body: z.strictObject({ ApplicationNumber: applicationNumber, ...uploaded }),
    answers: { 200: envelope },
  },
  'POST /api/file/UploadEvidence': {
    ...upload,
    gate: { switch: 'formOptions.useForms', is: true },
    summary: 'Adds a file to a request that is sent next; one that no request names is removed after a day',
    body: z.strictObject({ form: z.string().max(40), file: receivedFile }),
    answers: { 200: z.strictObject({ ...envelope.shape, fileId: z.string() }) },
  },
  'GET /api/Documents/GetAccountDocuments': {
    access: 'session',
    whileViewing: true,
    summary: 'Documents of an account, newest first',
    gate,
    objects: { 'query.accountNumber': 'account' },
    query: z.strictObject({ accountNumber }),
    answers: documents,
  },
  'GET /api/Documents/GetCustomerDocuments': {
    access: 'session',
    whileViewing: true,
    summary: 'Documents of the customer, newest first',
    gate,
    answers: documents,
  },
  'GET /api/Documents/GetApplicationDocuments': {
    access: 'session',
    whileViewing: true,
    summary: 'Documents of an application, newest first, by upload number (C-062)',
    objects: {
      'query.applicationNumber': 'application',
      'query.uploadNumber': { exempt: 'a position among the uploads of the application' },
    },
    gate,
    query: z.strictObject({ applicationNumber, uploadNumber: z.coerce.number().int().min(1).max(99).default(1) }),
    answers: documents,
  },
  'POST /api/Documents/ChangeFileType': {
    ...ownUpload,
    summary: "Changes the type of the caller's own upload, within a day",
    body: z.strictObject({ FileId: z.guid(), FileTypeID: fileTypeId }),
    answers: { 200: envelope },
  },
  'POST /api/Documents/RemoveDocument': {
    ...ownUpload,
    summary: "Removes the caller's own upload, within a day",
    body: z.strictObject({ FileId: z.guid() }),
    answers: { 200: envelope },
  },
  'GET /api/Documents/ViewDocument': {
    access: 'ticket',
    ticket: { action: 'viewDocument', parameter: 'UserToken', object: 'query.FileId' },
    summary: 'A document, opened in a new tab',
    objects: {
      'query.FileId': 'document',
    },
    gate,
    query: z.strictObject({
      UserToken: z.string().min(1).max(128),
      FileId: z.string().min(1).max(64),
      /** Sent by the caller but ignored in favor of the document's own. */
      Name: z.string().max(200).optional(),
      PageNumber: z.string().max(8).optional(),
      FileFormat: z.string().max(16).optional(),
    }),
    answers: { 200: fileAnswer },
  },
});
