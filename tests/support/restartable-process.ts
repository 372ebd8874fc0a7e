import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const compileCache = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));

export interface ProcessPlan {
  readonly name: string;
  /** Relative to the project's folder. */
  readonly script: string;
  readonly arguments?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly readyWhen: RegExp;
}

/** A process of the product that is killed and restarted; its output is kept for searching. */
export class RestartableProcess {
  readonly name: string;
  kills = 0;
  output = '';
  readonly startMs: number[] = [];
  readonly #plan: ProcessPlan;
  #child: ChildProcess | undefined;
  #ready = false;

  constructor(plan: ProcessPlan) {
    this.name = plan.name;
    this.#plan = plan;
  }

  get isReady(): boolean {
    return this.#ready;
  }

  /** Throws with the output if it exits before it is ready. */
  async start(): Promise<void> {
    const startedAt = performance.now();
    const script = fileURLToPath(new URL(`../../${this.#plan.script}`, import.meta.url));
    // The built ones take no more memory than in production.
    const options = this.#plan.script.startsWith('dist/') ? ['--max-semi-space-size=2'] : [];
    const child = spawn(process.execPath, [...options, script, ...(this.#plan.arguments ?? [])], {
      // Uses the compile cache, like tools/run.mjs.
      env: { NODE_COMPILE_CACHE: compileCache, PATH: process.env['PATH'], ...this.#plan.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let since = '';
    const ready = Promise.withResolvers<void>();
    const collect = (chunk: Buffer) => {
      since += chunk.toString();
      this.output += chunk.toString();
      if (this.#plan.readyWhen.test(since)) ready.resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('exit', () => {
      if (this.#child === child) this.#ready = false;
      ready.reject(new Error(`${this.name} exited before it was ready:\n${since.slice(-4_000)}`));
    });
    await ready.promise;
    this.#ready = true;
    this.startMs.push(performance.now() - startedAt);
  }

  /** Immediate, like a power cut. */
  async kill(): Promise<void> {
    this.kills += 1;
    await this.#end('SIGKILL');
  }

  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    this.#ready = false;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exit = once(child, 'exit');
    child.kill(signal);
    const [code] = (await exit) as [number | null];
    return code;
  }
}
