/** The shortest that Patroni allows: a leader that is silent for as long is replaced. */
export const LEASE_SECONDS = 20;

export interface NodePorts {
  readonly port: number;
  readonly restPort: number;
}

export interface PatroniPlan extends NodePorts {
  readonly name: string;
  /** An empty folder for its files. */
  readonly home: string;
  readonly etcdPort: number;
  /** Where the other nodes reach this one. */
  readonly linePort: number;
  /** The folder with `postgres`. */
  readonly postgres: string;
}

/** A commit waits for one standby, so a standby that takes over has every acknowledged payment. */
export function patroniSettings({ name, home, port, restPort, etcdPort, linePort, postgres }: PatroniPlan) {
  const role = (username: string) => ({ username, password: 'cluster' });
  return {
    scope: 'passbook',
    name,
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    bootstrap: {
      dcs: {
        ttl: LEASE_SECONDS,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, wal_keep_size: '256MB', shared_buffers: '64MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      // Patroni adds the address of the new database; since version 4 it makes no users itself.
      post_bootstrap: `psql --quiet --command="create role passbook superuser login password 'cluster'" --dbname`,
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${linePort}`,
      data_dir: `${home}/data`,
      bin_dir: postgres,
      pgpass: `${home}/pgpass`,
      authentication: { superuser: role('postgres'), replication: role('replicator'), rewind: role('rewinder') },
      parameters: { unix_socket_directories: home },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
  };
}

/** Sends everyone to the node that says it is the leader, and ends the connections to one that no longer is. */
export function proxySettings(port: number, nodes: readonly (NodePorts & { readonly name: string })[]): string {
  return [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 30m',
    '  timeout server 30m',
    'listen postgres',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`),
    '',
  ].join('\n');
}

export function poolerSettings(port: number, proxyPort: number): string {
  return [
    '[databases]',
    `* = host=127.0.0.1 port=${proxyPort} user=passbook`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 30',
    'max_client_conn = 200',
    'server_login_retry = 1',
    'server_connect_timeout = 3',
    '',
  ].join('\n');
}
