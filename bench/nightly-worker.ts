/**
 * Does a step of the night for each line on standard input, and prints how many milliseconds it took. A process of its
 * own, as the worker is, so the load on the portal can be measured beside it.
 */
import { createInterface } from 'node:readline';
import { makeStatements } from '#server/accounts/statements/make-statements.job.ts';
import { sendAlertsJob } from '#server/accounts/send-alerts.job.ts';
import { compose } from '#server/compose.ts';
import { beginBusinessDay, findBusinessDay } from '#server/payments/end-of-day/business-days.queries.ts';
import { chargeLateFees } from '#server/payments/end-of-day/charge-late-fees.command.ts';
import { compareDay } from '#server/payments/end-of-day/compare-day.command.ts';
import { makeBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { readConfig } from '#server/platform/config.ts';

const { services, close } = await compose(readConfig(process.env));
const going = new AbortController().signal;
const businessOn = services.clock.today();
await beginBusinessDay(services.database, businessOn);

const steps: Readonly<Record<string, () => Promise<unknown>>> = {
  payments: () => runDuePayments(services, going),
  file: () => makeBankFile(services, businessOn),
  charges: () => chargeLateFees(services, businessOn, going),
  async comparison() {
    const day = await findBusinessDay(services.database, businessOn);
    if (!day) throw new Error('The day has not begun');
    await compareDay(services, day);
  },
  statements: () => makeStatements(services, going),
  alerts: () => sendAlertsJob.run(services, going),
};

console.log('ready');
for await (const name of createInterface(process.stdin)) {
  const startedAt = performance.now();
  await steps[name]?.();
  console.log(performance.now() - startedAt);
}
await close();
