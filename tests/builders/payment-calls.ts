import type { SubmissionOutcome } from '#common/payments/submission-outcome.api.ts';
import type { Envelope } from '#common/contract/envelope.ts';
import type { AchMethodBody, CardMethodBody, SavedMethodItem } from '#common/payments/payment-shapes.api.ts';
import type { PaymentInfo } from '#common/payments/payments.api.ts';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import type { SignedInCaller } from './test-app.ts';

/** A card the sandbox approves; change the number for other outcomes (docs/sandbox-cards.md). */
export function cardBody(accountNumber: string, changes: Partial<CardMethodBody> = {}): CardMethodBody {
  return {
    BillingAddress: { ZipCode: '04101', Address1: '', Address2: '', City: '', State: '' },
    CardHolderFirstName: 'Li',
    CardHolderLastName: 'Wei',
    CardNumber: '4242424242424242',
    ExpirationDate: '12/30',
    SecurityCode: '739',
    CardType: 'visa',
    DebitCreditType: 'DebitCard',
    LoanAccountNumber: accountNumber,
    ...changes,
  };
}

export function achBody(accountNumber: string, changes: Partial<AchMethodBody> = {}): AchMethodBody {
  return {
    AccountType: 'Checking',
    RoutingNumber: '411001025',
    AccountNumber: '9081726354',
    OwnerName: 'Li Wei',
    LoanAccountNumber: accountNumber,
    ...changes,
  };
}

export interface SubmissionParts {
  readonly info: PaymentInfo;
  readonly loginName: string;
  readonly amount: number;
  readonly method: object;
  /** The demonstration's fee for a debit card or bank account. */
  readonly fee: number;
}

/** A submission as the browser makes it; tests change one part at a time. */
export function submissionBody({ info, loginName, amount, method, fee }: SubmissionParts) {
  const { LoanAccountNumber, PaymentDate, Company } = info.PaymentDetails;
  return {
    EncryptedData: info.EncryptedData,
    Payment: {
      LogonName: loginName,
      Details: {
        PaymentDate,
        LoanAccountNumber,
        Company,
        PaymentAmount: amount,
        FirstPartyFee: fee,
        ThirdPartyFee: 0,
        AdditionalPrincipalAmount: 0,
      },
      AccountType: info.accountType,
      IsPayoff: false,
      Method: method,
    },
  };
}

export type SubmissionBody = ReturnType<typeof submissionBody>;
export type SubmissionAnswer = Envelope & { readonly ReferenceNumber?: string };

export function paymentCalls(caller: Pick<SignedInCaller, 'call'>) {
  async function post<Answer>(url: string, payload: object, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await caller.call({ method: 'POST', url, payload, headers });
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${response.body}`);
    return response.json<Answer>();
  }
  return {
    async info(accountNumber: string): Promise<PaymentInfo & Envelope> {
      const url = `/api/PaymentInformation/GetPaymentInfo?accountNumber=${accountNumber}`;
      return (await caller.call({ method: 'GET', url })).json();
    },
    async methods(accountNumber: string): Promise<SavedMethodItem[]> {
      const answer = await post<{ PaymentMethods: SavedMethodItem[] }>('/api/PaymentMethod/GetPaymentMethods', {
        AccountNumber: accountNumber,
      });
      return answer.PaymentMethods;
    },
    submitCard: (body: object, key?: string) =>
      post<SubmissionAnswer>('/api/PaymentImmediate/SubmitCard', body, key ? { [IDEMPOTENCY_HEADER]: key } : {}),
    submitAch: (body: object, key?: string) =>
      post<SubmissionAnswer>('/api/PaymentImmediate/SubmitAch', body, key ? { [IDEMPOTENCY_HEADER]: key } : {}),
    post,
    outcome: async (key: string): Promise<SubmissionOutcome> =>
      (await caller.call({ method: 'GET', url: `/api/Submission/GetOutcome?key=${key}` })).json(),
  };
}
