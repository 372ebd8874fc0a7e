import type { ContractKey } from '#server/platform/http/endpoint.ts';
import { defaultNotifications } from '#common/profile/rules/notifications.ts';
import { preferencesToWire } from '#common/profile/profile.wire.ts';
import { smallPdf } from '../uploads.ts';
import { OWN_ACCOUNT, type WellFormedCall } from './well-formed-call.ts';

const message = {
  ReCaptchaCode: 'x',
  Message: 'How do I pay?',
  Alert: { Email: '', PersonalName: '', ServicingBranch: '', UserAgent: '', Username: '' },
};

const notifications = preferencesToWire({ sequenceNumber: 0, preferences: defaultNotifications }, true);

/** Of the profile, documents and messages. */
export const contactCalls = {
  'POST /api/Profile/SendVerification': {},
  'POST /api/Profile/KeepEmailAddress': { body: { Token: 'x' } },
  'GET /api/Profile': {},
  'POST /api/UpdateProfile': { body: { UserAlertsInfo: notifications, AlertsAreDirty: true } },
  'POST /api/UpdateProfile/UserInfo': { body: { LogonName: 'li.wei', EmailAddress: 'li.wei@example.com' } },
  'POST /api/UpdateProfile/PersonalInfo': {
    body: { Address: null, PhoneNumbers: [{ PhoneNumber: '555-010-5520', Primary: true, OptInToTexting: false }] },
  },
  'POST /api/SolutionsByText/GetSubscriptionInfo': { body: { PhoneNumber: '555-010-5520' } },
  'POST /api/SolutionsByText/ModifySubscriptions': {
    body: { PhoneNumber: '555-010-5520', Options: [{ BrandingId: '1', OptInMarketing: null, OptInAccount: false }] },
  },
  'PUT /api/ManualChangeContactInfo': {
    body: {
      AccountNumbers: [OWN_ACCOUNT],
      PhoneNumber1: { OldPhoneNumber: '(555) 010-5520', NewPhoneNumber: '(555) 010-5521' },
    },
  },
  'GET /api/Forms': {},
  'POST /api/Forms/Send': {
    body: {
      form: 'payment-help',
      accountNumber: OWN_ACCOUNT,
      answers: {
        reason: 'I lost my job',
        since: '2026-10-01',
        duration: 'Up to three months',
        income: '1,250.00',
        wish: 'Skipping a payment',
      },
      fileIds: [],
    },
  },
  'POST /api/Forms/Withdraw': { body: { requestId: 1 } },
  'POST /api/Forms/MarkRead': { body: { requestId: 1 } },
  'GET /api/Messages/GetCaptchaChallenge': {},
  'POST /api/Messages/ContactUs': { body: { ...message, Subject: 'Rates' } },
  'GET /api/Conversations': {},
  'GET /api/Conversations/Read': { query: { conversationId: '1' } },
  'POST /api/Conversations/MarkRead': { body: { conversationId: 1 } },
  'POST /api/Conversations/Begin': { body: { topic: 'Payoff', subject: 'Rates', text: 'How do I pay?' } },
  'POST /api/Conversations/Reply': { body: { conversationId: 1, text: 'Thank you.' } },
  'POST /api/Conversations/Attach': { body: {}, file: smallPdf },
  'GET /api/Conversations/Attachment': { query: { token: 'x', fileId: '00000000-0000-4000-8000-000000000000' } },
  'POST /api/Messages/Feedback': { body: { ...message, SurveyQuestions: [] } },
  'GET /api/branchInfo': {},
  'GET /api/Geocode': { query: { zip: '04101' } },
  'GET /api/Towns': { query: { North: '44', South: '43', East: '-70', West: '-71' } },
  'GET /api/file/GetFileTypes': {},
  'POST /api/file/UploadFileWithLoanNumber': { body: { LoanNumber: OWN_ACCOUNT, FileTypeID: '1' }, file: smallPdf },
  'POST /api/file/UploadByCustomerID': { body: { FileTypeID: '1' }, file: smallPdf },
  'POST /api/file/UploadFileWithApplicationNumber': {
    body: { ApplicationNumber: 'A-501877', FileTypeID: '1' },
    file: smallPdf,
  },
  'POST /api/file/UploadEvidence': { body: { form: 'payment-help' }, file: smallPdf },
  'GET /api/Documents/GetAccountDocuments': { query: { accountNumber: OWN_ACCOUNT } },
  'GET /api/Documents/GetCustomerDocuments': {},
  'GET /api/Documents/GetApplicationDocuments': { query: { applicationNumber: 'A-501877', uploadNumber: '1' } },
  'POST /api/Documents/ChangeFileType': {
    body: { FileId: '00000000-0000-4000-8000-000000000000', FileTypeID: '1' },
  },
  'POST /api/Documents/RemoveDocument': { body: { FileId: '00000000-0000-4000-8000-000000000000' } },
  'GET /api/Documents/ViewDocument': {
    query: { FileId: 'x', Name: 'x.pdf', PageNumber: '1', FileFormat: 'PDF', UserToken: 'x' },
  },
} satisfies Partial<Record<ContractKey, WellFormedCall>>;
