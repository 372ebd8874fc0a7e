import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { allJobs } from './all-jobs.ts';
import { compose } from './compose.ts';
import { announceQuarantine } from './platform/backup/quarantine.ts';
import { listen } from './platform/http/listen.ts';
import { serveHealth } from './platform/http/serve-health.ts';
import { startJobs } from './platform/jobs/runner.ts';
import { startReloading } from './setup/start-reloading.ts';
import { serveMetrics } from './platform/metrics.ts';
import { runProcess } from './platform/process.ts';
import type { Services } from './services.ts';
import { logSettingWarnings, readCheckedConfig } from './setup/check-settings.ts';

/** Runs only the jobs, next to servers with PASSBOOK_JOBS=elsewhere. */
await runProcess(async () => {
  const { services, close } = await compose(await readCheckedConfig(process.env));
  await logSettingWarnings(services);
  const figures = await serveFigures(services);
  const jobs = await startJobs(services, allJobs);
  services.log.info('running jobs');
  await announceQuarantine(services);
  const reloading = startReloading(services);
  return {
    log: services.log,
    reload: reloading.reload,
    async stop() {
      reloading.stop();
      await Promise.all([jobs.stop(), figures?.close()]);
      await close();
    },
  };
});

/** Its own figures: those of the servers don't count what the jobs do here. */
async function serveFigures(services: Services): Promise<FastifyInstance | undefined> {
  const { config, database, metrics } = services;
  const { mode, workerPort, bindAddress } = config;
  if (workerPort === null) return undefined;
  const log: FastifyBaseLogger = services.log;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxy ?? false,
  });
  serveMetrics(app, metrics, config);
  serveHealth(app, database);
  await listen(app, { mode, variable: 'PASSBOOK_WORKER_PORT', port: workerPort, bindAddress });
  return app;
}
