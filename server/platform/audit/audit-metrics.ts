import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import { type LastVerifications, readVerifications } from './audit-verifications.ts';

/** Without a verification there are no values, which is an alarm of its own. */
export function measureAudit(registry: Registry, config: Pick<Config, 'auditAnchorsFile'>, clock: Clock): void {
  const measure = (
    name: string,
    help: string,
    valueOf: (finished: NonNullable<LastVerifications['finished']>) => number,
  ) => {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const known = await readVerifications(config);
        const finished = known === 'unreadable' ? undefined : known.finished;
        if (finished) this.set(valueOf(finished));
        else this.remove();
      },
    });
    registry.registerMetric(gauge);
  };
  measure(
    'passbook_audit_log_problems',
    'Problems that the last complete verification of the audit log found',
    ({ problems }) => problems,
  );
  measure('passbook_audit_log_verified_seconds', 'Age of the last complete verification of the audit log', ({ at }) =>
    Temporal.Instant.from(at).until(clock.now()).total('seconds'),
  );
}
