import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

let folder: string;
let bucketServer: S3rver;
let stores: Readonly<Record<'folder' | 'bucket', FileStore>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-files-'));
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  bucketServer = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 'buckets'),
    configureBuckets: [{ name: 'documents' }],
  });
  const { port } = await bucketServer.run();
  stores = {
    folder: createFolderStore(path.join(folder, 'files')),
    bucket: createS3Store({ bucket: 'documents', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` }),
  };
});

afterAll(async () => {
  await bucketServer.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

describe.each(['folder', 'bucket'] as const)('files in a %s', (kind) => {
  it('are read back unchanged', async () => {
    const name = createToken();
    const content = Buffer.from([0, 1, 2, 255, ...Buffer.from('\r\n')]);
    await stores[kind].put(name, content);
    expect(Buffer.from((await stores[kind].find(name)) ?? []).equals(content)).toBe(true);
  });

  it('are undefined before they are stored and after they are removed, repeatedly', async () => {
    const name = createToken();
    expect(await stores[kind].find(name)).toBeUndefined();
    await stores[kind].put(name, Buffer.from('x'));
    await stores[kind].remove(name);
    await stores[kind].remove(name);
    expect(await stores[kind].find(name)).toBeUndefined();
  });

  it.each(['', '../secret', 'a/b', `${'a'.repeat(42)}/`, 'a'.repeat(44)])('can\'t be named like "%s"', async (name) => {
    await expect(stores[kind].put(name, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(stores[kind].find(name)).rejects.toThrow(RangeError);
    await expect(stores[kind].remove(name)).rejects.toThrow(RangeError);
  });

  it('can be 10 MB', async () => {
    const name = createToken();
    await stores[kind].put(name, Buffer.alloc(10 * 1024 * 1024, 7));
    expect((await stores[kind].find(name))?.length).toBe(10 * 1024 * 1024);
  });
});

describe('a folder', () => {
  it('contains files only the server can read, and no partial ones', async () => {
    const name = createToken();
    await stores.folder.put(name, Buffer.from('x'));
    const place = path.join(folder, 'files', name.slice(0, 2));
    expect(await readdir(place)).toEqual([name]);
    expect((await stat(path.join(place, name))).mode & 0o077).toBe(0);
  });

  it('removes the partial file of a crash with it', async () => {
    const name = createToken();
    await stores.folder.put(name, Buffer.from('x'));
    const place = path.join(folder, 'files', name.slice(0, 2));
    await writeFile(path.join(place, `${name}.part`), 'half');
    await stores.folder.remove(name);
    expect(await readdir(place)).toEqual([]);
  });
});

describe('an unavailable bucket', () => {
  it('fails instead of looking empty', async () => {
    const nobody = createS3Store({ bucket: 'documents', region: 'us-east-1', endpoint: 'http://127.0.0.1:9' });
    await expect(nobody.find(createToken())).rejects.toThrow(/ECONNREFUSED|bad port|fetch/);
  });
});

it.runIf(process.platform === 'linux')('a full disk is reported with the folder', async () => {
  const name = createToken();
  const documents = path.join(folder, 'full');
  await mkdir(path.join(documents, name.slice(0, 2)), { recursive: true });
  await symlink('/dev/full', path.join(documents, name.slice(0, 2), `${name}.part`));
  await expect(createFolderStore(documents).put(name, Buffer.from('x'))).rejects.toMatchObject({
    message: `A file could not be kept in ${documents}`,
    cause: { code: 'ENOSPC' },
  });
});
