/** `npm run check`: all checks that finish within a minute. */
import { formatResults, runStage, type StageResult } from './stage.ts';
import { checkStages, findQuickUnitStage } from './stages.ts';

const results: StageResult[] = [];
for (const stage of [...checkStages, await findQuickUnitStage()]) results.push(await runStage(stage));
console.log(formatResults(results));
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
