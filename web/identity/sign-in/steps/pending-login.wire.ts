import { findDay } from '#common/core/dates.ts';
import type { AgreedTerms } from '#common/identity/rules/needed-agreements.ts';
import type { FollowUpStep, LoginResponse, SecondFactor } from '#common/identity/sign-in.api.ts';

/** A sign-in with steps left. Only in memory, so a reload ends it. */
export interface PendingLogin {
  readonly username: string;
  /** Identifies the sign-in that waits for its code. */
  readonly userId: string;
  /** In the order of A 2.6. */
  readonly steps: readonly FollowUpStep[];
  readonly secondFactor: SecondFactor;
  /** Masked; empty if no code was sent. */
  readonly codeSentTo: string;
  readonly agreed: readonly AgreedTerms[];
  /** The session's token, available after the security code, if required. */
  readonly userToken: string;
  readonly changePasswordToken: string;
}

export function pendingLoginFromWire(response: LoginResponse): PendingLogin {
  return {
    username: response.UserName,
    userId: response.UserId,
    steps: response.FollowUpSteps,
    secondFactor: response.SecondFactor,
    codeSentTo: response.CodeSentTo,
    agreed: response.WebAgreementLogs.flatMap(({ Name: name, DateOfTerms }) => {
      const dateOfTerms = findDay(DateOfTerms);
      return dateOfTerms ? [{ name, dateOfTerms }] : [];
    }),
    userToken: response.UserToken,
    changePasswordToken: response.ChangePasswordToken,
  };
}
