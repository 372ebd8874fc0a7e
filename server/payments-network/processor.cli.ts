import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Command, Environment } from '#server/platform/cli/command.ts';
import { checkConformance } from '#server/platform/cli/conformance.ts';
import { readConfig } from '#server/platform/config.ts';
import type { BankAccountNumbers } from './bank-account-check.ts';
import type { CardDetails } from './card-processor.ts';
import { processorChecks } from './conformance/processor-checks.ts';
import { createHttpCardProcessor } from './http-network.ts';
import { describeProcessor } from './describe-processor.ts';

const usage = `Usage:
  passbook processor check URL [--card NUMBER] [--expiration MM/YY] [--code CODE] [--declined NUMBER]
                               [--confirmed NUMBER] [--fields]
                               [--bank-account ROUTING/ACCOUNT] [--no-bank-account ROUTING/ACCOUNT]
  passbook processor describe FILE

check     Runs every requirement of docs/card-processor.md against a processor in its test mode,
          with the key or certificate from PASSBOOK_CARD_PROCESSOR_KEY and its siblings. It charges
          small amounts and refunds them at the end. --card is a test card that is approved (4242424242424242 by default),
          --declined one that is declined, --confirmed one that the cardholder has to confirm.
          --fields also checks what a page with card fields needs. --bank-account is a bank account
          that exists, --no-bank-account one that doesn't; with PASSBOOK_BANK_ACCOUNT_CHECK_URL they
          are checked elsewhere, and not here.
describe  Writes the protocol as an OpenAPI 3.1 file.

What an option is missing for is reported as "not checked". Exits with 1 if a check fails.`;

export const processorCommand: Command = {
  name: 'processor',
  summary: 'Checks a card processor against the protocol, or describes the protocol',
  usage,
  async runAlone([act, target, ...options], environment) {
    if (act === 'describe' && target !== undefined && options.length === 0) {
      await writeFile(target, `${JSON.stringify(describeProcessor(), null, 2)}\n`);
      return 0;
    }
    const cards = act === 'check' && target !== undefined ? readCards(options) : undefined;
    if (!cards || target === undefined) {
      console.error(usage);
      return 2;
    }
    return check(target, cards, environment);
  },
  async run() {
    throw new Error('processor needs no database');
  },
};

interface Cards {
  readonly card: CardDetails;
  readonly declinedCard: CardDetails | null;
  readonly confirmedCard: CardDetails | null;
  readonly hasFields: boolean;
  readonly bankAccount: BankAccountNumbers | null;
  readonly missingBankAccount: BankAccountNumbers | null;
}

async function check(url: string, cards: Cards, environment: Environment): Promise<number> {
  const ofCards = Object.entries(environment).filter(([name]) => name.startsWith('PASSBOOK_CARD_PROCESSOR_'));
  const { network } = readConfig({ ...Object.fromEntries(ofCards), PASSBOOK_CARD_PROCESSOR_URL: url });
  if (!network.cards) throw new Error('readConfig returns the processor it was given');
  const checksBankAccounts = (environment['PASSBOOK_BANK_ACCOUNT_CHECK_URL'] ?? '') === '';
  const { cards: service } = network;
  return checkConformance(processorChecks, {
    url,
    keyVariable: 'PASSBOOK_CARD_PROCESSOR_KEY',
    subject: { service, checksBankAccounts, ...cards },
    tryOut: () => createHttpCardProcessor(service).assertAnswers(),
  });
}

/** Returns undefined when the arguments are invalid. */
function readCards(args: readonly string[]): Cards | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        card: { type: 'string', default: '4242424242424242' },
        expiration: { type: 'string', default: '12/40' },
        code: { type: 'string', default: '123' },
        declined: { type: 'string' },
        confirmed: { type: 'string' },
        fields: { type: 'boolean', default: false },
        'bank-account': { type: 'string' },
        'no-bank-account': { type: 'string' },
      },
    });
    const { expiration, code: securityCode } = values;
    const cardOf = (cardNumber: string): CardDetails => ({
      cardNumber,
      securityCode,
      expiration,
      firstName: 'Pat',
      lastName: 'Check',
      zipCode: '04101',
    });
    return {
      card: cardOf(values.card),
      declinedCard: values.declined ? cardOf(values.declined) : null,
      confirmedCard: values.confirmed ? cardOf(values.confirmed) : null,
      hasFields: values.fields,
      bankAccount: bankAccountOf(values['bank-account']),
      missingBankAccount: bankAccountOf(values['no-bank-account']),
    };
  } catch {
    return undefined;
  }
}

/** @throws Error for anything but two numbers */
function bankAccountOf(text: string | undefined): BankAccountNumbers | null {
  if (text === undefined) return null;
  const [, routingNumber, accountNumber] = /^(\d{9})\/(\d{1,17})$/.exec(text) ?? [];
  if (routingNumber === undefined || accountNumber === undefined) throw new Error('Not ROUTING/ACCOUNT');
  return { routingNumber, accountNumber };
}
