import { z } from 'zod';

/** An outside service that is called over HTTP: where it is, and how the portal proves who it is. */
export interface OutsideService {
  readonly url: string;
  /** Sent as `Authorization: Bearer KEY`; null sends none. */
  readonly key: string | null;
  /** PEM files for mutual TLS and for a private certificate authority. */
  readonly tls: TlsFiles | null;
  /** After this time without an answer, the outcome is unknown. */
  readonly timeoutMs: number;
}

export interface TlsFiles {
  readonly certificateFile: string | null;
  readonly keyFile: string | null;
  readonly authorityFile: string | null;
}

/** A base address that may have a path prefix. Credentials and queries would be lost or leak into logs. */
export const serviceUrl = z.string().superRefine((text, context) => {
  const problem = addressProblem(text);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

function addressProblem(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return 'must be an http or https address';
  const { username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '') {
    return 'must not contain a user name or password; put the key into the variable that ends in _KEY';
  }
  return search !== '' || hash !== '' ? 'must not contain ? or #' : undefined;
}

const timeout = z.coerce.number().int().min(100).max(120_000);

/** Cards, their settlement report and the check of bank accounts; each may have an address and key of its own. */
export const networkVariables = {
  PASSBOOK_CARD_PROCESSOR_URL: serviceUrl.optional(),
  PASSBOOK_CARD_PROCESSOR_KIND: z.enum(['passbook', 'stripe']).default('passbook'),
  PASSBOOK_CARD_PROCESSOR_KEY: z.string().optional(),
  PASSBOOK_CARD_PROCESSOR_CERTIFICATE: z.string().optional(),
  PASSBOOK_CARD_PROCESSOR_CERTIFICATE_KEY: z.string().optional(),
  PASSBOOK_CARD_PROCESSOR_AUTHORITY: z.string().optional(),
  PASSBOOK_CARD_PROCESSOR_TIMEOUT_MS: timeout.default(15_000),
  PASSBOOK_CARD_WEBHOOK_KEY: z
    .string()
    .refine((text) => keysIn(text).every((key) => key.length >= 32), {
      message: 'must have at least 32 characters, also each of several, separated by commas',
    })
    .optional(),
  PASSBOOK_CARD_REPORT_URL: serviceUrl.optional(),
  PASSBOOK_BANK_ACCOUNT_CHECK_URL: serviceUrl.optional(),
  PASSBOOK_BANK_ACCOUNT_CHECK_KEY: z.string().optional(),
  PASSBOOK_BANK_ACCOUNT_CHECK_TIMEOUT_MS: timeout.default(10_000),
};

/** Several while keys change. */
function keysIn(text: string): string[] {
  return text.split(',').map((key) => key.trim());
}

type NetworkValues = z.output<z.ZodObject<typeof networkVariables>>;

export interface NetworkConfig {
  /** Also known without a processor of one's own: leases of payments depend on it. */
  readonly cardTimeoutMs: number;
  readonly bankAccountCheckTimeoutMs: number;
  /** `passbook`: the protocol of docs/card-processor.md. */
  readonly cardProtocol: 'passbook' | 'stripe';
  /** Null: outside production, the sandbox processor is started beside the server. */
  readonly cards: OutsideService | null;
  /** The secrets that may sign the processor's events; without any, it may send none. */
  readonly webhookKeys: readonly string[];
  /** The settlement report; the processor itself unless it has an address of its own. */
  readonly cardReport: OutsideService | null;
  /** The processor itself unless it has an address of its own. */
  readonly bankAccountCheck: OutsideService | null;
}

export function readNetwork(values: NetworkValues): NetworkConfig {
  const cards = readCards(values);
  return {
    cardTimeoutMs: values.PASSBOOK_CARD_PROCESSOR_TIMEOUT_MS,
    bankAccountCheckTimeoutMs: values.PASSBOOK_BANK_ACCOUNT_CHECK_TIMEOUT_MS,
    cardProtocol: values.PASSBOOK_CARD_PROCESSOR_KIND,
    cards,
    webhookKeys: values.PASSBOOK_CARD_WEBHOOK_KEY === undefined ? [] : keysIn(values.PASSBOOK_CARD_WEBHOOK_KEY),
    cardReport: cards && { ...cards, url: values.PASSBOOK_CARD_REPORT_URL ?? cards.url },
    bankAccountCheck: readBankAccountCheck(values, cards),
  };
}

function readCards(values: NetworkValues): OutsideService | null {
  const certificateFile = values.PASSBOOK_CARD_PROCESSOR_CERTIFICATE ?? null;
  const authorityFile = values.PASSBOOK_CARD_PROCESSOR_AUTHORITY ?? null;
  const keyFile = values.PASSBOOK_CARD_PROCESSOR_CERTIFICATE_KEY ?? null;
  if (values.PASSBOOK_CARD_PROCESSOR_URL === undefined) return null;
  return {
    url: values.PASSBOOK_CARD_PROCESSOR_URL,
    key: values.PASSBOOK_CARD_PROCESSOR_KEY ?? null,
    tls: (certificateFile ?? authorityFile) ? { certificateFile, keyFile, authorityFile } : null,
    timeoutMs: values.PASSBOOK_CARD_PROCESSOR_TIMEOUT_MS,
  };
}

/** The processor's key goes to the processor's address only. */
function readBankAccountCheck(values: NetworkValues, cards: OutsideService | null): OutsideService | null {
  const timeoutMs = values.PASSBOOK_BANK_ACCOUNT_CHECK_TIMEOUT_MS;
  const url = values.PASSBOOK_BANK_ACCOUNT_CHECK_URL;
  if (url === undefined) return cards && { ...cards, timeoutMs };
  return { url, key: values.PASSBOOK_BANK_ACCOUNT_CHECK_KEY ?? null, tls: null, timeoutMs };
}

/** Returns the problems of variables together, each with its fix. */
export function networkProblems(present: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
  const certificate = present['PASSBOOK_CARD_PROCESSOR_CERTIFICATE'];
  const certificateKey = present['PASSBOOK_CARD_PROCESSOR_CERTIFICATE_KEY'];
  if ((certificate === undefined) !== (certificateKey === undefined)) {
    problems.push('PASSBOOK_CARD_PROCESSOR_CERTIFICATE and _CERTIFICATE_KEY: set both, or neither');
  }
  const ofProcessor = Object.keys(networkVariables).filter((name) => name.startsWith('PASSBOOK_CARD_'));
  const stray = ofProcessor.filter((name) => !name.endsWith('_TIMEOUT_MS') && present[name] !== undefined);
  if (stray.length > 0 && present['PASSBOOK_CARD_PROCESSOR_URL'] === undefined) {
    problems.push(`${stray[0]}: has no effect without PASSBOOK_CARD_PROCESSOR_URL`);
  }
  if (present['PASSBOOK_CARD_PROCESSOR_KIND'] === 'stripe') {
    for (const name of ['PASSBOOK_CARD_PROCESSOR_KEY', 'PASSBOOK_BANK_ACCOUNT_CHECK_URL']) {
      if (present[name] === undefined) problems.push(`${name}: required with PASSBOOK_CARD_PROCESSOR_KIND=stripe`);
    }
  }
  if (present['PASSBOOK_BANK_ACCOUNT_CHECK_KEY'] && !present['PASSBOOK_BANK_ACCOUNT_CHECK_URL']) {
    problems.push('PASSBOOK_BANK_ACCOUNT_CHECK_KEY: has no effect without PASSBOOK_BANK_ACCOUNT_CHECK_URL');
  }
  if (present['PASSBOOK_MODE'] === 'production') problems.push(...productionNetworkProblems(present));
  return problems;
}

function productionNetworkProblems(present: Readonly<Record<string, string | undefined>>): string[] {
  const problems = Object.keys(networkVariables)
    .filter((name) => name.endsWith('_URL') && present[name]?.startsWith('http:'))
    .map((name) => `${name}: must be https in production`);
  const provesItself = present['PASSBOOK_CARD_PROCESSOR_KEY'] ?? present['PASSBOOK_CARD_PROCESSOR_CERTIFICATE'];
  if (present['PASSBOOK_CARD_PROCESSOR_URL'] && !provesItself) {
    problems.push(
      'PASSBOOK_CARD_PROCESSOR_KEY: required in production, unless PASSBOOK_CARD_PROCESSOR_CERTIFICATE is set for mutual TLS',
    );
  }
  return problems;
}
