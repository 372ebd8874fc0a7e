import type { IdentityBody } from './recovery.api.ts';
import { digitsOf, type RecoveryEntry, type RecoveryFields } from './rules/validate-recovery.ts';

/** Hidden fields are not sent (A 5). */
export function identityToWire(entry: RecoveryEntry, fields: RecoveryFields): IdentityBody {
  return {
    ...(fields.emailAddress ? { EmailAddress: entry.emailAddress.trim() } : {}),
    ...(fields.dateOfBirth ? { DateOfBirth: entry.dateOfBirth } : {}),
    ...(fields.zipCode ? { ZipCode: digitsOf(entry.zipCode, 5) } : {}),
    ...(fields.branch ? { ServicingBranch: digitsOf(entry.branch, 4) } : {}),
  };
}

/** Fields that were not sent are empty. */
export function identityFromWire(body: IdentityBody): RecoveryEntry {
  return {
    emailAddress: body.EmailAddress ?? '',
    dateOfBirth: body.DateOfBirth ?? '',
    zipCode: body.ZipCode ?? '',
    branch: body.ServicingBranch ?? '',
  };
}
