import type { applicationsApi } from '#common/accounts/applications.api.ts';
import { noErrors } from '#common/contract/answers.ts';
import type { Institution } from '#common/institution/institution.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import { applyForLoanPage } from './apply-for-loan-page.ts';

export const applicationsHandlers: Handlers<typeof applicationsApi> = {
  'GET /api/ApplyForLoan': async ({ session, services }) => {
    const { institution } = services;
    const address = institution.options['globalOptions.originationUrl'];
    if (address === '') return ok(applyForLoanPage(institution));
    // Opaque, so the address reveals nothing; the audit log links it to the customer.
    const reference = createToken();
    await inTransaction(services.database, (transaction) =>
      services.audit.record(transaction, {
        event: 'loan-application-opened',
        userId: session.userId,
        details: { reference },
      }),
    );
    return { status: 303, body: { location: withReference(address, reference) } };
  },

  'GET /api/ApplyForLoan/ShowApplyForLoan': async ({ services }) =>
    ok({ ...noErrors, Value: offersLoans(services.institution) }),
};

function withReference(address: string, reference: string): string {
  const url = new URL(address);
  url.searchParams.set('reference', reference);
  return url.href;
}

/** An origination service makes the offer; without one, the institution must have an address for applications. */
function offersLoans({ options }: Institution): boolean {
  if (!options['globalOptions.showApplyForLoanOption']) return false;
  return options['globalOptions.useConsumerOriginationOption'] || options['globalOptions.applyForLoanUrl'] !== '';
}
