/**
 * `npm test`: the checks, and the product on the embedded database, on PostgreSQL, in a real browser and under faults.
 * With names of stages as arguments, runs only those: `npm test -- unit browser`; `unit` then runs every database test
 * on the embedded database.
 */
import { formatResults, runStage, type StageResult } from './stage.ts';
import { checkStages, findUnitStageBesidePostgres, listProductStages, unitStage } from './stages.ts';

const names = process.argv.slice(2);
const unit = names.length === 0 ? await findUnitStageBesidePostgres() : unitStage;
const stages = [...checkStages, unit, ...(await listProductStages())];
const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. Stages: ${stages.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const results: StageResult[] = [];
for (const stage of stages) {
  if (names.length === 0 || names.includes(stage.name)) results.push(await runStage(stage));
}
console.log(formatResults(results));
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
