import { countOf } from '#common/core/counts.ts';
import type { StandaloneCommand } from '#server/platform/cli/command.ts';
import { checkConnections } from './check-connections.ts';
import { checkSettings } from './check-settings.ts';
import type { Finding } from './finding.ts';

const usage = `npm run passbook -- check [--offline]

Checks the environment variables, the institution's folder (texts, options, colors, agreements,
files), how they fit together, the folders for documents, the ports, and every system they name:
database with version, rights and field key, mail server, card processor, core, virus scanner, text
messages, single sign-on. Lists everything wrong at once with its fix, and changes nothing.

--offline  Leaves out what needs a connection.

Answers 0 if a server would start and reach everything, else 1.`;

const signs = { ok: '✓', warning: '!', problem: '✗' } as const;

export const checkCommand: StandaloneCommand = {
  name: 'check',
  summary: 'Checks variables, institution, folders and every connection, and lists what is wrong',
  usage,
  async runAlone(args, environment) {
    const offline = args.includes('--offline');
    if (args.some((argument) => argument !== '--offline')) {
      console.error(usage);
      return 2;
    }
    const { config, institution, problems, warnings } = await checkSettings(environment, 'look');
    const findings: Finding[] = [
      ...problems.map((text): Finding => ({ about: 'settings', kind: 'problem', text })),
      ...warnings.map((text): Finding => ({ about: 'settings', kind: 'warning', text })),
    ];
    if (problems.length === 0)
      findings.push({ about: 'settings', kind: 'ok', text: `${institution?.id}, ${config?.mode}` });
    if (config && institution && !offline) findings.push(...(await checkConnections(config, institution)));
    for (const { about, kind, text } of findings) console.log(`${signs[kind]} ${about}: ${text}`);
    const wrong = findings.filter(({ kind }) => kind === 'problem').length;
    const unasked = config && institution ? '' : ' Connections were not asked: fix these first.';
    console.log(wrong === 0 ? 'Nothing is wrong.' : `${countOf(wrong, 'problem')}.${unasked}`);
    return wrong === 0 ? 0 : 1;
  },
};
