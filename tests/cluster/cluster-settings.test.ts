import { expect, test } from 'vitest';
import { LEASE_SECONDS, patroniSettings, poolerSettings, proxySettings } from './cluster-settings.ts';
import { assertInstalled } from './daemon.ts';

const node = { name: 'node1', home: '/tmp/node1', port: 1, restPort: 2, etcdPort: 3, linePort: 4, postgres: '/bin' };

test('Patroni keeps every acknowledged commit on a standby and replaces a leader within its lease', () => {
  const { bootstrap, postgresql } = patroniSettings(node);
  const { ttl, loop_wait: loop, retry_timeout: retry, synchronous_mode: synchronous } = bootstrap.dcs;
  expect(synchronous).toBe(true);
  expect(ttl).toBe(LEASE_SECONDS);
  // Patroni changes settings that don't leave room for two retries.
  expect(loop + 2 * retry).toBeLessThanOrEqual(ttl);
  expect(postgresql).toMatchObject({ listen: '127.0.0.1:1', connect_address: '127.0.0.1:4' });
});

test('HAProxy follows the leader and ends the connections to a former one', () => {
  const settings = proxySettings(5, [node, { ...node, name: 'node2', port: 6, restPort: 7 }]);
  expect(settings).toContain('option httpchk GET /primary');
  expect(settings).toContain('on-marked-down shutdown-sessions');
  expect(settings).toContain('server node1 127.0.0.1:1 check port 2');
  expect(settings).toContain('server node2 127.0.0.1:6 check port 7');
});

test('PgBouncer keeps a connection for a transaction alone', () => {
  expect(poolerSettings(8, 5)).toContain('pool_mode = transaction');
  expect(poolerSettings(8, 5)).toContain('* = host=127.0.0.1 port=5 user=passbook');
});

test('a missing program is named with the packages to install', () => {
  expect(() => assertInstalled(['no-such-program'], 'some-package')).toThrow(
    'Missing: no-such-program. On Debian: apt-get install some-package',
  );
});
