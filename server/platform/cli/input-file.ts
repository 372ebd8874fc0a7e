import { access, constants, stat } from 'node:fs/promises';
import { describeForOperator } from '#server/platform/plain-error.ts';

/** Returns why a file named on the command line can't be read, or undefined. */
export async function inputFileProblem(file: string): Promise<string | undefined> {
  try {
    await access(file, constants.R_OK);
    return (await stat(file)).isDirectory() ? `${file} is a folder, not a file.` : undefined;
  } catch (error) {
    return String(describeForOperator(error));
  }
}
