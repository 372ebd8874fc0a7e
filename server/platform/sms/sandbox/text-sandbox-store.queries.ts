import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SubscriptionChange, TextSubscription } from '../text-message-provider.ts';

const schema = `
  create table if not exists subscriptions (
    phone text not null,
    branding_id text not null,
    marketing integer not null default 0,
    account integer not null default 0,
    primary key (phone, branding_id)
  ) strict;
  create table if not exists messages (
    sequence integer primary key autoincrement,
    message_id text not null unique,
    phone text not null,
    body text not null
  ) strict;
`;

const brands = [
  { brandingId: '1', brandingName: 'First Harbor Lending' },
  { brandingId: '2', brandingName: 'Harbor Auto Finance' },
] as const;

export interface SentText {
  readonly messageId: string;
  readonly to: string;
  readonly body: string;
}

/** The sandbox's data: consents of phones, and messages sent to them. */
export class TextSandboxStore {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.#database = new DatabaseSync(file);
    this.#database.exec(schema);
  }

  listSubscriptions(phone: string): TextSubscription[] {
    const rows = this.#database
      .prepare('select branding_id, marketing, account from subscriptions where phone = ?')
      .all(phone) as { branding_id: string; marketing: number; account: number }[];
    return brands.map(({ brandingId, brandingName }) => {
      const row = rows.find(({ branding_id: id }) => id === brandingId);
      return { brandingId, brandingName, marketing: row?.marketing === 1, account: row?.account === 1 };
    });
  }

  /** @returns false if the brand doesn't exist */
  change(phone: string, { brandingId, marketing, account }: SubscriptionChange): boolean {
    if (!brands.some((brand) => brand.brandingId === brandingId)) return false;
    this.#database
      .prepare(
        `insert into subscriptions (phone, branding_id, marketing, account)
         values (:phone, :brandingId, coalesce(:marketing, 0), coalesce(:account, 0))
         on conflict (phone, branding_id) do update
         set marketing = coalesce(:marketing, marketing), account = coalesce(:account, account)`,
      )
      .run({ phone, brandingId, marketing: toInteger(marketing), account: toInteger(account) });
    return true;
  }

  add({ messageId, to, body }: SentText): void {
    this.#database
      .prepare('insert into messages (message_id, phone, body) values (?, ?, ?) on conflict do nothing')
      .run(messageId, to, body);
  }

  /** Oldest first, at most 500. */
  listMessages(): SentText[] {
    return this.#database
      .prepare('select message_id as messageId, phone as "to", body from messages order by sequence limit 500')
      .all() as unknown as SentText[];
  }

  close(): void {
    this.#database.close();
  }
}

function toInteger(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}
