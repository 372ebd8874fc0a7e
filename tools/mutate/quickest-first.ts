import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** After the file that caught the mutant before, the quickest: the first file that fails ends the run. */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const before = new Map(files.map((file) => [file, this.ctx.cache.getTestSpecificationResult(file)]));
    const failed = (file: TestSpecification) => (before.get(file)?.failed ? 0 : 1);
    const duration = (file: TestSpecification) => before.get(file)?.duration ?? 0;
    return Promise.resolve(files.toSorted((a, b) => failed(a) - failed(b) || duration(a) - duration(b)));
  }
}
