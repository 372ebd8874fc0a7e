import { parseArgs } from 'node:util';
import { type Day, findDay, formatDay } from '#common/core/dates.ts';
import { generateInstitution, type Generation } from './books/generate-institution.ts';
import { describeUnregistered } from './books/people.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { moveToDay } from './demo-day.ts';
import { makeDemonstrationLinks } from './demo-links.ts';

const usage = `passbook demo links
passbook demo day YYYY-MM-DD
passbook demo generate --customers NUMBER [--months NUMBER]

links prints addresses that work, as messages would carry them: activations of
migrated customers, a verification, a new password, an opt-out; and what the
customers without a login type to register. Stop the server first when it keeps
its data in its own folder.

day lets time pass until that day: scheduled and recurring payments of each day
in between are made, and business days ended, in order. Stop the server first when
it keeps its data in its own folder; any server lives on that day from its next
start on.

generate is for benchmarks:

Adds an invented institution of that many customers with loans, lines of credit
and deposits, for benchmarks. It is the same on every machine; a second run adds
more. --months says how many months of payments each loan gets before today,
2 unless given; what was before comes as an opening balance.`;

export const demoCommand: Command = {
  name: 'demo',
  summary: 'Prints links to try out, lets time pass, or makes a large invented institution',
  usage,
  async run(args, context) {
    const generation = readGeneration(args);
    const wantsLinks = args.length === 1 && args[0] === 'links';
    const day = args.length === 2 && args[0] === 'day' ? findDay(args[1] ?? '') : undefined;
    if (!generation && !wantsLinks && !day) {
      if (args[0] === 'day') console.error(`"${args[1] ?? ''}" is no day such as 2026-12-01.\n`);
      console.error(usage);
      return 2;
    }
    if (!context.institution.demonstration) {
      console.error(`${context.institution.id} is no demonstration: invented customers have no place in it.`);
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
    console.log(`Made ${customers} customers, ${accounts} accounts and ${transfers} transfers in ${took}.`);
    return 0;
  },
};

async function letTimePass(context: CommandContext, day: Day): Promise<number> {
  const days = await moveToDay(context, day, (reached) => console.log(formatDay(reached)));
  if (days === undefined) {
    console.error(`It is ${context.clock.today()} there: say a later day, at most three years away.`);
    return 1;
  }
  console.log(`${days} ${days === 1 ? 'day has' : 'days have'} passed. Start the server to see it.`);
  return 0;
}

async function printLinks(context: CommandContext): Promise<number> {
  const { publicUrl, port } = context.config;
  const links = await makeDemonstrationLinks(context, publicUrl ?? `http://localhost:${port}`);
  if (!links) {
    console.error('There is nobody yet: start the demonstration once (npm start).');
    return 1;
  }
  for (const { shows, address } of links) console.log(`${shows}\n  ${address}`);
  console.log('\nCustomers without a login, who may register:');
  for (const line of describeUnregistered()) console.log(`  ${line}`);
  return 0;
}

function formatSeconds(ms: number): string {
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(ms / 1_000)} s`;
}

/** Nothing when the arguments cannot be understood. */
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
