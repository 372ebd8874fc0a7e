import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { parseSource } from '#tools/checks/source-file.ts';

/** The schemas of what is used here; unknown fields are refused, because a cluster ignores misspelled ones. */
const named = z.strictObject({ name: z.string(), labels: z.record(z.string(), z.string()).optional() });
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(['/healthz', '/readyz']), port: z.literal('http') }),
  periodSeconds: z.number(),
  timeoutSeconds: z.number().optional(),
  failureThreshold: z.number().optional(),
});
const container = z.strictObject({
  name: z.string(),
  image: z.literal('passbook'),
  command: z.array(z.string()),
  envFrom: z.array(z.union([z.strictObject({ configMapRef: named }), z.strictObject({ secretRef: named })])),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })).optional(),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  lifecycle: z.strictObject({ preStop: z.strictObject({ sleep: z.strictObject({ seconds: z.number() }) }) }).optional(),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() })),
});
const pod = z.strictObject({
  restartPolicy: z.literal('Never').optional(),
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.number(),
    fsGroup: z.number(),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  topologySpreadConstraints: z.array(z.record(z.string(), z.unknown())).optional(),
  containers: z.tuple([container]),
  volumes: z.array(
    z.strictObject({
      name: z.string(),
      emptyDir: z.strictObject({ sizeLimit: z.string().optional() }).optional(),
      configMap: named.optional(),
      persistentVolumeClaim: z.strictObject({ claimName: z.string() }).optional(),
    }),
  ),
});
const labels = z.record(z.string(), z.string());
const podTemplate = z.strictObject({ metadata: z.strictObject({ labels }).optional(), spec: pod });
const manifest = z.discriminatedUnion('kind', [
  z.strictObject({ apiVersion: z.literal('v1'), kind: z.literal('ConfigMap'), metadata: named, data: labels }),
  z.strictObject({
    apiVersion: z.literal('batch/v1'),
    kind: z.literal('Job'),
    metadata: named,
    spec: z.strictObject({ backoffLimit: z.number(), ttlSecondsAfterFinished: z.number(), template: podTemplate }),
  }),
  z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata: named,
    spec: z.strictObject({
      replicas: z.number().min(2),
      selector: z.strictObject({ matchLabels: labels }),
      strategy: z.strictObject({
        rollingUpdate: z.strictObject({ maxUnavailable: z.number(), maxSurge: z.number() }),
      }),
      template: podTemplate,
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata: named,
    spec: z.strictObject({ selector: labels, ports: z.array(z.record(z.string(), z.unknown())) }),
  }),
  z.strictObject({
    apiVersion: z.literal('policy/v1'),
    kind: z.literal('PodDisruptionBudget'),
    metadata: named,
    spec: z.strictObject({ minAvailable: z.number(), selector: z.strictObject({ matchLabels: labels }) }),
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('PersistentVolumeClaim'),
    metadata: named,
    spec: z.strictObject({
      accessModes: z.array(z.string()),
      resources: z.strictObject({ requests: z.strictObject({ storage: z.string() }) }),
    }),
  }),
]);

async function readManifests() {
  const files = await readdir('deploy/kubernetes');
  const texts = await Promise.all(files.map((file) => readFile(path.join('deploy/kubernetes', file), 'utf8')));
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => manifest.parse(document.toJS())));
}

it('the Kubernetes manifests have no unknown fields, run without root, and leave one of two running', async () => {
  const manifests = await readManifests();
  expect(manifests.map(({ kind }) => kind).toSorted()).toEqual([
    'ConfigMap',
    'Deployment',
    'Deployment',
    'Job',
    'PersistentVolumeClaim',
    'PodDisruptionBudget',
    'PodDisruptionBudget',
    'Service',
  ]);
  const deployments = manifests.filter((one) => one.kind === 'Deployment');
  for (const { metadata, spec } of deployments) {
    expect(spec.template.metadata?.labels).toEqual(spec.selector.matchLabels);
    const budget = manifests.find((one) => one.kind === 'PodDisruptionBudget' && one.metadata.name === metadata.name);
    expect(budget).toMatchObject({ spec: { minAvailable: 1, selector: spec.selector } });
  }
});

it('every volume that is mounted exists, and every command is a file of the product', async () => {
  for (const one of await readManifests()) {
    if (one.kind !== 'Deployment' && one.kind !== 'Job') continue;
    const { containers, volumes } = one.spec.template.spec;
    const [{ volumeMounts, command }] = containers;
    expect(volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.map(({ name }) => name).toSorted());
    const file = command.find((word) => /\.[jt]s$/.test(word)) ?? '';
    expect(sourceOf(file)).toSatisfy((each: string) => existsSync(each));
  }
});

it('compose runs the same processes, read-only and without privileges', async () => {
  const { services } = z
    .object({ services: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(parse(await readFile('deploy/compose.yaml', 'utf8'), { merge: true }));
  expect(Object.keys(services)).toEqual(['database', 'migrate', 'server', 'worker']);
  for (const name of ['migrate', 'server', 'worker']) {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    const file = (services[name]?.['command'] as string[] | undefined)?.find((word) => /\.[jt]s$/.test(word));
    expect(sourceOf(file ?? 'dist/server/main.js')).toSatisfy((each: string) => existsSync(each));
  }
});

it('the image contains every file that its processes import', { timeout: 120_000 }, async () => {
  const lines = (await readFile('deploy/Dockerfile', 'utf8')).split('\n');
  const copied = lines.flatMap((line) => /^COPY (?!--)(\w+) \.\/\1$/.exec(line)?.[1] ?? []);
  expect(copied).toEqual(['common', 'demo', 'server']);
  const reached = new Set(['server/main.ts', 'server/worker.ts', 'server/cli.ts']);
  for (const file of reached) {
    const { imports } = parseSource(file, await readFile(file, 'utf8'));
    for (const { target, typeOnly, isPackage } of imports) {
      if (!typeOnly && !isPackage && /\.tsx?$/.test(target)) reached.add(target);
    }
  }
  expect(reached.size).toBeGreaterThan(300);
  expect([...reached].filter((file) => !copied.some((folder) => file.startsWith(`${folder}/`)))).toEqual([]);
  expect(lines).toContain('USER node');
});

it('no file names the address of a registry', async () => {
  const files = (await readdir('deploy', { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const text = await readFile(path.join(parentPath, name), 'utf8');
    const images = [...text.matchAll(/^\s*(?:image:|FROM) (\S+)/gm)].map(([, image = '']) => image);
    for (const image of images) expect(image, name).toMatch(/^[a-z]+(:[\w.-]+)?$/);
  }
});

/** Returns the file that a process is built from, or the file itself if it runs as it is. */
function sourceOf(file: string): string {
  return file.replace(/^dist\/server\/(\w+)\.js$/, 'server/$1.ts');
}
