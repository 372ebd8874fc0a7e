import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type DeskRole, deskRoles } from '#common/desk/permissions.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { inviteStaff } from './change-staff.command.ts';
import { allowLink, findStaffByEmail, LINK_HOURS } from './staff.queries.ts';

const usage = `Usage: passbook desk invite EMAIL --role ROLE [--name NAME] --by YOUR-NAME
       passbook desk link EMAIL --by YOUR-NAME

Invites someone to the desk with a link that creates a passkey. Roles: ${deskRoles.join(', ')}.
The link is mailed and printed. It works once, for 72 hours. Inviting someone again
sets the role, ends their sessions, and deletes their passkeys.

"link" lets someone who has signed in with a passkey come over to the identity provider:
for ${LINK_HOURS} hours, anyone who signs in there with this address is that person. Check first that
the address belongs to them there. Their passkeys stop working then.`;

export const deskCommand: Command = {
  name: 'desk',
  summary: 'Invites staff to the desk, and lets them come over to the identity provider',
  usage,
  async run(args, services) {
    const { by, rest } = takeOperator(args);
    if (rest[0] === 'link') return link(rest.slice(1), by, services);
    const invitation = readInvitation(rest);
    if (!invitation) {
      console.error(usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    const { config, database, audit } = services;
    const deskUrl = config.desk?.url ?? config.publicUrl ?? `http://localhost:${config.desk?.port ?? config.port}`;
    const url = await inTransaction(database, async (transaction) => {
      const { emailAddress, role } = invitation;
      const made = await inviteStaff(services, transaction, { ...invitation, invitedBy: null, deskUrl });
      if (made === undefined) return undefined;
      await audit.record(transaction, {
        event: 'desk-staff-invited',
        userId: null,
        // An operator, not a staff member; the desk's audit page shows only entries that have a staffId.
        details: { staffId: null, staff: by, emailAddress, role, by },
      });
      return made;
    });
    if (url === undefined) {
      console.error(`${invitation.emailAddress} signs in with the identity provider, which also sets the role.`);
      return 1;
    }
    console.log(`${invitation.emailAddress} can enter the desk with this link, once:\n${url}`);
    return 0;
  },
};

async function link(
  [emailAddress = '', ...more]: readonly string[],
  by: string | undefined,
  { database, audit, clock }: CommandContext,
): Promise<number> {
  if (emailAddress === '' || more.length > 0) {
    console.error(usage);
    return 2;
  }
  if (!isNamed(by)) return 2;
  const isAllowed = await inTransaction(database, async (transaction) => {
    const staff = await findStaffByEmail(transaction, emailAddress);
    if (!staff || staff.endedAt !== null || staff.providerSubject !== null) return false;
    await allowLink(transaction, staff.staffId, clock.now());
    // As with an invitation by an operator.
    const details = { staffId: null, staff: by, emailAddress: staff.emailAddress, by };
    await audit.record(transaction, { event: 'desk-staff-link-allowed', userId: null, details });
    return true;
  });
  if (isAllowed) {
    console.log(`${emailAddress} can sign in with the identity provider within ${LINK_HOURS} hours.`);
    return 0;
  }
  console.error(`${emailAddress} has no access with a passkey.`);
  return 1;
}

function readInvitation(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { role: { type: 'string' }, name: { type: 'string' } },
      allowPositionals: true,
    });
    const [action, email, ...more] = positionals;
    const emailAddress = z.email().max(254).safeParse(email);
    const role = deskRoles.find((known): known is DeskRole => known === values.role);
    if (action !== 'invite' || !emailAddress.success || !role || more.length > 0) return undefined;
    return { emailAddress: emailAddress.data, role, name: values.name ?? emailAddress.data };
  } catch {
    return undefined;
  }
}
