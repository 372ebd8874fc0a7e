import { createdPasskeyFromWire } from '#common/identity/passkeys.wire.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import type { passkeysApi } from '#common/identity/passkeys.api.ts';
import { forbidden, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { listPasskeys } from './passkeys.queries.ts';
import { relyingPartyOf } from './relying-party.ts';
import { beginEnrollment, finishEnrollment, removePasskey } from './passkeys.command.ts';

export const passkeysHandlers: Handlers<typeof passkeysApi> = {
  'GET /api/Passkeys': async ({ session, services }) => {
    const passkeys = await listPasskeys(services.database, session.userId);
    return ok({
      ...noErrors,
      Passkeys: passkeys.map(({ passkeyId, name, createdAt, lastUsedAt, isBlocked }) => ({
        Id: passkeyId,
        Name: name,
        Created: createdAt.toString(),
        LastUsed: lastUsedAt?.toString() ?? null,
        IsBlocked: isBlocked,
      })),
    });
  },

  'POST /api/Passkeys/BeginEnrollment': async ({ body, session, services, siteUrl }) => {
    const party = relyingPartyOf(services.institution, siteUrl);
    const begun = await beginEnrollment(services, party, session, body.Password);
    return begun.ok ? ok({ ...noErrors, Options: begun.value }) : forbidden(failed(begun.error));
  },

  'POST /api/Passkeys/FinishEnrollment': async ({ body, session, services, siteUrl }) => {
    const { Name: name, ...attested } = body;
    const created = createdPasskeyFromWire(attested);
    const party = relyingPartyOf(services.institution, siteUrl);
    const added = await finishEnrollment(services, party, { session, name, created });
    return added.ok ? ok(noErrors) : forbidden(failed(added.error));
  },

  'POST /api/Passkeys/Remove': async ({ body, session, services }) => {
    const removed = await removePasskey(services, session, body.Id, body.Password);
    return removed.ok ? ok(noErrors) : forbidden(failed(removed.error));
  },
};
