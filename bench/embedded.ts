import {
  demonstrationEnvironment,
  prepareDemonstrationFolder,
  removeFolder,
} from '#tests/support/demonstration-folder.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import type { Figure } from './figure.ts';
import { measureFirstViews } from './first-view.ts';
import { readMemory } from './memory.ts';
import { measurePageSpeed } from './page-speed.ts';

export async function measureEmbedded(): Promise<Figure[]> {
  const folder = await prepareDemonstrationFolder();
  const server = await startServerProcess(demonstrationEnvironment(folder), { built: true });
  try {
    const views = await measureFirstViews(server.url);
    const speeds = await measurePageSpeed(server.url);
    const megabytes = readMemory(server.process.pid);
    return [
      ...views,
      ...speeds,
      {
        what: 'Server with the embedded database, resident memory',
        measured: `${megabytes} MB`,
        bar: '≤ 450 MB',
        met: megabytes <= 450,
        against: '',
      },
    ];
  } finally {
    await server.stop();
    await removeFolder(folder);
  }
}
