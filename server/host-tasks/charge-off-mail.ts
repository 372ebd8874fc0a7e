import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { CustomerMail } from '#server/messages/compose-mail.ts';
import type { Services } from '#server/services.ts';
import type { ChargeOffTask, HostTask, MessageTask } from './host-task.ts';

type MailServices = Pick<Services, 'clock' | 'host' | 'institution'>;

export function isChargeOffTask(task: HostTask): task is ChargeOffTask {
  return task.kind === 'chargeOff' || task.kind === 'reverseChargeOff';
}

/** The email to the customer about a charge-off, or its reversal, once it is on the books. */
export async function chargeOffMail(services: MailServices, task: ChargeOffTask): Promise<MessageTask | undefined> {
  const { tells: customerId } = task;
  if (customerId === undefined) return undefined;
  const mail = task.kind === 'chargeOff' ? await chargedOff(services, task, customerId) : reversed(services, task);
  return mail && { kind: 'mail', customerId, mail, at: services.clock.now().toString() };
}

async function chargedOff(
  services: MailServices,
  { paymentId, accountNumber, effectiveOn }: ChargeOffTask,
  customerId: string,
): Promise<CustomerMail | undefined> {
  const { servicing } = services.host;
  const projected = await servicing?.projectChargeOff({ customerId, accountNumber, on: effectiveOn });
  if (!projected?.chargedOff) return undefined;
  const { on, amountCents } = projected.chargedOff;
  const values = { loan: shown(services, accountNumber), date: formatDay(on), amount: formatCents(amountCents) };
  return {
    occasion: paymentId,
    subject: { key: 'chargeOffMail.subject' },
    body: { key: 'chargeOffMail.body', values },
  };
}

function reversed(
  services: MailServices,
  { paymentId, accountNumber, chargedOffOn }: ChargeOffTask,
): CustomerMail | undefined {
  if (chargedOffOn === undefined) return undefined;
  const values = { loan: shown(services, accountNumber), date: formatDay(chargedOffOn) };
  return {
    occasion: paymentId,
    subject: { key: 'chargeOffReversedMail.subject' },
    body: { key: 'chargeOffReversedMail.body', values },
  };
}

function shown({ institution: { options } }: MailServices, accountNumber: string): string {
  return shownAccountNumber(accountNumber, options['globalOptions.removeCheckDigitFromAccountNumber']);
}
