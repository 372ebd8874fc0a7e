import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readableTheme } from '#server/institution/check-theme.ts';
import { projectPath } from '#server/platform/project-folder.ts';
import { lengthsOf, type NewInstitution } from './new-institution-answers.ts';
import { PLACEHOLDER_TERMS, PLACEHOLDER_TERMS_PAGE } from './unfinished-content.ts';

/** Returns the content of each file of the folder by its path there. The answers must be without problems. */
export async function institutionFiles(
  folder: string,
  answers: NewInstitution,
): Promise<Readonly<Record<string, string | Buffer>>> {
  // For editors.
  const schemas = path.relative(path.resolve(folder), projectPath('docs/reference/schemas'));
  const pictures = await readPictures(answers);
  const lengths = lengthsOf(answers['account-numbers']);
  const { address } = answers;
  return {
    'institution.json': json({
      $schema: `${schemas}/institution.json`,
      name: answers.name,
      shortName: answers['short-name'],
      phone: answers.phone,
      hours: answers.hours,
      ...(address === '' ? {} : { address }),
      timeZone: answers['time-zone'],
      ...(lengths && { institutionOptions: lengths }),
      calendar: { achCutoff: '17:00', extraNonPaymentDays: [] },
    }),
    'options.json': json({
      $schema: `${schemas}/options.json`,
      'messageOptions.sendTo': answers.email,
      'formOptions.useForms': true,
      ...Object.fromEntries(pictures.map(({ option, file }) => [option, `/institution/${file}`])),
      'globalOptions.footerRichText': '<p>Questions? Call {phone}, {hours}.</p>',
    }),
    'texts.json': json({ $schema: `${schemas}/texts.json` }),
    'theme.json': json({ $schema: `${schemas}/theme.json`, ...readableTheme(answers.color) }),
    'agreements.json': json([
      {
        setup: '/institution/terms-of-use.html|2026-01-01|Terms of Use|0,1',
        richText: `<p>${PLACEHOLDER_TERMS} of {institution} with your terms of use.</p>`,
      },
    ]),
    'branches.json': json([]),
    'README.md': guide(answers.name),
    'assets/terms-of-use.html': `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Terms of Use</title></head>
  <body><h1>Terms of Use</h1><p>${PLACEHOLDER_TERMS_PAGE} with your terms of use.</p></body>
</html>
`,
    ...Object.fromEntries(pictures.map(({ file, content }) => [`assets/${file}`, content])),
  };
}

async function readPictures(answers: NewInstitution) {
  const wanted = [
    { flag: 'logo', option: 'globalOptions.logoUrl' },
    { flag: 'logo-on-brand', option: 'globalOptions.logoOnBrandUrl' },
    { flag: 'favicon', option: 'globalOptions.faviconUrl' },
  ] as const;
  const given = wanted.filter(({ flag }) => answers[flag] !== '');
  return Promise.all(
    given.map(async ({ flag, option }) => {
      const source = answers[flag];
      const type = path.extname(source).toLowerCase();
      const content = await readFile(source);
      return { option, file: `${flag}${type}`, content };
    }),
  );
}

function json(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

function guide(name: string): string {
  return `# ${name}

The folder of this institution. Set \`PASSBOOK_INSTITUTION\` to it. After every change run
\`npm run passbook -- check\`; a running server loads changed files by itself once they pass.

- \`institution.json\`: names, phone, hours, time zone, account numbers, holidays
  (\`calendar.extraNonPaymentDays\`), late charges (\`servicing\`), and the bank that takes the
  files of bank drafts (\`bankFile\`: required before customers can pay by bank account).
- \`options.json\`: what is on and off. All of them: docs/reference/options.md.
- \`texts.json\`: your wording by key, or null to hide a text. All of them: docs/reference/texts.md.
  Every text can use {institution}, {shortName}, {phone}, {hours} and {address}.
- \`theme.json\`: colors, checked for contrast.
- \`agreements.json\`: at most five, each \`URL | date | name | triggers\`: 0 at sign-in,
  1 at registration, 2 before the first bank payment, 3 e-statements, 4 text messages. Replace the
  words of \`richText\` and the page together: e-statements and texts show the words and the link to
  the page, everything else the link, or the words with \`agreementOptions.useRichTextAgreementsOption\`.
- \`branches.json\`: where you are. Until it has branches, turn \`globalOptions.useBranchLocatorOption\` off.
- \`forms.json\`: forms that customers send you, in addition to help with payments and the request for a
  document. Staff answer them in the desk (\`PASSBOOK_DESK=on\`); without it, turn \`formOptions.useForms\` off.
- The FAQ (\`faqOptions.content…\` in \`options.json\`): each question an \`<h3>\` with its answer below. Hide the
  sections you don't need (\`faqOptions.hide…\`), or turn \`globalOptions.useFaqOption\` off.
- \`assets/\`: served under \`/institution/\`. Replace \`terms-of-use.html\`. Beside a logo that is an SVG,
  put the same one as a PNG of up to 200 kB (\`logo.png\`, \`logo-on-brand.png\`) for emails and printed pages.

docs/production.md leads from here to the first customer.
`;
}
