import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { countOf } from '#common/core/counts.ts';
import { addDays, type Day, findDay } from '#common/core/dates.ts';
import { addCents, type Cents, formatCents, formatHundredths, subtractCents, ZERO } from '#common/core/money.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { listMovements, type PaymentMovement } from './payments-file.queries.ts';

const usage = `Usage: passbook payments-file DAY FILE

Writes a CSV file of the payments that were posted on a day (such as 2026-11-23), and of
those that were taken back, for a core that loads files. The file of a day is always the
same, so it can be written again; load each movement_id once.`;

const BATCH_SIZE = 1_000;

/** A transaction that began at midnight has committed by then. */
const COMPLETE_AFTER_MINUTES = 10;

const header =
  'movement_id,movement,account_number,effective_on,method,amount,additional_principal,fees,total,payment_id,confirmation_number,return_code';

export const paymentsFileCommand: Command = {
  name: 'payments-file',
  summary: "Writes a day's payments and returns for a core that loads files",
  usage,
  async run([dayText = '', file, ...more], context) {
    const on = findDay(dayText);
    if (!on || file === undefined || more.length > 0) {
      console.error(usage);
      return 2;
    }
    const { until } = spanOf(on, context.institution.timeZone);
    const completeAt = until.add({ minutes: COMPLETE_AFTER_MINUTES });
    if (Temporal.Instant.compare(context.clock.now(), completeAt) < 0) {
      console.error(`${on} isn't over yet. Its file is complete ${COMPLETE_AFTER_MINUTES} minutes after midnight.`);
      return 1;
    }
    const { count, totalCents } = await writePaymentsFile(context, on, file);
    console.log(`${file}: ${countOf(count, 'movement')} of ${on}, ${formatCents(totalCents)} net.`);
    return 0;
  },
};

/** Replaces the file only when it is complete. */
export async function writePaymentsFile(
  { database, institution }: Pick<CommandContext, 'database' | 'institution'>,
  on: Day,
  file: string,
): Promise<{ readonly count: number; readonly totalCents: Cents }> {
  const span = spanOf(on, institution.timeZone);
  const unfinished = `${file}.unfinished`;
  const output = createWriteStream(unfinished);
  const write = async (line: string) => {
    if (!output.write(`${line}\n`)) await once(output, 'drain');
  };
  await write(header);
  let [count, totalCents, afterEvent] = [0, ZERO, 0];
  for (;;) {
    const batch = await listMovements(database, span, { afterEvent, limit: BATCH_SIZE });
    for (const movement of batch) {
      await write(lineOf(movement));
      const moved = totalOf(movement);
      totalCents = movement.movement === 'payment' ? addCents(totalCents, moved) : subtractCents(totalCents, moved);
    }
    count += batch.length;
    const last = batch.at(-1);
    if (!last || batch.length < BATCH_SIZE) break;
    afterEvent = last.eventId;
  }
  output.end();
  await once(output, 'finish');
  await rename(unfinished, file);
  return { count, totalCents };
}

function lineOf(movement: PaymentMovement): string {
  const { eventId, movement: kind, accountNumber, payOn, method, paymentId, referenceNumber, returnCode } = movement;
  const amounts = [movement.amountCents, movement.additionalPrincipalCents, movement.feesCents, totalOf(movement)];
  const dollars = amounts.map((amountCents) => formatHundredths(amountCents));
  return [eventId, kind, accountNumber, payOn, method, ...dollars, paymentId, referenceNumber, returnCode ?? ''].join(
    ',',
  );
}

function totalOf({ amountCents, additionalPrincipalCents, feesCents }: PaymentMovement): Cents {
  return addCents(amountCents, additionalPrincipalCents, feesCents);
}

function spanOf(on: Day, timeZone: string) {
  const startOf = (date: Day) => Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant();
  return { since: startOf(on), until: startOf(addDays(on, 1)) };
}
