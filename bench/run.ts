/**
 * `npm run bench`: measures everything and writes bench/results.md. With names of parts as arguments, such as
 * `npm run bench -- pages presses`, measures only those and replaces their sections.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { startPostgres } from '#tests/support/postgres.ts';
import { measureAccountList } from './account-list.ts';
import { measureAuditChain } from './audit-chain.ts';
import { measureCustomerSearch } from './customer-search.ts';
import { measureDuePayments } from './due-payments.ts';
import { measureEmbedded } from './embedded.ts';
import { type Figure, formatFigures } from './figure.ts';
import { measureHistory } from './history.ts';
import { measureInteractions } from './interactions.ts';
import { measureNightlyWork } from './nightly-work.ts';
import { measurePayments } from './payments.ts';
import { measureSecondStart } from './second-start.ts';
import { measureStatements } from './statements.ts';
import { measureSubmissionRate } from './submission-rate.ts';
import { measureSubmissionStatements } from './submission-statements.ts';

const RESULTS = 'bench/results.md';
const INTRODUCTION = `# Figures

Written by \`npm run bench\`; \`npm run bench -- pages\` measures one section again.`;
const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`;

const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  pages: measureEmbedded,
  presses: onPostgres(measureInteractions),
  start: measureSecondStart,
  audit: onPostgres(measureAuditChain),
  payments: onPostgres(measurePayments),
  submission: onPostgres(async (postgres) => [
    ...(await measureSubmissionStatements(postgres)),
    ...(await measureSubmissionRate(postgres)),
  ]),
  due: onPostgres(measureDuePayments),
  night: onPostgres(measureNightlyWork),
  accounts: onPostgres((postgres) => measureAccountList(postgres, [1_000, 1_000_000])),
  search: onPostgres(measureCustomerSearch),
  history: onPostgres(measureHistory),
  statements: onPostgres(measureStatements),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !parts[name]);
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

for (const [name, measure] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`Measuring ${name} …`);
  const [busy = 0] = loadavg();
  const figures = await measure();
  if (figures.length === 0) {
    console.log(`${name} can't be measured today; its last figures stay.`);
    continue;
  }
  const table = formatFigures(figures);
  console.log(`\n${table}\n`);
  const state = busy > 0.5 ? `, busy with other work as it began (load ${busy.toFixed(1)})` : '';
  await replaceSection(name, `Measured on ${machine}${state}.\n\n${table}`);
}

/** Each part has a section of its own, so one can be measured again alone. */
async function replaceSection(name: string, content: string): Promise<void> {
  const [, ...sections] = (await readFile(RESULTS, 'utf8')).split(/^## /m);
  const byName = new Map(sections.map((section) => [section.split('\n', 1)[0], section.trimEnd()]));
  byName.set(name, `${name}\n\n${content}`);
  const ordered = Object.keys(parts).flatMap((part) => byName.get(part) ?? []);
  await writeFile(RESULTS, `${INTRODUCTION}\n${ordered.map((section) => `\n## ${section}\n`).join('')}`);
}

function onPostgres(
  measure: (postgres: Awaited<ReturnType<typeof startPostgres>>) => Promise<Figure[]>,
): () => Promise<Figure[]> {
  return async () => {
    const postgres = await startPostgres({ durable: true });
    try {
      return await measure(postgres);
    } finally {
      await postgres.stop();
    }
  };
}
