import type { LoginResponse } from '#common/identity/sign-in.api.ts';

/** The user signed in on this browser (A 3). */
export interface Session {
  readonly userToken: string;
  readonly username: string;
  readonly personalName: string;
  /** True for company number 0. */
  readonly isPersonalUser: boolean;
  readonly customerId: string;
  readonly servicingBranch: string;
  readonly emailAddress: string;
  readonly hasEmailAddress: boolean;
  /** The sign-in before this one; null at the first. */
  readonly lastLoggedIn: string | null;
  readonly lastLoggedInIp: string | null;
}

export function sessionFromWire(response: LoginResponse): Session {
  return {
    userToken: response.UserToken,
    username: response.UserName,
    personalName: response.PersonalName,
    isPersonalUser: response.CompanyNumber === 0,
    customerId: response.CustomerID,
    servicingBranch: response.ServicingBranch,
    emailAddress: response.EmailAddress,
    hasEmailAddress: response.EmailAddress !== '',
    lastLoggedIn: response.LastLoggedIn,
    lastLoggedInIp: response.LastLoggedInIP,
  };
}
