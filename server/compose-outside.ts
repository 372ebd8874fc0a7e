import path from 'node:path';
import { createHttpHost } from './host/http/http-host.ts';
import { ownProtocolEvents } from './payments-network/card-event.wire.ts';
import { createHttpBankAccountCheck, createHttpCardProcessor } from './payments-network/http-network.ts';
import { startSandbox } from './payments-network/sandbox/sandbox-server.ts';
import { createStripeEvents, createStripeIntents } from './payments-network/stripe/stripe-events.ts';
import { createStripeProcessor } from './payments-network/stripe/stripe-processor.ts';
import { holdInQuarantine, type Quarantine } from './platform/backup/quarantine.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Log } from './platform/log.ts';
import { createSmtpMailer } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/metrics.ts';
import type { OutsideService } from './platform/network-variables.ts';
import { createHttpTextMessages } from './platform/sms/http-text-messages.ts';
import { startTextSandbox } from './platform/sms/sandbox/text-sandbox.ts';
import { watchService } from './platform/watch-service.ts';
import type { Services } from './services.ts';

interface OutsideServices {
  readonly services: Pick<Services, 'cardProcessor' | 'cardEvents' | 'bankAccountCheck' | 'mailer' | 'textMessages'>;
  /** Undefined: the host is our own books. */
  readonly core: Services['host'] | undefined;
  close(): Promise<void>;
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly quarantine: Quarantine;
  /** Where the institution expects the card processor's pages; empty without any. */
  readonly cardPagesUrl: string;
}

/** Everything that is reached over a network, each watched; sandboxes stand in where an address is missing. */
export async function composeOutside(
  config: Config,
  { clock, log, metrics, quarantine, cardPagesUrl }: Surroundings,
): Promise<OutsideServices> {
  const { network } = config;
  const watcher = { log, metrics, quarantine };
  const sandbox = network.cards
    ? undefined
    : await startSandbox({
        port: 0,
        storeFile: path.join(config.dataFolder, 'card-sandbox.sqlite'),
        clock,
        fieldsPort: portHere(cardPagesUrl),
      });
  const textSandbox =
    config.textMessagesUrl !== null || config.mode === 'production'
      ? undefined
      : await startTextSandbox({ port: 0, storeFile: path.join(config.dataFolder, 'text-sandbox.sqlite') });
  const ofSandbox = (timeoutMs: number): OutsideService => ({
    url: sandbox?.url ?? '',
    key: null,
    tls: null,
    timeoutMs,
  });
  const cards = network.cards ?? ofSandbox(network.cardTimeoutMs);
  const bankAccountCheck = network.bankAccountCheck ?? ofSandbox(network.bankAccountCheckTimeoutMs);
  return {
    services: {
      cardProcessor: guard('cards', createCardProcessor(network.cardProtocol, cards, network.cardReport), watcher),
      cardEvents:
        network.cardProtocol === 'stripe'
          ? createStripeEvents(guard('cards', createStripeIntents(cards), watcher))
          : ownProtocolEvents,
      bankAccountCheck: guard('bankAccountCheck', createHttpBankAccountCheck(bankAccountCheck), watcher),
      mailer: config.smtpUrl
        ? guard('mail', createSmtpMailer(config.smtpUrl, config.mailFrom, config.mailNeedsTls), watcher)
        : undefined,
      textMessages: findTextMessages(config, textSandbox?.url, watcher),
    },
    core: findCore(config, watcher),
    async close() {
      await textSandbox?.close();
      await sandbox?.close();
    },
  };
}

/** Returns the port of an address on this machine. */
function portHere(url: string): number | undefined {
  const [, port] = /^http:\/\/localhost:(\d+)(\/|$)/.exec(url) ?? [];
  return port === undefined ? undefined : Number(port);
}

type Watcher = Omit<Surroundings, 'clock' | 'cardPagesUrl'>;

function guard<Service extends object>(
  name: Parameters<typeof watchService>[0],
  service: Service,
  watcher: Watcher,
): Service {
  return watchService(name, holdInQuarantine(service, watcher.quarantine), watcher);
}

function findCore({ hostUrl: url, hostKey: key, hostTimeoutMs: timeoutMs }: Config, watcher: Watcher) {
  return url !== null && key !== null ? guard('core', createHttpHost({ url, key, timeoutMs }), watcher) : undefined;
}

function findTextMessages(config: Config, sandboxUrl: string | undefined, watcher: Watcher) {
  const url = config.textMessagesUrl ?? sandboxUrl;
  if (url === undefined) return undefined;
  const provider = createHttpTextMessages(url, { timeoutMs: 10_000, apiKey: config.textMessagesKey });
  return guard('texts', provider, watcher);
}

function createCardProcessor(
  protocol: Config['network']['cardProtocol'],
  cards: OutsideService,
  report: OutsideService | null,
): Services['cardProcessor'] {
  return protocol === 'stripe' ? createStripeProcessor(cards) : createHttpCardProcessor(cards, report ?? cards);
}
