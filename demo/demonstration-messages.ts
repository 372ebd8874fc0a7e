import { insertConversation, insertEntry } from '#server/contact/conversations/conversations.queries.ts';
import { giveToMessage } from '#server/documents/attachments.queries.ts';
import { findStaffByEmail } from '#server/desk/staff/staff.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { addLetter } from './demonstration-documents.ts';

interface Written {
  readonly by: 'customer' | 'staff' | 'note';
  readonly hoursAgo: number;
  readonly text: string;
  /** Its title, and what it says. */
  readonly file?: { readonly title: string; readonly paragraphs: readonly string[] };
}

export interface Letter {
  /** Null: a visitor. */
  readonly loginName: string | null;
  readonly topic: string;
  readonly subject: string;
  readonly state: 'new' | 'open' | 'waiting';
  readonly written: readonly Written[];
}

const letters: readonly Letter[] = [
  {
    loginName: 'margaret.okafor',
    topic: 'Payoff',
    subject: 'Paying off the car loan',
    state: 'new',
    written: [
      {
        by: 'customer',
        hoursAgo: 20,
        text: 'I want to pay off my car loan next Friday. Can I send a wire?',
        file: {
          title: 'Wire form of my bank',
          paragraphs: ['From Margaret Okafor to First Harbor Lending, for loan 101-004417-2.', 'Amount: to be told.'],
        },
      },
    ],
  },
  {
    loginName: null,
    topic: '',
    subject: 'Refinancing',
    state: 'new',
    written: [{ by: 'customer', hoursAgo: 5, text: 'Do you refinance loans of other lenders?' }],
  },
  {
    loginName: 'li.wei',
    topic: 'Insurance',
    subject: 'Proof of insurance',
    state: 'waiting',
    written: [
      { by: 'customer', hoursAgo: 50, text: 'You asked for proof of insurance. Where do I send it?' },
      { by: 'note', hoursAgo: 47, text: 'The policy on file ended last month.' },
      {
        by: 'staff',
        hoursAgo: 46,
        text: 'Hello Li Wei,\n\nUpload it under Documents, or answer here with the name of your insurer.\n\nFirst Harbor Lending',
      },
    ],
  },
];

/** Messages that wait in the desk's inbox, and an answered one. Called once, with the staff. */
export async function seedDemonstrationMessages(services: Services): Promise<void> {
  for (const letter of letters) await writeLetter(services, letter);
}

export async function writeLetter(services: Services, letter: Letter): Promise<void> {
  const { clock, database, host } = services;
  const agent = await findStaffByEmail(database, 'alma.ortiz@desk.example');
  const user = letter.loginName === null ? undefined : await findUserByLogin(database, letter.loginName);
  const customer = user && (await host.findCustomer(user.customerId));
  // Someone may have removed the login since an older version made it.
  if ((letter.loginName !== null && !customer) || !agent) return;
  const { topic, subject, state, written } = letter;
  const writer = {
    customerId: customer?.customerId ?? null,
    writerName: customer?.personalName ?? 'Harriet Lowell',
    writerEmail: customer?.emailAddress ?? 'harriet.lowell@example.com',
  };
  const files = user ? await storeFiles(services, user, written) : new Map<string, string>();
  const since = (hours: number) => clock.now().subtract({ hours });
  await inTransaction(database, async (transaction) => {
    const last = written.at(-1)?.hoursAgo ?? 0;
    const assignedTo = state === 'new' ? null : agent.staffId;
    const conversation = { ...writer, topic, subject, state, assignedTo };
    const conversationId = await insertConversation(transaction, conversation, since(last));
    for (const { by, hoursAgo, text } of written) {
      const author =
        by === 'customer' ? { userId: user?.userId ?? null, staffId: null } : { userId: null, staffId: agent.staffId };
      const entry = { conversationId, kind: by, ...author, text, contactMessageId: null };
      const entryId = await insertEntry(transaction, entry, since(hoursAgo));
      const file = files.get(text);
      if (!user || file === undefined) continue;
      const attached = { documentIds: [file], customerId: user.customerId, by: { userId: user.userId } };
      await giveToMessage(transaction, attached, entryId);
    }
  });
}

/** Stores the files of what a customer wrote, as the portal does before a message is sent. Returns ids by text. */
async function storeFiles(
  services: Services,
  { userId, customerId }: { readonly userId: number; readonly customerId: string },
  written: readonly Written[],
): Promise<ReadonlyMap<string, string>> {
  const stored = new Map<string, string>();
  for (const { text, file, hoursAgo } of written) {
    if (!file) continue;
    const place = { kind: 'message', staffId: null } as const;
    // Just before the message.
    const letter = { customerId, place, daysAgo: 1, minutesAgo: hoursAgo * 60 + 2, ...file };
    stored.set(text, await addLetter(services, letter, userId));
  }
  return stored;
}
