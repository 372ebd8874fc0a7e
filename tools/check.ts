/** `npm run check`: everything that can be said in two minutes. */
import { formatResults, runStage, type StageResult } from './stage.ts';
import { checkStages, unitStage } from './stages.ts';

const results: StageResult[] = [];
for (const stage of [...checkStages, unitStage]) results.push(await runStage(stage));
console.log(formatResults(results));
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
