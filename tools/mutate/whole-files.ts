import { TestRunner } from 'vitest';
import type { TestRunnerConfig } from 'vitest';

/**
 * Runs whole test files. Stryker asks for the tests that reach a mutant and leaves out the others of their file; a test
 * that builds on an earlier one would fail without it, and the mutant would count as caught.
 */
export default class WholeFiles extends TestRunner {
  #isCaught = false;

  constructor(config: TestRunnerConfig) {
    super({ ...config, testNamePattern: undefined });
  }

  override cancel(...reason: Parameters<TestRunner['cancel']>): void {
    this.#isCaught = true;
    super.cancel(...reason);
  }

  /** Files of one worker are still loaded after a test failed, although their tests are left out then. */
  override importFile(...file: Parameters<TestRunner['importFile']>): unknown {
    return this.#isCaught ? undefined : super.importFile(...file);
  }
}
