import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { compose } from './compose.ts';
import { announceDemonstration, prepareDemonstration } from './demonstration.ts';
import { readConfig } from './platform/config.ts';
import { runProcess } from './platform/process.ts';

/** The web server, with the jobs in the same process unless they run elsewhere. */
await runProcess(async () => {
  const config = readConfig(process.env);
  const { services, close } = await compose(config);
  if (services.institution.demonstration) await prepareDemonstration(services);
  const app = await createApp(services);
  await app.listen({ port: config.port, host: config.bindAddress });
  // Not loaded where a worker runs them.
  const jobs = config.runsJobs ? await (await import('./jobs/runner.ts')).startJobs(services) : undefined;
  const address = `http://${config.bindAddress}:${(app.server.address() as AddressInfo).port}`;
  services.log.info({ address, mode: config.mode, institution: services.institution.id }, 'serving');
  if (services.institution.demonstration) announceDemonstration(address);
  return {
    log: services.log,
    async stop() {
      await Promise.all([app.close(), jobs?.stop()]);
      await close();
    },
  };
});
