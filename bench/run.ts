/**
 * `npm run bench`: measures everything, prints a table and writes bench/results.md. With names of parts as arguments,
 * measures only those and writes nothing.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { startPostgres } from '#tests/support/postgres.ts';
import { measureAccountList } from './account-list.ts';
import { measureAuditChain } from './audit-chain.ts';
import { measureDuePayments } from './due-payments.ts';
import { measureEmbedded } from './embedded.ts';
import { type Figure, formatFigures } from './figure.ts';
import { measureHistory } from './history.ts';
import { measurePayments } from './payments.ts';
import { measureSecondStart } from './second-start.ts';
import { measureStatements } from './statements.ts';
import { measureSubmissionStatements } from './submission-statements.ts';

const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  pages: measureEmbedded,
  start: measureSecondStart,
  audit: onPostgres(measureAuditChain),
  payments: onPostgres(measurePayments),
  submission: onPostgres(measureSubmissionStatements),
  due: onPostgres(measureDuePayments),
  accounts: onPostgres((postgres) => measureAccountList(postgres, [1_000, 1_000_000])),
  history: onPostgres(measureHistory),
  statements: onPostgres(measureStatements),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !parts[name]);
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`Measuring ${name} …`);
  figures.push(...(await measure()));
}
const table = formatFigures(figures);
console.log(`\n${table}\n`);
if (names.length === 0) {
  const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`;
  await writeFile('bench/results.md', `# Figures\n\nMeasured by \`npm run bench\` on ${machine}.\n\n${table}\n`);
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
