import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { type InvitationOutcome, inviteCustomer, type Invitee } from './invite-customer.command.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { inputFileProblem } from '#server/platform/cli/input-file.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

const usage = `Usage: passbook invite FILE [--at-most NUMBER] --by NAME

Emails customers who had a login in the previous system a link to choose a new
password here. FILE is CSV in UTF-8 with the columns customer_id and login_name. The
customers must already be imported (see "passbook help import").

No one is emailed twice: customers who already have a login here, or a link that
still works (7 days), are skipped. If a run is interrupted, run it again. --at-most
sends a long list in batches, such as one per day. Messages go out through the
server's outbox.

Exits with 1 when a line couldn't be emailed; the other lines were. Not available
under single sign-on.`;

const reasons: Readonly<Partial<Record<InvitationOutcome | 'unreadable', string>>> = {
  unknownCustomer: 'customer not found',
  restricted: 'the customer is restricted and could not sign in',
  noEmail: 'the customer has no email address',
  nameTaken: 'another customer already has this username',
  noWords: 'the institution hides this message (activateMail.inviteBody)',
  unreadable: 'customer_id (up to 32 characters) and login_name (up to 128) are required',
};

const inviteeSchema = z.object({
  customer_id: z.string().min(1).max(32),
  login_name: z.string().min(1).max(128),
});

export const inviteCommand: Command = {
  name: 'invite',
  summary: 'Emails customers of a previous system a link to activate their login',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const wanted = readArguments(rest);
    const problem = wanted ? await inputFileProblem(wanted.file) : usage;
    if (!wanted || problem !== undefined) {
      console.error(problem);
      return 2;
    }
    if (!isNamed(by)) return 2;
    if (context.institution.options['loginOptions.useSingleSignOnOption']) {
      console.error('Invitations are off under single sign-on: the first sign-in creates the login.');
      return 1;
    }
    const { publicUrl, port } = context.config;
    const counts = await inviteAll(context, { ...wanted, by, siteUrl: publicUrl ?? `http://localhost:${port}` });
    const { invited, waiting, hasLogin, failed } = counts;
    console.log(`Invited: ${invited}. Already have a link: ${waiting}. Already have a login: ${hasLogin}.`);
    if (counts.isCut) console.log('More lines remain. Run the command again to continue.');
    return failed === 0 ? 0 : 1;
  },
};

interface Wanted {
  readonly file: string;
  readonly atMost: number;
}

async function inviteAll(
  context: CommandContext,
  { file, atMost, by, siteUrl }: Wanted & { readonly by: string; readonly siteUrl: string },
) {
  const counts = { invited: 0, waiting: 0, hasLogin: 0, failed: 0, isCut: false };
  for await (const { line, invitee } of readInvitees(file)) {
    if (counts.invited === atMost) return { ...counts, isCut: true };
    const outcome = invitee ? await inviteCustomer(context, { ...invitee, siteUrl, by }) : 'unreadable';
    const reason = reasons[outcome];
    if (reason !== undefined) {
      counts.failed += 1;
      console.error(`${file} line ${line}: ${reason}`);
    } else if (outcome === 'invited' || outcome === 'waiting' || outcome === 'hasLogin') counts[outcome] += 1;
    if (outcome === 'invited' && counts.invited % 1_000 === 0) console.log(`${counts.invited} invited`);
  }
  return counts;
}

async function* readInvitees(file: string): AsyncGenerator<{ line: number; invitee: Invitee | undefined }> {
  const parser = createReadStream(file).pipe(
    parse({ bom: true, columns: true, info: true, trim: true, skip_empty_lines: true, relax_column_count: true }),
  );
  for await (const { record, info } of parser as AsyncIterable<{ record: unknown; info: { lines: number } }>) {
    const parsed = inviteeSchema.safeParse(record);
    const invitee = parsed.success
      ? { customerId: parsed.data.customer_id, loginName: parsed.data.login_name }
      : undefined;
    yield { line: info.lines, invitee };
  }
}

/** Returns undefined when the arguments are invalid. */
function readArguments(args: readonly string[]): Wanted | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { 'at-most': { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    const atMost = values['at-most'] === undefined ? Number.MAX_SAFE_INTEGER : Number(values['at-most']);
    if (file === undefined || others.length > 0 || !Number.isInteger(atMost) || atMost < 1) return undefined;
    return { file, atMost };
  } catch {
    return undefined;
  }
}
