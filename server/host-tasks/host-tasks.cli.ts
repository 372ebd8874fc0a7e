import { formatInstantShort } from '#common/core/dates.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { dropSetAsideTask, listSetAsideTasks, takeBackHostTask } from './host-tasks.queries.ts';
import { subjectOf } from './host-task.ts';
import { openTask, runHostTasks } from './run-host-tasks.command.ts';

const usage = `Usage:
  passbook host-tasks
  passbook host-tasks retry NUMBER --by NAME
  passbook host-tasks drop NUMBER REASON --by NAME

Without arguments, lists changes that the core refused for good, and why: addresses,
telephones, statement formats, and reversals of payments. The customer was told by
email that a change wasn't made.

retry asks the core again, once the cause is fixed. drop gives the change up.

Exits with 1 when no such change is set aside.`;

const MAX_SHOWN = 1_000;

export const hostTasksCommand: Command = {
  name: 'host-tasks',
  summary: 'Lists changes the core refused; retries or drops one',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [action, number, reason] = rest;
    if (action === undefined) return list(context);
    const isRetry = action === 'retry' && rest.length === 2;
    const isDrop = action === 'drop' && rest.length === 3;
    const taskId = Number(number);
    if (!Number.isSafeInteger(taskId) || !(isRetry || isDrop)) {
      console.error(usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    const done = isRetry ? await retry(context, taskId, by) : await drop(context, taskId, { reason: reason ?? '', by });
    if (!done) console.error(`Change ${taskId} is not set aside.`);
    else console.log(isRetry ? `Retried change ${taskId}.` : `Dropped change ${taskId}.`);
    return done ? 0 : 1;
  },
};

async function retry(context: CommandContext, taskId: number, by: string): Promise<boolean> {
  const { audit, database } = context;
  const isBack = await inTransaction(database, async (transaction) => {
    if (!(await takeBackHostTask(transaction, taskId))) return false;
    await audit.record(transaction, { event: 'host-task-retried', userId: null, details: { taskId, by } });
    return true;
  });
  if (isBack) await runHostTasks(context, new AbortController().signal);
  return isBack;
}

function drop(
  { audit, database }: CommandContext,
  taskId: number,
  decision: { readonly reason: string; readonly by: string },
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    if (!(await dropSetAsideTask(transaction, taskId))) return false;
    const details = { taskId, ...decision };
    await audit.record(transaction, { event: 'host-task-dropped', userId: null, details });
    return true;
  });
}

async function list(context: CommandContext): Promise<number> {
  const tasks = await listSetAsideTasks(context.database, MAX_SHOWN);
  if (tasks.length === 0) console.log('The core refused no changes.');
  for (const { taskId, setAsideAt, reason, ...sealed } of tasks) {
    const task = openTask(context, { taskId, ...sealed });
    const since = formatInstantShort(setAsideAt, context.institution.timeZone);
    console.log(`${taskId}  ${task.kind}  ${subjectOf(task)}  since ${since}: ${reason}`);
  }
  return 0;
}
