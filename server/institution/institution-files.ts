import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { didYouMean } from '#server/platform/nearest-key.ts';
import {
  agreementSchema,
  branchSchema,
  type FormEntry,
  formsSchema,
  themeFileSchema,
  type themeSchema,
} from './file-schemas.ts';
import { type InstitutionProfile, profileSchema } from './profile-schema.ts';

export interface InstitutionFiles {
  readonly folder: string;
  readonly profile: InstitutionProfile;
  readonly options: Readonly<Record<string, unknown>>;
  readonly texts: Readonly<Record<string, unknown>>;
  readonly theme: Partial<z.infer<typeof themeSchema>>;
  readonly agreements: readonly z.infer<typeof agreementSchema>[] | undefined;
  readonly branches: readonly z.infer<typeof branchSchema>[] | undefined;
  readonly forms: readonly FormEntry[];
}

export async function readInstitutionFiles(folder: string, problems: string[]): Promise<InstitutionFiles[]> {
  const chain: InstitutionFiles[] = [];
  const seen = new Set<string>();
  for (let next: string | undefined = path.resolve(folder); next;) {
    if (seen.has(next)) {
      problems.push(`${next}/institution.json: "extends" leads back to itself`);
      break;
    }
    seen.add(next);
    const files: InstitutionFiles = await readFolder(next, problems);
    chain.unshift(files);
    next = files.profile.extends ? path.resolve(next, files.profile.extends) : undefined;
  }
  return chain;
}

export const NO_INSTITUTION = 'there is no institution.json';

async function readFolder(folder: string, problems: string[]): Promise<InstitutionFiles> {
  const read = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    readJson(path.join(folder, name), schema, problems);
  const exists = await access(path.join(folder, 'institution.json')).then(
    () => true,
    () => false,
  );
  if (!exists) problems.push(`${folder}: ${NO_INSTITUTION}`);
  return {
    folder,
    profile: (await read('institution.json', profileSchema)) ?? {},
    options: withoutSchema(await read('options.json', z.record(z.string(), z.unknown()))),
    texts: withoutSchema(await read('texts.json', z.record(z.string(), z.unknown()))),
    theme: themeOf(await read('theme.json', themeFileSchema)),
    agreements: await read('agreements.json', z.array(agreementSchema).max(5, 'there may be at most five agreements')),
    branches: await read('branches.json', z.array(branchSchema).max(5_000)),
    forms: (await read('forms.json', formsSchema)) ?? [],
  };
}

async function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  problems: string[],
): Promise<z.output<Schema> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // One that exists but can't be read must not count as one that says nothing.
    if (error.code !== 'ENOENT') problems.push(`${file}: can't be read (${error.code ?? error.message})`);
    return undefined;
  });
  if (text === undefined) return undefined;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    problems.push(
      ...parsed.error.issues.flatMap((issue) => issueProblems(issue, schema).map((problem) => `${file}: ${problem}`)),
    );
  } catch (error) {
    problems.push(`${file}: is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  return undefined;
}

/** Unknown keys come with the closest and all allowed ones. */
function issueProblems(issue: z.core.$ZodIssue, schema: z.ZodType): string[] {
  const place = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') {
    const [, expected] = /^Invalid input: expected (\w+), received undefined$/.exec(issue.message) ?? [];
    const reason = expected === undefined ? issue.message : `is missing (${expected})`;
    return [`${place === '' ? 'the file' : `"${place}"`} ${reason}`];
  }
  const known = allowedKeys(schema, issue.path);
  return issue.keys.map((key) => {
    const whole = [...issue.path, key].join('.');
    const guess = didYouMean(key, known);
    return `"${whole}" is not known${guess === '' ? '.' : guess} Allowed: ${known.join(', ')}`;
  });
}

interface ObjectShape {
  readonly properties?: Readonly<Record<string, ObjectShape>>;
  readonly items?: ObjectShape;
  readonly additionalProperties?: ObjectShape;
}

function allowedKeys(schema: z.ZodType, place: readonly PropertyKey[]): string[] {
  let shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ObjectShape | undefined;
  for (const part of place) shape = shape?.properties?.[String(part)] ?? shape?.items ?? shape?.additionalProperties;
  return Object.keys(shape?.properties ?? {}).filter((key) => key !== '$schema');
}

/** Editors read `$schema`; see docs/reference. */
function withoutSchema(content: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(content).filter(([key]) => key !== '$schema'));
}

function themeOf(content: z.infer<typeof themeFileSchema> = {}): InstitutionFiles['theme'] {
  const colors = Object.entries(withoutSchema(content)).filter(([, color]) => color !== undefined);
  return Object.fromEntries(colors);
}
