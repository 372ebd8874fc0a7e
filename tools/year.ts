/**
 * `npm run year -- 1000` lives a thousand years of the demonstration institution and replays each independently; a
 * second number is the first seed, so `npm run year -- 1 4711` repeats the year with seed 4711. `npm test` lives ten smaller ones.
 */
import { spawnSync } from 'node:child_process';

const [count = '10', seed = '1'] = process.argv.slice(2);
if (![count, seed].every((text) => /^[1-9]\d*$/.test(text))) {
  console.error('Usage: npm run year -- [COUNT] [FIRST SEED]');
  process.exit(2);
}
// A year takes half as long on PostgreSQL as on the embedded database.
const environment = {
  PASSBOOK_TEST_DATABASE: 'postgres',
  ...process.env,
  PASSBOOK_YEARS: count,
  PASSBOOK_YEAR_SEED: seed,
};
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'tests/year'];
const { status } = spawnSync(process.execPath, vitest, { stdio: 'inherit', env: environment });
process.exitCode = status ?? 1;
