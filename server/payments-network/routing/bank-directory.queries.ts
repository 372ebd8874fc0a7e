import type { Database, Queryable } from '#server/platform/db/database.ts';
import type { Bank, RoutingDirectory } from './routing-directory.ts';

type DirectoryTables = {
  routing_directory: {
    routing_number: string;
    name: string;
    address: string;
    city: string;
    state: string;
    zip: string;
    ach_allowed: boolean;
  };
};

/** Implements the directory with our own database, which an import of the Federal Reserve's list fills. */
export function createRoutingDirectory(database: Database): RoutingDirectory {
  return {
    async findBank(routingNumber) {
      const row = await database
        .withTables<DirectoryTables>()
        .selectFrom('routing_directory')
        .selectAll()
        .where('routing_number', '=', routingNumber)
        .executeTakeFirst();
      if (!row) return undefined;
      const { routing_number, ach_allowed, ...address } = row;
      return { routingNumber: routing_number, achAllowed: ach_allowed, ...address };
    },
  };
}

/** Inserts new banks and updates known ones. */
export async function saveBanks(queryable: Queryable, banks: readonly [Bank, ...Bank[]]): Promise<void> {
  const rows = banks.map(({ routingNumber, achAllowed, ...address }) => ({
    routing_number: routingNumber,
    ach_allowed: achAllowed,
    ...address,
  }));
  await queryable
    .withTables<DirectoryTables>()
    .insertInto('routing_directory')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('routing_number').doUpdateSet((to) => ({
        name: to.ref('excluded.name'),
        address: to.ref('excluded.address'),
        city: to.ref('excluded.city'),
        state: to.ref('excluded.state'),
        zip: to.ref('excluded.zip'),
        ach_allowed: to.ref('excluded.ach_allowed'),
      })),
    )
    .execute();
}
