import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { compose } from './compose.ts';
import { announceQuarantine } from './platform/backup/quarantine.ts';
import type { Config } from './platform/config.ts';
import { listen } from './platform/http/listen.ts';
import type { RunningJobs } from './platform/jobs/runner.ts';
import { runProcess } from './platform/process.ts';
import { startReloading } from './setup/start-reloading.ts';
import type { Services } from './services.ts';
import { logSettingWarnings, readCheckedConfig } from './setup/check-settings.ts';

/** The web server, with the jobs in the same process unless they run elsewhere. */
await runProcess(async () => {
  const config = await readCheckedConfig(process.env);
  const { services, close } = await compose(config);
  await logSettingWarnings(services);
  // Production doesn't load it.
  const demonstration = services.institution.demonstration ? await import('#demo/demonstration.ts') : undefined;
  await demonstration?.startDemonstration(services);
  const app = await createApp(services);
  await listen(app, { ...config, variable: 'PORT' });
  const deskApp = await startDesk(services);
  const jobs = config.runsJobs ? await startAllJobs(services) : undefined;
  const address = `http://${config.bindAddress}:${(app.server.address() as AddressInfo).port}`;
  services.log.info({ address, mode: config.mode, institution: services.institution.id }, 'serving');
  await announceQuarantine(services);
  demonstration?.announceDemonstration(
    config.publicUrl ?? address,
    services.clock.today(),
    deskAddressOf(config, address),
    config.databaseUrl === null ? config.dataFolder : null,
  );
  const reloading = startReloading(services, async () => {
    await Promise.all([app.renewSite(), deskApp?.renewSite()]);
  });
  return {
    log: services.log,
    reload: reloading.reload,
    async stop() {
      reloading.stop();
      await Promise.all([app.close(), deskApp?.close(), jobs?.stop()]);
      await close();
    },
  };
});

async function startAllJobs(services: Services): Promise<RunningJobs> {
  const [{ startJobs }, { allJobs }] = await Promise.all([
    import('./platform/jobs/runner.ts'),
    import('./all-jobs.ts'),
  ]);
  return startJobs(services, allJobs);
}

/** On an address of its own, the desk stays off the internet. It also serves the portal, for viewing as a customer. */
async function startDesk(services: Services): Promise<FastifyInstance | undefined> {
  const { desk } = services.config;
  if (desk === null || desk.port === null) return undefined;
  const app = await createApp(services, true);
  const { mode } = services.config;
  await listen(app, { mode, variable: 'PASSBOOK_DESK_PORT', port: desk.port, bindAddress: desk.bindAddress });
  const { port } = app.server.address() as AddressInfo;
  services.log.info({ address: `http://${desk.bindAddress}:${port}/desk` }, 'serving the desk');
  return app;
}

/** Returns the demonstration's address of the desk, or undefined without one. */
function deskAddressOf({ desk }: Config, portal: string): string | undefined {
  if (desk === null) return undefined;
  return `${desk.url ?? (desk.port === null ? portal : `http://${desk.bindAddress}:${desk.port}`)}/desk`;
}
