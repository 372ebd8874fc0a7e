import pg from 'pg';
import { addressesOf } from './database-addresses.ts';
import { dropConnection, findWritableAddress } from './database-hosts.ts';
import { isConnectionRefused } from './database-unavailable.ts';

/** Fails the caller if no connection is available in time. */
const CONNECT_WITHIN_MS = 3_000;

/** Asking several hosts makes new connections dear. */
const IDLE_MS = 60_000;

/** While the database is down, it is asked at most this often; everyone else fails at once. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/** Where Kysely and the job queue get their connections. */
export interface Connections {
  /** Required by Kysely. */
  readonly options: object;
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/**
 * Pools connections to the one host of `databaseUrl` that takes writes. When it can't be reached, all hosts are asked
 * which one does now, with growing pauses, so a restart or a failover needs no restart of this process.
 */
export function openConnections(
  databaseUrl: string,
  settings: pg.PoolConfig,
  prepare: (client: pg.PoolClient) => void = () => undefined,
): Connections {
  return new WritablePool(addressesOf(databaseUrl), settings, prepare);
}

class WritablePool implements Connections {
  readonly options: object;
  readonly #addresses: readonly [string, ...string[]];
  readonly #pool: pg.Pool;
  #address: string;
  #isDown = false;
  #search: Promise<void> | undefined;
  #pauseMs = 0;
  #failedAt = 0;
  #failure: unknown;

  constructor(
    addresses: readonly [string, ...string[]],
    settings: pg.PoolConfig,
    prepare: (client: pg.PoolClient) => void,
  ) {
    this.options = settings;
    this.#addresses = addresses;
    this.#address = addresses[0];
    const currentAddress = () => this.#address;
    class Client extends AddressedClient {
      constructor(config?: pg.ClientConfig) {
        super(config ?? {}, currentAddress());
      }
    }
    this.#pool = new pg.Pool({
      ...settings,
      Client,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
      ...(addresses.length > 1 ? { idleTimeoutMillis: IDLE_MS } : {}),
    });
    // The pool replaces a connection lost while idle; without a listener the error would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      // The pool listens only while a connection is idle; a statement under way reports the loss to its caller.
      client.on('error', () => undefined);
      prepare(client);
    });
  }

  async connect(): Promise<pg.PoolClient> {
    for (let failures = 0; ;) {
      if (this.#isDown || this.#needsNewConnection()) await this.#findDatabase();
      try {
        const client = await this.#pool.connect();
        if ((client as unknown as AddressedClient).address === this.#address) return client;
        // To a primary that was replaced.
        dropConnection(client);
        client.release(true);
      } catch (error) {
        if (failures > 0 || !isConnectionRefused(error)) throw error;
        failures += 1;
        this.#isDown = true;
      }
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /**
   * With several hosts, each new connection asks them again: this process may have been idle while another host took
   * over, and the old primary may be back.
   */
  #needsNewConnection(): boolean {
    const { idleCount, totalCount, options } = this.#pool;
    return this.#addresses.length > 1 && idleCount === 0 && totalCount < (options.max ?? 0);
  }

  async #findDatabase(): Promise<void> {
    this.#search ??= this.#ask().finally(() => (this.#search = undefined));
    await this.#search;
  }

  async #ask(): Promise<void> {
    if (performance.now() - this.#failedAt < this.#pauseMs) throw this.#failure;
    try {
      this.#address = await findWritableAddress(this.#addresses);
      this.#isDown = false;
      this.#pauseMs = 0;
    } catch (error) {
      this.#failure = error;
      this.#failedAt = performance.now();
      this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      throw error;
    }
  }
}

/** Remembers which host it is connected to. */
class AddressedClient extends pg.Client {
  readonly address: string;

  constructor(config: pg.ClientConfig, address: string) {
    super({ ...config, connectionString: address });
    this.address = address;
  }
}
