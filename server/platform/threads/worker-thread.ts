import { Worker } from 'node:worker_threads';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { ThreadAnswer } from './answer-questions.ts';

export interface ThreadLimits {
  /** Questions that may wait for their turn; further ones are refused. */
  readonly maxWaiting: number;
  /** Of one answer, including the start of the thread. */
  readonly maxMs: number;
}

interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs long computations outside the main thread, one after the other. The thread starts with the first question and
 * lives as long as the process, which may end without it. If it crashes or takes too long, only the current question
 * fails; the next one gets a new thread.
 */
export class WorkerThread<Question, Answer> {
  readonly #script: string | URL;
  readonly #limits: ThreadLimits;
  readonly #waiting: Asked<Question, Answer>[] = [];
  #current: Asked<Question, Answer> | null = null;
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failure: Error | undefined;

  /** @param script calls `answerQuestions` */
  constructor(script: string | URL, limits: ThreadLimits) {
    this.#script = script;
    this.#limits = limits;
  }

  /**
   * Rejects with the error thrown in the thread, an Error if the thread ended, or Refusal 503 if too many wait. Both
   * question and answer are copied (structured clone), so they must be plain data.
   */
  ask(question: Question): Promise<Answer> {
    if (this.#waiting.length >= this.#limits.maxWaiting) return Promise.reject(new Refusal(503, 'Unavailable'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (!this.#current) this.#askNext();
    });
  }

  #askNext(): void {
    const next = this.#waiting.shift();
    this.#current = next ?? null;
    if (!next) {
      this.#worker?.unref();
      return;
    }
    try {
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#timer = setTimeout(() => this.#endSlow(), this.#limits.maxMs);
      // Threads have no origin; the rule means windows.
      // oxlint-disable-next-line require-post-message-target-origin
      this.#worker.postMessage(next.question);
    } catch (error) {
      this.#settle(({ reject }) => reject(error));
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on('message', (answered: ThreadAnswer<Answer>) =>
      this.#settle(({ resolve, reject }) =>
        'problem' in answered ? reject(answered.problem) : resolve(answered.answer),
      ),
    );
    worker.on('error', (error: Error) => {
      this.#failure = error;
    });
    // Also follows every error; until then no other question is sent.
    worker.on('exit', (code) => {
      const cause = this.#failure;
      this.#failure = undefined;
      this.#worker = null;
      const reason = cause?.message ?? `exit code ${code}`;
      this.#settle(({ reject }) => reject(new Error(`A worker thread ended: ${reason}`, { cause })));
    });
    return worker;
  }

  #endSlow(): void {
    this.#failure = new Error(`no answer within ${this.#limits.maxMs} ms`);
    void this.#worker?.terminate();
  }

  #settle(settle: (asked: Asked<Question, Answer>) => void): void {
    clearTimeout(this.#timer);
    const asked = this.#current;
    if (!asked) return;
    settle(asked);
    this.#askNext();
  }
}
