import type { TestFixture } from 'playwright/test';

/** Starts something, passes it to `provide`, and ends it once that is done. */
type Run<Value> = (provide: (value: Value) => Promise<void>) => Promise<void>;

interface Kept {
  readonly value: Promise<unknown>;
  end(): Promise<void>;
}

/** Any test uses fewer at once. */
const MAX_KEPT = 3;

/** Servers and the like that a worker keeps running between its tests; closes the least recently used. */
export class KeptByWorker {
  readonly #kept = new Map<Run<unknown>, Kept>();

  async open<Value>(run: Run<Value>): Promise<Value> {
    const kept = this.#kept.get(run) ?? start(run);
    this.#kept.delete(run);
    this.#kept.set(run, kept);
    for (const [other, { end }] of [...this.#kept].slice(0, -MAX_KEPT)) {
      this.#kept.delete(other);
      await end();
    }
    return (await kept.value) as Value;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept.values()].map(({ end }) => end()));
  }
}

function start<Value>(run: Run<Value>): Kept {
  const started = Promise.withResolvers<Value>();
  const ended = Promise.withResolvers<void>();
  const running = run((value) => {
    started.resolve(value);
    return ended.promise;
  });
  running.catch((error: unknown) => started.reject(error));
  return {
    value: started.promise,
    end() {
      ended.resolve();
      return running;
    },
  };
}

/**
 * A fixture that starts on first use and is kept for the worker's later tests. Unlike Playwright's own fixtures of a
 * worker, one that a file adds or replaces doesn't cost a worker of its own, with another browser and other servers.
 */
export function shared<Value>(
  run: Run<Value>,
): [TestFixture<Value, { readonly keptByWorker: KeptByWorker }>, { scope: 'test'; timeout: number }] {
  return [
    async ({ keptByWorker }, provide) => provide(await keptByWorker.open(run)),
    { scope: 'test', timeout: 120_000 },
  ];
}
