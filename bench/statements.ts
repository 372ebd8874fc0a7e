import { addMonths } from '#common/core/dates.ts';
import { drawDocument } from '#server/accounts/statements/draw-document.ts';
import { designOf } from '#server/accounts/statements/statement-design.ts';
import { statementFigures } from '#server/accounts/statements/statement-figures.ts';
import { momentsOf, monthOf } from '#server/accounts/statements/statement-periods.ts';
import { generateInstitution } from '#demo/books/generate-institution.ts';
import { createEmbeddedHost } from '#server/host/books/embedded-host.ts';
import { createClock } from '#server/platform/clock.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openPostgres } from '#server/platform/db/open-database.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { loadInstitution } from '#server/institution/load-institution.ts';
import { makeDatabase, type PostgresServer } from '#tests/support/postgres.ts';
import type { Figure } from './figure.ts';

const CUSTOMERS = 300;
const MONTHS = 6;
const STATEMENTS = 400;

export async function measureStatements(postgres: PostgresServer): Promise<Figure[]> {
  const { database, close } = openPostgres(await makeDatabase(postgres.url, 'passbook_bench_statements'));
  try {
    await migrate(database);
    const institution = await loadInstitution('institutions/harbor');
    const clock = createClock(institution.timeZone);
    const cipher = createFieldCipher(new Uint8Array(32));
    const generation = { customers: CUSTOMERS, months: MONTHS };
    await generateInstitution({ database, institution, clock, cipher }, generation, () => undefined);
    const host = createEmbeddedHost(database, institution, cipher);
    const accounts = await host.listElectronicAccounts('', STATEMENTS);
    const month = monthOf(addMonths(clock.today(), -1));
    const make = async ({ customerId, accountNumber }: (typeof accounts)[number]): Promise<number> => {
      const statement = await host.readStatement(customerId, accountNumber, momentsOf(month, institution.timeZone));
      if (!statement) throw new Error('The account was not found');
      const figures = statementFigures(statement, month.from, month.through);
      const file = await drawDocument({ figures, design: designOf(institution), madeAt: clock.now() });
      return file.byteLength;
    };
    for (const account of accounts.slice(0, 50)) await make(account);
    // CPU time rather than wall time, since the machine does other work too.
    const startedAt = process.cpuUsage();
    let bytes = 0;
    for (const account of accounts) bytes += await make(account);
    const { user, system } = process.cpuUsage(startedAt);
    const perSecond = accounts.length / ((user + system) / 1_000_000);
    return [
      {
        what: 'Statements as PDF, from the books to the file',
        measured: `${perSecond.toFixed(0)} a second and core`,
        bar: '≥ 50',
        met: perSecond >= 50,
        against: `${accounts.length} statements of ${(bytes / accounts.length / 1_000).toFixed(0)} kB`,
      },
    ];
  } finally {
    await close();
  }
}
