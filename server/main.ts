import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { compose } from './compose.ts';
import { announceDemonstration, prepareDemonstration } from '#demo/demonstration.ts';
import type { Config } from './platform/config.ts';
import type { RunningJobs } from './platform/jobs/runner.ts';
import { PlainError } from './platform/plain-error.ts';
import { runProcess } from './platform/process.ts';
import type { Services } from './services.ts';
import { readCheckedConfig } from './setup/check-settings.ts';

/** The web server, with the jobs in the same process unless they run elsewhere. */
await runProcess(async () => {
  const config = await readCheckedConfig(process.env);
  const { services, close } = await compose(config);
  if (services.institution.demonstration) await prepareDemonstration(services);
  const app = await createApp(services);
  await listen(app, config);
  const jobs = config.runsJobs ? await startAllJobs(services) : undefined;
  const address = `http://${config.bindAddress}:${(app.server.address() as AddressInfo).port}`;
  services.log.info({ address, mode: config.mode, institution: services.institution.id }, 'serving');
  if (services.institution.demonstration) announceDemonstration(config.publicUrl ?? address, services.clock.today());
  return {
    log: services.log,
    async stop() {
      await Promise.all([app.close(), jobs?.stop()]);
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

async function listen(app: FastifyInstance, { port, bindAddress }: Config): Promise<void> {
  try {
    await app.listen({ port, host: bindAddress });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new PlainError(
      `Port ${port} is in use. Stop the other process, or use another port: PORT=${port + 10} npm start`,
      {
        cause: error,
      },
    );
  }
}
