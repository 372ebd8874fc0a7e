import type { InjectOptions } from 'fastify';
import { alertsToWire } from '#common/accounts/account-details.wire.ts';
import { preferencesToWire } from '#common/profile/profile.wire.ts';
import { noAlerts } from '#common/accounts/rules/alerts.ts';
import { defaultNotifications } from '#common/profile/rules/notifications.ts';
import type { ContractKey } from '#server/platform/http/endpoint.ts';
import { multipartBody, smallPdf, type UploadedFile } from './uploads.ts';

const OWN_ACCOUNT = '101-005520-1';
export const FOREIGN_ACCOUNT = '101-004417-2';
export const UNKNOWN_ACCOUNT = '999-999999-9';

export interface WellFormedCall {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** If set, the body is sent as form fields. */
  readonly file?: UploadedFile;
}

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

const passwordQuestions = {
  PasswordToValidate: 'a-new-password',
  InvalidWhenMatchesSSN: true,
  InvalidWhenMatchEmail: true,
  InvalidWhenPasswordExists: true,
};

const alertSettings = alertsToWire(noAlerts);

const message = {
  ReCaptchaCode: 'x',
  Message: 'How do I pay?',
  Alert: { Email: '', PersonalName: '', ServicingBranch: '', UserAgent: '', Username: '' },
};

const notifications = preferencesToWire({ sequenceNumber: 0, preferences: defaultNotifications }, true);

const statementReference = {
  UserToken: 'unknown',
  Date: '2026-10-31',
  Number: OWN_ACCOUNT,
  Type: 'Statement',
  Id: `${OWN_ACCOUNT}.2026-10`,
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

/** A valid request by li.wei for each call; a new call without a row doesn't compile. */
export const wellFormedCalls: Readonly<Record<ContractKey, WellFormedCall>> = {
  'GET /api/setup/ApplicationOptions': {},
  'POST /api/ClientError': { body: { Message: 'm', Stack: 's', UserAgent: 'u' } },
  'GET /api/MaintenanceMode': {},
  'POST /api/login/userlogin': { body: { username: 'li.wei', password: 'wrong' } },
  'POST /api/Login/Logout': { body: { UserToken: '' } },
  'GET /api/Login/Session': {},
  'GET /api/Profile/LoginHistory': {},
  'POST /api/Login/ValidateCode': { body: { UserId: 'x', Code: '123456', CreateTrustedDevice: false } },
  'POST /api/Login/ResendCode': { body: { UserId: 'x' } },
  'POST /api/Login/VerifyNewUser': {
    body: { Credentials: { UserName: 'li.wei', Password: '' }, SocialSecurityNumber: '900000000' },
  },
  'POST /api/register/SetPasswordQuestion': {
    body: { PasswordQuestion: 'What was the name of your first pet?', PasswordAnswer: 'harbor', UserToken: '' },
  },
  'POST /api/AgreementLogging': { body: { Agreements: [11_337], UserName: 'li.wei', TurnEStatementsOn: null } },
  'POST /api/AgreementLogging/GetAgreementLogs': { body: { UserName: 'li.wei', WhenToAgree: 0 } },
  'POST /api/Login/ResetPassword': { body: { Enc: 'x', Password: 'a-new-password' } },
  'POST /api/Recovery/GetSecretQuestion': {
    body: {
      EmailAddress: 'nobody@example.com',
      DateOfBirth: '01/01/1980',
      ZipCode: '04101',
      ServicingBranch: '101',
    },
  },
  'POST /api/Recovery/AnswerSecretQuestion': { body: { LogonName: '', SecretQuestion: '', SecretAnswer: 'harbor' } },
  'POST /api/Recovery/GenerateNewPassword': { body: { LogonName: '' } },
  'GET /api/Login/GetInstitutionOptions': {},
  'POST /api/CredentialValidationRules/GetLogonValidationRules': { body: {} },
  'POST /api/CredentialValidationRules/GetPasswordValidationRules': { body: {} },
  'POST /api/Login/ValidatePasswordForLoggedInUser': { body: passwordQuestions },
  'POST /api/Login/ValidatePasswordForResetPassword': { body: { ...passwordQuestions, ResetToken: 'x' } },
  'POST /api/Login/ValidatePasswordForNewUser': {
    body: { PasswordToValidate: 'three tall ships 7', PersonalWords: [], ActivationToken: '' },
  },
  'POST /api/Login/LookupLoginFromToken': { body: { UserToken: 'x' } },
  'POST /api/Register/GenerateMFACode': {
    body: { Id: 'a-browser-of-a-visitor', FirstName: 'Harriet', EmailAddress: 'harriet.lowell@example.com' },
  },
  'POST /api/Register/ValidateCode': { body: { Code: '000000', MFAToken: 'x', UserId: 'a-browser-of-a-visitor' } },
  'POST /api/Register/RegisterUser': {
    body: {
      Agreements: [],
      UserName: 'nobody.at.all',
      AccountNumber: '101-000000-0',
      AccountType: 'Loan',
      LastName: 'Nobody',
      EmailAddress: 'nobody@example.com',
      SSN: '900000000',
      DateOfBirth: '01/01/1980',
      ZipCode: '04101',
      PhoneNumber: '(555) 010-0000',
      Password: 'three tall ships 7',
      PasswordConfirm: 'three tall ships 7',
    },
  },
  'POST /api/Register/CheckActivation': { body: { Token: 'x' } },
  'POST /api/Register/SendActivationCode': { body: { Token: 'x' } },
  'POST /api/Register/ActivateAccount': { body: { Token: 'x', Password: 'three tall ships 7' } },
  'POST /api/Login/ValidateEmail': { body: { EncryptedUserData: 'x' } },
  'POST /api/OptOut/OptOut': { body: { EmailAddress: 'x' } },
  'POST /api/Profile/SendVerification': {},
  'POST /api/Profile/KeepEmailAddress': { body: { Token: 'x' } },
  'GET /api/accountList': {},
  'GET /api/PaymentInformation/GetPlannedPayments': {},
  'GET /api/AccountDetails': { query: { accountNumber: OWN_ACCOUNT } },
  'GET /api/AccountDetails/GetLoanStory': { query: { accountNumber: OWN_ACCOUNT } },
  'POST /api/Account/UpdateAddress': {
    body: {
      AccountNumber: OWN_ACCOUNT,
      Address: { Address1: '402 Beacon Street', City: 'Boston', State: 'MA', ZipCode: '02108' },
    },
  },
  'POST /api/AccountAlerts': { body: { AccountNumber: OWN_ACCOUNT, ...alertSettings } },
  'POST /api/Account/ShowHideAccount': { body: { AccountNumber: OWN_ACCOUNT } },
  'POST /api/Insurance/GetInsuranceInformation': { body: { accountNumber: OWN_ACCOUNT } },
  'GET /api/Deposit/GetDepositDetails': { query: { accountNumber: OWN_ACCOUNT } },
  'GET /api/Application/GetList': { query: { numDaysToRetrieve: '30' } },
  'GET /api/Application': { query: { numDaysToRetrieve: '30', applicationNumber: 'A-501877' } },
  'GET /api/Application/GetNewApplicationNotice': {},
  'POST /api/Register/Apply': { body: { AmountRequested: 5_000, Purpose: 'Car' } },
  'GET /api/AccountHistory': { query: { accountNumber: OWN_ACCOUNT, days: '30', limit: '10', sort: 'total' } },
  'POST /api/AccountHistory/RetrieveDownloadToken': {
    body: { AccountNumber: OWN_ACCOUNT, DaysOfHistory: 30, DownloadType: 0 },
  },
  'GET /api/AccountHistory/DownloadAccountHistory': { query: { token: 'unknown' } },
  'GET /api/AccountEStatements/GetStatementFormat': { query: { AccountNumber: OWN_ACCOUNT } },
  'POST /api/AccountEStatements/SetStatementFormat': {
    body: { AccountNumber: OWN_ACCOUNT, AccountType: 0, Format: 'PaperOnly', Agreements: [11_337] },
  },
  'GET /api/accountEStatements/GetStatementList': { query: { AccountNumber: OWN_ACCOUNT, Year: '2026' } },
  'GET /api/AccountEstatements/GetAmsiveStatementUrl': { query: statementReference },
  'GET /api/AccountEstatements/ViewStatement': { query: statementReference },
  'GET /api/PaymentInformation/GetPayOffQuote': { query: { AccountNumber: OWN_ACCOUNT, PayOffDate: '2026-11-30' } },
  'POST /api/PaymentInformation/RetrieveDownloadToken': {
    body: { AccountNumber: OWN_ACCOUNT, EffectiveDate: '2026-11-30' },
  },
  'GET /api/PaymentInformation/DownloadPayoffQuoteBreakdown': { query: { downloadToken: 'unknown' } },
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
  'GET /api/Request/GetOutcome': { query: { key: 'a-key-of-a-message' } },
  'GET /api/Submission/GetOutcome': { query: { key: 'a-key-of-a-submission' } },
  'POST /api/Submission/EndConfirmation': { body: { Key: 'a-key-of-a-submission', GiveUp: false } },
  'GET /api/Receipt': { query: { ReferenceNumber: '2222-3333-4444' } },
  'GET /api/Receipt/ViewReceipt': { query: { ReferenceNumber: '2222-3333-4444', UserToken: 'x' } },
  'POST /api/PaymentImmediate/SubmitCard': submission({ ProfileId: '1' }),
  'POST /api/PaymentImmediate/SubmitAch': submission({ ProfileId: '1' }),
  'POST /api/login/tokenlogin': { body: { Token: 'unknown', DeviceID: 'phone-1' } },
  'POST /api/Login/CreateDeviceToken': { body: { DeviceID: 'phone-1' } },
  'POST /api/Login/RemoveDeviceToken': { body: { DeviceID: 'phone-1' } },
  'POST /api/Login/BeginPasskeyLogin': { body: {} },
  'POST /api/Login/PasskeyLogin': {
    body: { Id: 'x', ClientDataJson: 'x', AuthenticatorData: 'x', Signature: 'x', UserHandle: 'x' },
  },
  'GET /api/Passkeys': {},
  'POST /api/Passkeys/BeginEnrollment': { body: { Password: 'wrong' } },
  'POST /api/Passkeys/FinishEnrollment': {
    body: { Name: 'My phone', Id: 'x', ClientDataJson: 'x', AttestationObject: 'x', Transports: ['internal'] },
  },
  'POST /api/Passkeys/Remove': { body: { Id: 1, Password: 'wrong' } },
  'GET /api/Authenticator': {},
  'POST /api/Authenticator/BeginSetup': { body: { Password: 'wrong' } },
  'POST /api/Authenticator/FinishSetup': { body: { Code: '123456' } },
  'POST /api/Authenticator/NewRecoveryCodes': { body: { Password: 'wrong' } },
  'POST /api/Authenticator/Remove': { body: { Password: 'wrong' } },
  'GET /api/Confirmation': {},
  'POST /api/Confirmation/SendCode': {},
  'POST /api/Confirmation': { body: { Password: 'wrong' } },
  'POST /api/Confirmation/BeginPasskey': {},
  'POST /api/Confirmation/Passkey': {
    body: { Id: 'x', ClientDataJson: 'x', AuthenticatorData: 'x', Signature: 'x', UserHandle: 'x' },
  },
  'GET /api/Sessions': {},
  'GET /api/Profile/StaffVisits': {},
  'POST /api/Sessions/EndSession': { body: { Id: 1, Password: 'wrong' } },
  'POST /api/Sessions/EndOtherSessions': { body: { Password: 'wrong' } },
  'POST /api/Sessions/ForgetDevice': { body: { Id: 1, Kind: 'Browser', Password: 'wrong' } },
  'GET /api/PassableToken/GetPassableToken': { query: { action: 'applyForLoan', object: '' } },
  'GET /api/ApplyForLoan': { query: { token: 'unknown' } },
  'GET /api/ApplyForLoan/ShowApplyForLoan': {},
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
  'GET /api/Messages/GetCaptchaChallenge': {},
  'POST /api/Messages/ContactUs': { body: { ...message, Subject: 'Rates' } },
  'GET /api/Conversations': {},
  'GET /api/Conversations/Read': { query: { conversationId: '1' } },
  'POST /api/Conversations/MarkRead': { body: { conversationId: 1 } },
  'POST /api/Conversations/Begin': { body: { topic: 'Payoff', subject: 'Rates', text: 'How do I pay?' } },
  'POST /api/Conversations/Reply': { body: { conversationId: 1, text: 'Thank you.' } },
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
};

export function requestFor(
  key: ContractKey,
  change: (row: WellFormedCall) => WellFormedCall = (row) => row,
): InjectOptions {
  const [method = 'GET', path = ''] = key.split(' ');
  const { query, body, file } = change(wellFormedCalls[key]);
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  if (file) return { method, url: `${path}${search}`, ...multipartBody(body ?? {}, file) };
  return { method, url: `${path}${search}`, ...(body ? { payload: body } : {}) };
}

/** Changes one value of the call, e.g. at `body.Payment.Details.LoanAccountNumber`. */
export function withValueAt(row: WellFormedCall, place: string, value: unknown): WellFormedCall {
  const copy = structuredClone(row) as Record<string, unknown>;
  const names = place.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<Record<string, unknown>>((at, name) => {
    if (typeof at[name] !== 'object' || at[name] === null) at[name] = {};
    return at[name] as Record<string, unknown>;
  }, copy);
  parent[last] = value;
  return copy;
}
