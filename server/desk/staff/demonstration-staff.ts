import type { Institution } from '#common/institution/institution.ts';
import type { DeskRole } from '#common/desk/permissions.ts';

export interface DemonstrationStaff {
  readonly emailAddress: string;
  readonly name: string;
  readonly role: DeskRole;
  /** Shown on the sign-in page of the demonstration. */
  readonly shows: string;
}

/** Fictional staff that anyone may enter as while the institution is a demonstration, which production refuses. */
export const demonstrationStaff: readonly DemonstrationStaff[] = [
  {
    emailAddress: 'alma.ortiz@desk.example',
    name: 'Alma Ortiz',
    role: 'agent',
    shows: 'finds customers, helps with access, stops payments',
  },
  {
    emailAddress: 'sol.bergman@desk.example',
    name: 'Sol Bergman',
    role: 'supervisor',
    shows: 'approves what others ask for, sees the audit log',
  },
  {
    emailAddress: 'priya.nair@desk.example',
    name: 'Priya Nair',
    role: 'supervisor',
    shows: 'approves what the other supervisor asks for',
  },
  {
    emailAddress: 'omar.haddad@desk.example',
    name: 'Omar Haddad',
    role: 'operations',
    shows: 'settles payments without an outcome, asks for refunds',
  },
  {
    emailAddress: 'ines.moreau@desk.example',
    name: 'Ines Moreau',
    role: 'administrator',
    shows: 'invites staff and changes roles; sees no customers',
  },
];

export function isDemonstrationStaff({ demonstration }: Pick<Institution, 'demonstration'>, emailAddress: string) {
  return demonstration && demonstrationStaff.some((staff) => staff.emailAddress === emailAddress);
}
