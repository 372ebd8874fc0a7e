import { demonstrationStaff } from '#server/desk/staff/demonstration-staff.ts';
import { findStaffByEmail, insertStaff } from '#server/desk/staff/staff.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** Creates the fictional staff, once. */
export async function seedDemonstrationStaff({ database, clock }: Services): Promise<void> {
  const [first] = demonstrationStaff;
  if (first && (await findStaffByEmail(database, first.emailAddress))) return;
  // Yesterday: whose rights changed today can't approve anything of whoever changed them.
  const at = clock.now().subtract({ hours: 24 });
  await inTransaction(database, async (transaction) => {
    for (const staff of demonstrationStaff) await insertStaff(transaction, { ...staff, addedBy: null }, at);
  });
}

/** Lines for the first-time user. */
export function describeDesk(address: string): string[] {
  const width = Math.max(...demonstrationStaff.map(({ name }) => name.length));
  return [
    `  The institution's staff work at ${address}. Enter with one press as`,
    ...demonstrationStaff.map(({ name, role, shows }) => `    ${name.padEnd(width)}  ${role}: ${shows}`),
    '',
  ];
}
