import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

describe('the PostgreSQL of the tests', () => {
  it('is removed with its folder when its parent process is killed', async () => {
    const script = `const { startPostgres } = await import(${JSON.stringify(new URL('postgres.ts', import.meta.url).href)});
      console.log((await startPostgres()).url);`;
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TEST_DATABASE_URL: '' },
    });
    const [url] = (await once(createInterface(starter.stdout), 'line')) as [string];
    const folder = await readDataFolder(url);
    expect(existsSync(folder)).toBe(true);

    starter.kill('SIGKILL');

    await expect.poll(() => existsSync(folder), { timeout: 10_000 }).toBe(false);
    await expect(readDataFolder(url)).rejects.toThrow('ECONNREFUSED');
  });
});

async function readDataFolder(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory ?? '';
  } finally {
    await client.end();
  }
}
