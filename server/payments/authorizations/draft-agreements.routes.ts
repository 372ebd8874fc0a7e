import { failed, noErrors } from '#common/contract/answers.ts';
import type { draftAgreementsApi } from '#common/payments/draft-agreements.api.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { hashToken } from '#server/platform/crypto/random-tokens.ts';
import { prepareAgreement } from './draft-agreement.command.ts';
import { preparationFromWire } from './draft-agreements.wire.ts';
import { noAgreementPage } from './draft-agreement-page.ts';
import { findDraftAgreement, listDraftAgreements, openPreparedAgreement } from './draft-agreements.queries.ts';

export const draftAgreementsHandlers: Handlers<typeof draftAgreementsApi> = {
  'POST /api/AchDraftAgreement/PrepareAchDraftAgreementPreview': async ({ body, services, session }) => {
    const preparation = preparationFromWire(body);
    if (!preparation) return ok(failed('Invalid'));
    const prepared = await prepareAgreement(services, session, preparation);
    return ok(prepared.ok ? { ...noErrors, PassableToken: prepared.value } : failed(prepared.error));
  },

  'GET /api/AchDraftAgreement/RenderACHDraftAgreementPreview': async ({ query, services, session }) => {
    const { clock, database, institution } = services;
    const html = await openPreparedAgreement(database, session.userId, hashToken(query.token), clock.now());
    return ok(html ?? noAgreementPage(institution));
  },

  'GET /api/AchDraftAgreement/GetACHDrafts': async ({ services, session }) => {
    const agreements = await listDraftAgreements(services.database, session.customerId);
    const List = agreements.map(({ agreementId, accountNumber, agreedAt, status }) => ({
      Id: agreementId,
      LoanAccountNumber: accountNumber,
      CreationDate: agreedAt.toString(),
      Status: status,
    }));
    return ok({ ...noErrors, List });
  },

  'GET /api/AchDraftAgreement/RenderACHDraftAgreement': async ({ query, services, session }) => {
    const html = /^[0-9a-f-]{36}$/.test(query.guid)
      ? await findDraftAgreement(services.database, session.customerId, query.guid)
      : undefined;
    return ok(html ?? noAgreementPage(services.institution));
  },
};
