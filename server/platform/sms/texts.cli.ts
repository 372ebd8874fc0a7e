import { parseArgs } from 'node:util';
import { checkConformance } from '#server/platform/cli/conformance.ts';
import type { StandaloneCommand } from '#server/platform/cli/command.ts';
import { readConfig } from '#server/platform/config.ts';
import { createHttpTextMessages } from './http-text-messages.ts';
import { type CheckedTextGateway, NO_ONE, textChecks } from './text-checks.ts';

const TIMEOUT_MS = 10_000;

const usage = `Usage: passbook texts check URL [--phone NUMBER] [--landline NUMBER]

Runs every requirement of docs/text-gateway.md against a text gateway, with the key from
PASSBOOK_TEXT_MESSAGES_KEY. --phone is one of your phones, ten digits: it gets one text, and a
consent of it is changed and put back. --landline is a phone that takes no texts.

Exits with 1 if a check fails.`;

export const textsCommand: StandaloneCommand = {
  name: 'texts',
  summary: 'Checks a text gateway against the protocol',
  usage,
  async runAlone([act, url, ...options], environment) {
    const phones = act === 'check' && url !== undefined ? readPhones(options) : undefined;
    if (!phones || url === undefined) {
      console.error(usage);
      return 2;
    }
    const key = environment['PASSBOOK_TEXT_MESSAGES_KEY'];
    const { textMessagesUrl, textMessagesKey: apiKey } = readConfig({
      PASSBOOK_TEXT_MESSAGES_URL: url,
      PASSBOOK_TEXT_MESSAGES_KEY: key,
    });
    const gateway = { url: textMessagesUrl ?? url, apiKey, timeoutMs: TIMEOUT_MS, ...phones };
    return checkConformance(textChecks, {
      url: gateway.url,
      keyVariable: 'PASSBOOK_TEXT_MESSAGES_KEY',
      subject: gateway,
      tryOut: () => createHttpTextMessages(gateway.url, gateway).listSubscriptions(NO_ONE),
    });
  },
};

/** Returns undefined when the arguments are invalid. */
function readPhones(args: readonly string[]): Pick<CheckedTextGateway, 'phone' | 'landline'> | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { phone: { type: 'string' }, landline: { type: 'string' } },
    });
    const { phone = null, landline = null } = values;
    const isPhone = (number: string | null) => number === null || /^\d{10}$/.test(number);
    return isPhone(phone) && isPhone(landline) ? { phone, landline } : undefined;
  } catch {
    return undefined;
  }
}
