import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Envelope } from '#common/contract/envelope.ts';
import { createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import { serviceAt } from '#tests/builders/network.ts';
import { cardBody } from '#tests/builders/payment-calls.ts';
import type { Borrower } from './crowd.ts';
import { startWorld, type World } from './world.ts';

/** Each customer saves a card once, and the server is killed a little later than for the one before. */
const CUSTOMERS = 16;
const LATER_MS = 10;

let world: World;

beforeAll(async () => {
  world = await startWorld(CUSTOMERS);
});

afterAll(() => world.end());

test(
  'a server killed while a card is saved charges nothing, and the customer who tries again has it once',
  { timeout: 300_000 },
  async () => {
    const [struck] = world.servers;
    const first: (string | undefined)[] = [];
    const again: (string | undefined)[] = [];
    const listed: number[] = [];
    for (const [index, borrower] of world.borrowers.entries()) {
      // The first request after a start takes longer.
      await countListed(borrower, world.addresses[0]);
      const saving = saveCard(borrower, world.addresses[0]);
      await sleep(index * LATER_MS);
      await struck.kill();
      first.push(await saving);
      listed.push(await countListed(borrower));
      again.push(await saveCard(borrower, world.addresses[1]));
      await struck.start();
    }
    const lost = first.filter((answer) => answer === undefined).length;
    expect(lost, 'answers lost by a kill').toBeGreaterThan(0);
    expect(lost, 'answers lost by a kill').toBeLessThan(CUSTOMERS);
    // What was acknowledged is listed, and what is listed isn't saved a second time.
    const acknowledged = first.flatMap((answer, index) =>
      answer === undefined ? [] : { answer, listed: listed[index] },
    );
    expect(acknowledged).toEqual(acknowledged.map(() => ({ answer: 'saved', listed: 1 })));
    expect(again).toEqual(listed.map((count) => (count === 1 ? 'AlreadyExists' : 'saved')));
    for (const borrower of world.borrowers) expect(await countListed(borrower)).toBe(1);

    const { database } = world.database;
    const { rows } = await sql<{ cards: number; events: number }>`
      select (select count(*) from saved_cards)::int as cards,
        (select count(*) from audit_log where event = 'payment-method-added')::int as events`.execute(database);
    expect(rows).toEqual([{ cards: CUSTOMERS, events: CUSTOMERS }]);
    expect(await createHttpCardProcessor(serviceAt(world.sandboxUrl)).listCharges(0)).toEqual([]);
    // The processor may keep tokens that the portal doesn't know: they are of the same card and charge nothing.
    const tokens = readTokens();
    expect(new Set(tokens.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    console.log(`  ${lost} of ${CUSTOMERS} answers lost, ${tokens.length - CUSTOMERS} unused tokens`);
    for (const { output } of [...world.servers, world.sandbox]) expect(output).not.toContain('4242424242424242');
  },
);

/** Returns the code of a refusal, or undefined without an answer. */
async function saveCard({ accountNumber, headers }: Borrower, address: string): Promise<string | undefined> {
  try {
    const response = await fetch(new URL('/api/PaymentMethod/AddCardPaymentMethod', address), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(cardBody(accountNumber)),
    });
    const { HasNoErrors, Errors } = (await response.json()) as Envelope;
    return HasNoErrors ? 'saved' : (Errors[0]?.ErrorMessage ?? '');
  } catch {
    return undefined;
  }
}

async function countListed(
  { accountNumber, headers }: Borrower,
  address: string = world.addresses[1],
): Promise<number> {
  const response = await fetch(new URL('/api/PaymentMethod/GetPaymentMethods', address), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ AccountNumber: accountNumber }),
  });
  const { PaymentMethods } = (await response.json()) as { readonly PaymentMethods: readonly unknown[] };
  return PaymentMethods.length;
}

function readTokens(): readonly { readonly fingerprint: string }[] {
  const store = new DatabaseSync(join(world.environment['PASSBOOK_DATA'] ?? '', 'sandbox.sqlite'), { readOnly: true });
  const tokens = store.prepare('select fingerprint from cards').all() as { fingerprint: string }[];
  store.close();
  return tokens;
}
