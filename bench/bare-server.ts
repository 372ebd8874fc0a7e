/**
 * A minimal baseline: Fastify, the driver, and our server's statements for the same customers, prepared by name. Takes
 * a file with the statements and prints its address.
 */
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import pg from 'pg';
import type { StatementsOfCustomer } from './captured-statements.ts';

const [file = '', databaseUrl = ''] = process.argv.slice(2);
const customers = JSON.parse(await readFile(file, 'utf8'), reviveBuffer) as StatementsOfCustomer[];
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const names = new Map<string, string>();

const app = fastify();
app.get('/accounts/:customer', async (request) => {
  const { customer } = request.params as { customer: string };
  let rows: unknown[] = [];
  for (const { sql, parameters } of customers[Number(customer)]?.statements ?? []) {
    const result = await pool.query<Record<string, unknown>>({ name: nameOf(sql), text: sql, values: [...parameters] });
    rows = result.rows;
  }
  return rows;
});
await app.listen({ port: 0, host: 'localhost' });
console.log(`http://localhost:${(app.server.address() as AddressInfo).port}`);
process.stdin.on('end', () => process.exit(0)).resume();

function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known) return known;
  const name = `bare${names.size}`;
  names.set(sql, name);
  return name;
}

function reviveBuffer(_key: string, value: unknown): unknown {
  const buffer = value as { type?: unknown; data?: unknown } | null;
  return typeof value === 'object' && buffer?.type === 'Buffer' ? Buffer.from(buffer.data as number[]) : value;
}
