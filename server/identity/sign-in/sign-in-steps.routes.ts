import { failed, noErrors } from '#common/contract/answers.ts';
import type { signInStepsApi } from '#common/identity/sign-in-steps.api.ts';
import { agreementTriggers } from '#common/institution/parse-agreement.ts';
import { loginKeyOf } from '#common/identity/rules/login-key.ts';
import { type AgreementRecord, listAgreementRecords } from '#server/institution/agreements/agreements.queries.ts';
import { type Cookies, forbidden, type Handlers, ok, type Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { findSession } from '#server/identity/sessions/sessions.queries.ts';
import type { Services } from '#server/services.ts';
import { agree } from './agree.command.ts';
import { requireStep } from './follow-up.command.ts';
import { provesPerson } from './login-response.wire.ts';
import { chooseSecretQuestion } from './secret-question.command.ts';
import { acceptCode, resendCode } from './security-code.command.ts';
import { verifyPerson } from './verify-person.command.ts';

export const signInStepsHandlers: Handlers<typeof signInStepsApi> = {
  'POST /api/Login/ValidateCode': async ({ body, cookies, header, ipAddress, siteUrl, services }) => {
    const session = await getWaitingSignIn(services, cookies, body.UserId);
    const result = await acceptCode(services, {
      session,
      code: body.Code.trim(),
      trustDevice: body.CreateTrustedDevice,
      deviceToken: cookies.readDevice(session.userId),
      userAgent: header('User-Agent') ?? '',
      ipAddress,
      siteUrl,
    });
    if (!result.ok) return forbidden(failed(result.error));
    const { tokens, deviceToken, changePasswordToken, steps } = result.value;
    cookies.writeSession(tokens.cookie);
    cookies.writeDevice(session.userId, deviceToken);
    const customer = provesPerson(steps) ? await services.host.findCustomer(session.customerId) : undefined;
    return ok({
      UserToken: tokens.userToken,
      EmailAddress: customer?.emailAddress ?? '',
      TrustedDeviceToken: '',
      CustomerID: customer?.customerId ?? '',
      ChangePasswordToken: changePasswordToken,
    });
  },

  'POST /api/Login/ResendCode': async ({ body, cookies, services }) => {
    const session = await getWaitingSignIn(services, cookies, body.UserId);
    const result = await resendCode(services, session);
    return result.ok ? ok({ ...noErrors, TroubleReference: result.value.trouble }) : forbidden(failed(result.error));
  },

  'POST /api/Login/VerifyNewUser': async ({ body, session, cookies, ipAddress, services }) => {
    const result = await verifyPerson(services, { session, ssn: body.SocialSecurityNumber, ipAddress });
    if (result.ok) return ok({ ...noErrors, ChangePasswordToken: result.value.changePasswordToken });
    if (result.error === 'MaxAttemptsReached') cookies.clearSession();
    return forbidden(failed(result.error));
  },

  'POST /api/register/SetPasswordQuestion': async ({ body, session, header, ipAddress, services }) => {
    if (body.UserToken !== header('UserToken')) return forbidden(failed('Invalid'));
    const entry = { session, question: body.PasswordQuestion, answer: body.PasswordAnswer, ipAddress };
    const result = await chooseSecretQuestion(services, entry);
    return result.ok ? ok(noErrors) : forbidden(failed(result.error));
  },

  'POST /api/AgreementLogging': async ({ body, session, ipAddress, services }) => {
    // Accepting terms at sign-in doesn't change how statements are delivered.
    if (!isOwnName(session, body.UserName) || body.TurnEStatementsOn !== null) return forbidden(failed('Invalid'));
    const result = await agree(services, { session, hostNumbers: body.Agreements, ipAddress });
    return result.ok ? ok(noErrors) : forbidden(failed(result.error));
  },

  'POST /api/AgreementLogging/GetAgreementLogs': async ({ body, session, services }) => {
    if (!isOwnName(session, body.UserName)) return forbidden(failed('Invalid'));
    const records = await listAgreementRecords(services.database, session.userId);
    const wanted = records.filter(
      (record) =>
        record.whenToAgree === agreementTriggers[body.WhenToAgree] &&
        (body.AccountNumber === undefined || record.accountNumber === body.AccountNumber),
    );
    return ok({ ...noErrors, Agreements: wanted.map(toWire) });
  },
};

/** Finds the pending sign-in; cookie and id must match (C-044). */
async function getWaitingSignIn(services: Services, cookies: Cookies, pendingId: string): Promise<Session> {
  const cookie = cookies.readSession();
  const session = cookie && (await findSession(services.database, cookie, pendingId, services.clock.now()));
  if (!session) throw new Refusal(401, 'Unauthorized');
  requireStep(session, 'securityCode');
  return session;
}

function isOwnName(session: Session, loginName: string): boolean {
  return loginKeyOf(loginName) === loginKeyOf(session.loginName);
}

function toWire(record: AgreementRecord) {
  return {
    NameOfTerms: record.name,
    AccountNumber: record.accountNumber,
    IPAddress: record.ipAddress,
    DateOfAgreement: record.agreedAt.toString(),
    DateOfTerms: record.dateOfTerms,
    AgreementType: record.agreementType,
    WhenToAgree: agreementTriggers.indexOf(record.whenToAgree),
  };
}
