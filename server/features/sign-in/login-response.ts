import type { LoginResponse, SecondFactor } from '#common/api/sign-in.api.ts';
import type { AgreementRecord } from '#server/platform/agreements/agreements.queries.ts';
import type { PortalUser } from '#server/platform/users/users.queries.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { BegunSignIn } from './begin-sign-in.command.ts';
import type { Login } from './sign-in.queries.ts';

export interface LoginFacts {
  readonly user: PortalUser;
  readonly customer: HostCustomer;
  readonly isTrustedDevice: boolean;
  readonly agreed: readonly AgreementRecord[];
  readonly previousLogin: Login | undefined;
}

/** The login response (A 3) of somebody who may go on, at least to the follow-up steps. */
export function signedInResponse(facts: LoginFacts, userToken: string, changePasswordToken = ''): LoginResponse {
  const { customer, previousLogin } = facts;
  return {
    ...stepFacts(facts),
    PersonalName: customer.personalName,
    CompanyNumber: customer.companyNumber,
    ChangePasswordToken: changePasswordToken,
    EmailAddress: customer.emailAddress,
    UserToken: userToken,
    UserId: '',
    SecondFactor: 'none',
    IsLoggedIn: true,
    CustomerID: customer.customerId,
    ServicingBranch: customer.branch,
    LastLoggedIn: previousLogin?.at.toString() ?? null,
    LastLoggedInIP: previousLogin?.ipAddress ?? null,
  };
}

/** Whoever has only the password learns which steps are to come, and nothing of the customer. */
function waitingResponse(facts: LoginFacts, pendingId: string, secondFactor: SecondFactor): LoginResponse {
  return {
    ...stepFacts(facts),
    PersonalName: '',
    CompanyNumber: facts.customer.companyNumber,
    ChangePasswordToken: '',
    EmailAddress: '',
    UserToken: '',
    UserId: pendingId,
    SecondFactor: secondFactor,
    IsLoggedIn: false,
    CustomerID: '',
    ServicingBranch: '',
    LastLoggedIn: null,
    LastLoggedInIP: null,
  };
}

/** What the browser builds its queue of steps from. */
function stepFacts({ user, isTrustedDevice, agreed }: LoginFacts) {
  return {
    UserName: user.loginName,
    Password: '',
    WebAgreementLogs: agreed.map((record) => ({
      DateOfTerms: record.dateOfTerms,
      DateOfAgreement: record.agreedAt.toString(),
      Name: record.name,
      Url: record.url,
    })),
    EmailIsVerified: user.emailIsVerified,
    MustChangePassword: user.mustChangePassword,
    HasPasswordQuestion: user.passwordQuestion !== null,
    IsTrustedDevice: isTrustedDevice,
    TrustedDeviceToken: '',
  } as const;
}

/** The login response of a sign-in that has just begun, with or without a security code to come. */
export function loginResponseOf(begun: BegunSignIn): LoginResponse {
  return begun.secondFactor === 'none'
    ? signedInResponse(begun, begun.tokens.userToken, begun.changePasswordToken)
    : waitingResponse(begun, begun.tokens.userToken, begun.secondFactor);
}
