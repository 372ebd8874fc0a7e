import { parseArgs } from 'node:util';
import { countOf } from '#common/core/counts.ts';
import { type Day, findDay, formatDay } from '#common/core/dates.ts';
import { generateInstitution, type Generation } from './books/generate-institution.ts';
import { describeUnregistered } from './books/people.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { moveToDay } from './demo-day.ts';
import { makeDemonstrationLinks } from './demo-links.ts';

const usage = `Usage:
  passbook demo links
  passbook demo day YYYY-MM-DD
  passbook demo generate --customers NUMBER [--months NUMBER]

links prints working links of the kind sent in messages: activation of migrated
customers, email verification, a new password, and opt-out. It also prints what
customers without a login need to register. If the server keeps its data in its
own folder, stop it first.

day moves the demo to a later day. Scheduled and recurring payments are made and
business days closed along the way, in order. If the server keeps its data in its
own folder, stop it first. Servers started afterward run on that day.

generate is for benchmarks. It adds a fictional institution with that many
customers, with loans, lines of credit, and deposits. The data is the same on
every machine; running it again adds more. --months sets how many months of
payments each loan gets before today (default 2); anything earlier comes in as an
opening balance.`;

export const demoCommand: Command = {
  name: 'demo',
  summary: 'Prints demo links, moves the demo to a later day, or generates benchmark data',
  usage,
  async run(args, context) {
    const generation = readGeneration(args);
    const wantsLinks = args.length === 1 && args[0] === 'links';
    const day = args.length === 2 && args[0] === 'day' ? findDay(args[1] ?? '') : undefined;
    if (!generation && !wantsLinks && !day) {
      if (args[0] === 'day') console.error(`"${args[1] ?? ''}" isn't a valid date. Example: 2026-12-01\n`);
      console.error(usage);
      return 2;
    }
    if (!context.institution.demonstration) {
      console.error(`${context.institution.id} isn't a demonstration institution. Demo data can only be added to one.`);
      return 1;
    }
    if (day) return letTimePass(context, day);
    if (!generation) return printLinks(context);
    const startedAt = performance.now();
    const counts = await generateInstitution(context, generation, ({ customers }) => {
      if (customers % 10_000 === 0) console.log(`${customers} customers`);
    });
    const took = formatSeconds(performance.now() - startedAt);
    const { customers, accounts, transfers } = counts;
    console.log(
      `Generated ${countOf(customers, 'customer')}, ${countOf(accounts, 'account')}, and ${countOf(transfers, 'transfer')} in ${took}.`,
    );
    return 0;
  },
};

async function letTimePass(context: CommandContext, day: Day): Promise<number> {
  const days = await moveToDay(context, day, (reached) => console.log(formatDay(reached)));
  if (days === undefined) {
    console.error(`The demo's date is ${context.clock.today()}. Choose a later day within three years.`);
    return 1;
  }
  console.log(`Moved ahead ${days} ${days === 1 ? 'day' : 'days'}. Start the server to see it.`);
  return 0;
}

async function printLinks(context: CommandContext): Promise<number> {
  const { publicUrl, port } = context.config;
  const links = await makeDemonstrationLinks(context, publicUrl ?? `http://localhost:${port}`);
  if (!links) {
    console.error('No demo customers yet. Run npm start once.');
    return 1;
  }
  for (const { shows, address } of links) console.log(`${shows}\n  ${address}`);
  console.log('\nCustomers without a login, who can register:');
  for (const line of describeUnregistered()) console.log(`  ${line}`);
  return 0;
}

function formatSeconds(ms: number): string {
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(ms / 1_000)} s`;
}

/** Returns undefined when the arguments are invalid. */
function readGeneration(args: readonly string[]): Generation | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { customers: { type: 'string' }, months: { type: 'string', default: '2' } },
      allowPositionals: true,
    });
    const [customers, months] = [Number(values.customers), Number(values.months)];
    const isCount = Number.isInteger(customers) && customers >= 1 && customers <= 9_999_999;
    const isSpan = Number.isInteger(months) && months >= 0 && months <= 24;
    return positionals.join(' ') === 'generate' && isCount && isSpan ? { customers, months } : undefined;
  } catch {
    return undefined;
  }
}
