import type { ContractKey } from '#server/platform/http/endpoint.ts';
import { OWN_ACCOUNT, type WellFormedCall } from './well-formed-call.ts';

export const newCard = {
  BillingAddress: { ZipCode: '04101', Address1: '', Address2: '', City: '', State: '' },
  CardHolderFirstName: 'Li',
  CardHolderLastName: 'Wei',
  CardNumber: '4242424242424242',
  ExpirationDate: '12/30',
  SecurityCode: '123',
  CardType: 'visa',
  DebitCreditType: 'DebitCard',
  LoanAccountNumber: OWN_ACCOUNT,
};

export const newBankAccount = {
  AccountType: 'Checking',
  RoutingNumber: '011000015',
  AccountNumber: '123456789',
  OwnerName: 'Li Wei',
  LoanAccountNumber: OWN_ACCOUNT,
};

function submission(method: object) {
  return {
    body: {
      EncryptedData: 'x',
      Payment: {
        LogonName: 'li.wei',
        Details: {
          PaymentDate: '2026-11-21',
          LoanAccountNumber: OWN_ACCOUNT,
          Company: 0,
          PaymentAmount: 10,
          FirstPartyFee: 2,
          ThirdPartyFee: 0,
          AdditionalPrincipalAmount: 0,
        },
        AccountType: 0,
        IsPayoff: false,
        Method: method,
      },
    },
  };
}

const { Method: _method, ...paymentPart } = submission({}).body.Payment;
const weekly = { RecurringOption: 'Weekly', DaysBeforeDue: 0 };
const recurringSubmission = { body: { ...submission({ ProfileId: '1' }).body, RecurringDetails: weekly } };
const deletion = { body: { Token: 'x', Payment: { EncryptedString: 'x', LoanAccountNumber: OWN_ACCOUNT } } };
const editPart = { PaymentDate: '2026-11-25', PaymentAmount: 10, FirstPartyFee: 0, ThirdPartyFee: 0, Method: null };

export const paymentCalls = {
  'GET /api/PaymentInformation/GetPlannedPayments': {},
  'GET /api/PaymentInformation/GetPaymentInfo': { query: { accountNumber: OWN_ACCOUNT } },
  'POST /api/PaymentInformation/GetThirdPartyFee': {
    body: {
      IsAch: true,
      IsCreditCard: false,
      IsDebitCard: false,
      IsImmediate: true,
      IsOneTime: true,
      IsRecurring: false,
      LoanNumber: OWN_ACCOUNT,
    },
  },
  'POST /api/PaymentMethod/GetPaymentMethods': { body: { AccountNumber: OWN_ACCOUNT } },
  'POST /api/PaymentMethod/AddCardPaymentMethod': { body: newCard },
  'POST /api/PaymentMethod/BeginCardSetup': {},
  'POST /api/PaymentMethod/EndCardSetup': { body: { SetupId: 'setup-1', GiveUp: false } },
  'POST /api/PaymentMethod/AddAchPaymentMethod': { body: newBankAccount },
  'POST /api/PaymentMethod/ValidateAchPaymentMethod': { body: newBankAccount },
  'POST /api/PaymentMethod/DeleteCardPayment': { body: { ProfileId: '1' } },
  'POST /api/PaymentMethod/GetPaymentsOfMethod': {
    body: { Method: { IsCard: true, ProfileId: '1' }, Replacement: null },
  },
  'POST /api/PaymentMethod/ReplaceInPayments': {
    body: { Method: { IsCard: true, ProfileId: '1' }, Replacement: { IsCard: true, ProfileId: '2' }, Payments: [] },
  },
  'POST /api/PaymentMethod/DeleteAchPayment': { body: { ProfileId: '1' } },
  'POST /api/PaymentMethod/SetDefaultPaymentMethod': {
    body: { AccountNumber: OWN_ACCOUNT, PaymentMethod: { IsCard: true, ProfileId: '1', LastFour: '4242' } },
  },
  'DELETE /api/PaymentMethod/RemoveDefaultPaymentMethod': { query: { accountNumber: OWN_ACCOUNT } },
  'GET /api/ACHRoutingData': { query: { routingNumber: '011000015' } },
  'GET /api/PaymentInformation/GetScheduledPayments': { query: { accountNumber: OWN_ACCOUNT } },
  'POST /api/PaymentPreview': {
    body: {
      Payment: paymentPart,
      Method: { IsCard: true, DebitCreditType: 'DebitCard', IsSingleUse: false, LastFour: '4242' },
      RecurringDetails: null,
    },
  },
  'POST /api/PaymentScheduled/SubmitCard': submission({ ProfileId: '1' }),
  'POST /api/PaymentScheduled/SubmitAch': submission({ ProfileId: '1' }),
  'POST /api/PaymentScheduled/DeleteCard': deletion,
  'POST /api/PaymentScheduled/DeleteAch': deletion,
  'POST /api/PaymentScheduled/Edit': { body: { ...deletion.body, ...editPart } },
  'POST /api/PaymentRecurring/SubmitCard': recurringSubmission,
  'POST /api/PaymentRecurring/SubmitAch': recurringSubmission,
  'POST /api/PaymentRecurring/DeleteCard': deletion,
  'POST /api/PaymentRecurring/DeleteAch': deletion,
  'POST /api/PaymentRecurring/Edit': {
    body: { ...deletion.body, ...editPart, AdditionalPrincipalAmount: 0, RecurringDetails: weekly },
  },
  'POST /api/PaymentRecurring/Skip': deletion,
  'POST /api/PaymentScheduled/PreviewEdit': { body: { ...deletion.body, ...editPart } },
  'POST /api/PaymentRecurring/PreviewEdit': {
    body: { ...deletion.body, ...editPart, AdditionalPrincipalAmount: 0, RecurringDetails: weekly },
  },
  'POST /api/PaymentRecurring/PreviewSkip': deletion,
  'POST /api/AchDraftAgreement/PrepareAchDraftAgreementPreview': {
    body: {
      LoanAccountNumber: OWN_ACCOUNT,
      AchInfo: { ProfileId: '1' },
      Amount: 10,
      AdditionalPrincipal: 0,
      LocalTimeOffset: 300,
      daysBeforeDue: 0,
    },
  },
  'GET /api/AchDraftAgreement/RenderACHDraftAgreementPreview': { query: { token: 'x' } },
  'GET /api/AchDraftAgreement/GetACHDrafts': {},
  'GET /api/AchDraftAgreement/RenderACHDraftAgreement': { query: { token: 'x', guid: 'x' } },
  'GET /api/Submission/GetOutcome': { query: { key: 'a-key-of-a-submission' } },
  'POST /api/Submission/EndConfirmation': { body: { Key: 'a-key-of-a-submission', GiveUp: false } },
  'GET /api/Receipt': { query: { ReferenceNumber: '2222-3333-4444' } },
  'GET /api/Receipt/ViewReceipt': { query: { ReferenceNumber: '2222-3333-4444', UserToken: 'x' } },
  'POST /api/PaymentImmediate/SubmitCard': submission({ ProfileId: '1' }),
  'POST /api/PaymentImmediate/SubmitAch': submission({ ProfileId: '1' }),
} satisfies Partial<Record<ContractKey, WellFormedCall>>;
