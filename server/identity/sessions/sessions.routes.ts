import { failed, noErrors } from '#common/contract/answers.ts';
import type { sessionsApi } from '#common/identity/sessions.api.ts';
import { forbidden, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { endOtherSessions, endSession, forgetDevice } from './end-sessions.command.ts';
import { listKnownDevices, listOpenSessions, listStaffVisits } from './open-sessions.queries.ts';

export const sessionsHandlers: Handlers<typeof sessionsApi> = {
  'GET /api/Sessions': async ({ session, services: { database, clock } }) => {
    const now = clock.now();
    const sessions = await listOpenSessions(database, session.userId, now);
    const devices = await listKnownDevices(database, session.userId, now);
    return ok({
      ...noErrors,
      Sessions: sessions.map((open) => ({
        Id: open.sessionId,
        UserAgent: open.userAgent,
        IPAddress: open.ipAddress,
        SignedIn: open.signedInAt.toString(),
        LastSeen: open.lastSeenAt.toString(),
        IsThisOne: open.sessionId === session.sessionId,
      })),
      Devices: devices.map((device) => ({
        Id: device.deviceId,
        Kind: device.kind,
        UserAgent: device.userAgent,
        IsTrusted: device.isTrusted,
        FirstUsed: device.firstUsedAt.toString(),
        LastUsed: device.lastUsedAt.toString(),
        IsThisOne: device.kind === 'Browser' && device.deviceId === session.deviceId,
      })),
    });
  },

  'GET /api/Profile/StaffVisits': async ({ session, services: { database } }) => {
    const visits = await listStaffVisits(database, session.customerId);
    return ok({ ...noErrors, Visits: visits.map(({ at, kind }) => ({ VisitDate: at.toString(), Kind: kind })) });
  },

  'POST /api/Sessions/EndSession': async ({ body, session, services }) => {
    const ended = await endSession(services, session, body.Password, body.Id);
    return ended.ok ? ok(noErrors) : forbidden(failed(ended.error));
  },

  'POST /api/Sessions/EndOtherSessions': async ({ body, session, services }) => {
    const ended = await endOtherSessions(services, session, body.Password);
    return ended.ok ? ok(noErrors) : forbidden(failed(ended.error));
  },

  'POST /api/Sessions/ForgetDevice': async ({ body, session, services }) => {
    const device = { deviceId: body.Id, kind: body.Kind };
    const forgotten = await forgetDevice(services, session, body.Password, device);
    return forgotten.ok ? ok(noErrors) : forbidden(failed(forgotten.error));
  },
};
