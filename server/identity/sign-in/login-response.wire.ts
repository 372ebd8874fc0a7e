import type { FollowUpStep, LoginResponse } from '#common/identity/sign-in.api.ts';
import type { AgreementRecord } from '#server/institution/agreements/agreements.queries.ts';
import type { PortalUser } from '#server/identity/users/users.queries.ts';
import type { KnownCustomer } from '#server/identity/sessions/known-customer.ts';
import type { BegunSignIn } from './begin-sign-in.command.ts';
import type { Login } from './sign-in.queries.ts';

export interface LoginFacts {
  readonly user: PortalUser;
  readonly customer: KnownCustomer;
  /** Steps left. */
  readonly steps: readonly FollowUpStep[];
  readonly isTrustedDevice: boolean;
  readonly agreed: readonly AgreementRecord[];
  readonly previousLogin: Login | undefined;
}

export function provesPerson(steps: readonly FollowUpStep[]): boolean {
  return !steps.includes('securityCode') && !steps.includes('ssn');
}

/** The login response (A 3) after all proofs. */
export function signedInResponse(facts: LoginFacts, userToken: string, changePasswordToken = ''): LoginResponse {
  const { customer, previousLogin } = facts;
  return {
    ...withheld(facts),
    PersonalName: customer.personalName,
    ChangePasswordToken: changePasswordToken,
    EmailAddress: customer.emailAddress,
    UserToken: userToken,
    IsLoggedIn: true,
    CustomerID: customer.customerId,
    ServicingBranch: customer.branch,
    LastLoggedIn: previousLogin?.at.toString() ?? null,
    LastLoggedInIP: previousLogin?.ipAddress ?? null,
  };
}

/** The steps to come, without customer data. */
function withheld({ user, customer, steps, isTrustedDevice, agreed }: LoginFacts): LoginResponse {
  return {
    UserName: user.loginName,
    Password: '',
    PersonalName: '',
    CompanyNumber: customer.companyNumber,
    WebAgreementLogs: agreed.map((record) => ({
      DateOfTerms: record.dateOfTerms,
      DateOfAgreement: record.agreedAt.toString(),
      Name: record.name,
      Url: record.url,
    })),
    EmailIsVerified: user.emailIsVerified,
    ChangePasswordToken: '',
    MustChangePassword: user.mustChangePassword,
    HasPasswordQuestion: user.passwordQuestion !== null,
    IsTrustedDevice: isTrustedDevice,
    EmailAddress: '',
    UserToken: '',
    UserId: '',
    SecondFactor: 'none',
    CodeSentTo: '',
    FollowUpSteps: [...steps],
    IsLoggedIn: false,
    CustomerID: '',
    TrustedDeviceToken: '',
    ServicingBranch: '',
    LastLoggedIn: null,
    LastLoggedInIP: null,
  };
}

export function loginResponseOf(begun: BegunSignIn): LoginResponse {
  const { secondFactor, steps, tokens, changePasswordToken, codeSentTo } = begun;
  if (secondFactor !== 'none') {
    return { ...withheld(begun), UserId: tokens.userToken, SecondFactor: secondFactor, CodeSentTo: codeSentTo };
  }
  if (provesPerson(steps)) return signedInResponse(begun, tokens.userToken, changePasswordToken);
  return { ...withheld(begun), UserToken: tokens.userToken, IsLoggedIn: true };
}
