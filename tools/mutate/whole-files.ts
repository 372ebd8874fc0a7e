import { TestRunner } from 'vitest';
import type { TestRunnerConfig } from 'vitest';

/**
 * Runs whole test files. Stryker asks for the tests that reach a mutant and leaves out the others of their file; a test
 * that builds on an earlier one would fail without it, and the mutant would count as caught.
 */
export default class WholeFiles extends TestRunner {
  constructor(config: TestRunnerConfig) {
    super({ ...config, testNamePattern: undefined });
  }
}
