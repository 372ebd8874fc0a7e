import { writeFile } from 'node:fs/promises';
import { contract } from '#common/contract/all-apis.ts';
import { describeContract } from '#common/contract/openapi.ts';

/** Writes `docs/openapi.json` from the contract. Run it after changing a call: `node tools/write-openapi.ts`. */
export function openApiText(): string {
  const { paths, ...rest } = describeContract(contract, '1');
  // One line per call keeps the file short and shows in a diff which calls changed.
  const lines = Object.entries(paths).flatMap(([path, calls]) => `  ${JSON.stringify(path)}: ${JSON.stringify(calls)}`);
  return `{\n"paths": {\n${lines.join(',\n')}\n},\n${JSON.stringify(rest).slice(1)}\n`;
}

if (import.meta.main) await writeFile('docs/openapi.json', openApiText());
