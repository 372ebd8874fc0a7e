import { failed, noErrors } from '#common/contract/answers.ts';
import type { registrationApi } from '#common/registration/registration.api.ts';
import { forbidden, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import { activateAccount, mayActivate, sendActivationCode } from './activate-account.command.ts';
import { sendEmailCode, verifyEmailCode } from './email-code.command.ts';
import { optOutOfEmails, verifyEmail } from './message-links.command.ts';
import { registerUser } from './register-user.command.ts';
import { entryFromRequest } from './registration-request.wire.ts';

export const registrationHandlers: Handlers<typeof registrationApi> = {
  'POST /api/Register/GenerateMFACode': async ({ body, ipAddress, services }) => {
    const sent = await sendEmailCode(services, {
      browserId: body.Id,
      emailAddress: body.EmailAddress.trim(),
      firstName: body.FirstName,
      ipAddress,
    });
    return ok(sent.ok ? { MFAToken: sent.value.token, TroubleReference: sent.value.trouble } : failed(sent.error));
  },

  'POST /api/Register/ValidateCode': async ({ body, cookies, services }) => {
    const proof = await verifyEmailCode(services, {
      browserId: body.UserId,
      mfaToken: body.MFAToken,
      code: body.Code,
    });
    if (!proof.ok) return forbidden(failed(proof.error));
    cookies.writeVerifiedEmail(proof.value);
    return ok(noErrors);
  },

  'POST /api/Register/RegisterUser': async ({ body, cookies, ipAddress, services }) => {
    if (await isUnderMaintenance(services.database)) return forbidden(failed('maintenanceModeEnabled'));
    const outcome = await registerUser(services, {
      entry: entryFromRequest(body),
      verifiedEmail: cookies.readVerifiedEmail(),
      ipAddress,
    });
    if ('problems' in outcome) return ok(failed(...outcome.problems));
    cookies.clearVerifiedEmail();
    return ok({ ...noErrors, FirstLoginCode: outcome.firstCode });
  },

  'POST /api/Register/CheckActivation': async ({ body, ipAddress, services }) =>
    ok((await mayActivate(services, body.Token, ipAddress)) ? noErrors : failed('Expired')),

  'POST /api/Register/SendActivationCode': async ({ body, ipAddress, services }) => {
    await sendActivationCode(services, body.Token, ipAddress);
    return ok(noErrors);
  },

  'POST /api/Register/ActivateAccount': async ({ body, ipAddress, services }) => {
    if (await isUnderMaintenance(services.database)) return forbidden(failed('maintenanceModeEnabled'));
    const activated = await activateAccount(services, {
      token: body.Token,
      password: body.Password,
      securityCode: body.SecurityCode,
      ipAddress,
    });
    if (activated.ok) {
      const { loginName, restricted } = activated.value;
      return ok({ LogonNameTaken: false, Restricted: restricted, UserName: restricted ? '' : loginName });
    }
    const { error } = activated;
    if (error === 'LogonNameTaken') return ok({ LogonNameTaken: true, Restricted: false, UserName: '' });
    return forbidden(failed(error));
  },

  'POST /api/Login/ValidateEmail': async ({ body, ipAddress, services }) =>
    ok((await verifyEmail(services, body.EncryptedUserData, ipAddress)) ? noErrors : failed('Invalid')),

  'POST /api/OptOut/OptOut': async ({ body, ipAddress, services }) =>
    ok((await optOutOfEmails(services, body.EmailAddress, ipAddress)) ? noErrors : failed('Invalid')),
};
