import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { type InvitationOutcome, inviteCustomer, type Invitee } from './invite-customer.command.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

const usage = `passbook invite FILE [--at-most NUMBER] --by NAME

Mails customers who had a login in the system before this one the link by which
they go on with a new password. FILE is CSV in UTF-8 with the columns customer_id
and login_name; the customers are on the books (see import).

Nobody is mailed twice: whoever has a login here by now, or a link that still
works (seven days), is passed over. A run that was cut short is simply repeated,
and --at-most sends a long list in portions, one a day, say. Messages leave by
the outbox of the server.

Ends with 1 when some line could not be mailed; the others were. Under single
sign-on nobody is invited: such links would lead to the sign-on.`;

/** What was said of a line that was not mailed, for the operator. */
const reasons: Readonly<Partial<Record<InvitationOutcome | 'unreadable', string>>> = {
  unknownCustomer: 'the customer is not on the books',
  noEmail: 'the customer has no e-mail address',
  nameTaken: 'the login name belongs to somebody else by now',
  noWords: 'the institution hides the words of the message (activateMail.inviteBody)',
  unreadable: 'customer_id and login_name are needed, of at most 32 and 128 characters',
};

const inviteeSchema = z.object({
  customer_id: z.string().min(1).max(32),
  login_name: z.string().min(1).max(128),
});

export const inviteCommand: Command = {
  name: 'invite',
  summary: 'Mails customers of a former system the link that gives them a login here',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const wanted = readArguments(rest);
    if (!wanted || !(await isReadable(wanted.file))) {
      console.error(wanted ? `${wanted.file} cannot be read.` : usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    if (context.institution.options['loginOptions.useSingleSignOnOption']) {
      console.error('Under single sign-on nobody needs a login here: the first sign-in at the sign-on makes one.');
      return 1;
    }
    const { publicUrl, port } = context.config;
    const counts = await inviteAll(context, { ...wanted, by, siteUrl: publicUrl ?? `http://localhost:${port}` });
    const { invited, waiting, hasLogin, failed } = counts;
    console.log(`Invited: ${invited}. Have a link that works: ${waiting}. Have a login: ${hasLogin}.`);
    if (counts.isCut) console.log('There are more: run it again to go on.');
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

function isReadable(file: string): Promise<boolean> {
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** Nothing when the arguments cannot be understood. */
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
