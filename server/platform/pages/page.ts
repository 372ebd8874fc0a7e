import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Institution, Theme } from '#common/institution/institution.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { projectPath } from '#server/platform/project-folder.ts';
import type { RenderTask } from './render-worker.ts';
import { readScreenFiles } from './screen-files.ts';

const distFolder = projectPath('dist');
const rendererFile = path.join(distFolder, 'prerender/render-sign-in.js');

export interface Page {
  readonly html: string;
  /** For the policy: style and the earliest script are inline to save requests before the first paint. */
  readonly styleHash: string;
  readonly scriptHash: string;
}

/** Returns the built page with the first view's style and the earliest script inlined, or undefined before the first build. */
export async function readPage(themeCss: string, institution: Institution): Promise<Page | undefined> {
  const built = await readFile(path.join(distFolder, 'web/index.html'), 'utf8').catch(() => undefined);
  if (built === undefined) return undefined;
  const [link, file = ''] = /<link rel="stylesheet" crossorigin href="([^"]+)">/.exec(built) ?? [];
  if (link === undefined) throw new Error('The built page has no style sheet');
  const [script, entry] = /<script type="module" crossorigin src="\/([^"]+)"><\/script>/.exec(built) ?? [];
  if (script === undefined) throw new Error('The built page has no script');
  const files = await readScreenFiles(path.join(distFolder, 'web'));
  // The sign-in screen is in the page before its script is.
  const isStyle = (one: string) => one.endsWith('.css');
  const styles = [file, ...files.signIn.filter(isStyle).map((one) => `/${one}`)];
  const sheets = await Promise.all(styles.map((one) => readFile(path.join(distFolder, 'web', one), 'utf8')));
  const css = sheets.join('') + themeCss;
  const scripts = ['early.js', 'first-heading.js'].map((name) => readFile(path.join(distFolder, 'web', name), 'utf8'));
  const early = (await Promise.all(scripts)).join('');
  const screenFiles = JSON.stringify({ ...files, signIn: files.signIn.filter((one) => !isStyle(one)), entry });
  return {
    html: built
      .replace(/<link rel="stylesheet" href="\/institution\/theme\.css"[^>]*>/, '')
      .replace(/<link\s+rel="icon"[^>]*>/, () => iconLink(institution))
      // `early.js` starts it.
      .replace(script, '')
      .replace(link, () => `<style>${css}</style>${styles.map(alreadyHere).join('')}`)
      .replace(
        /<script src="\/early\.js"[^>]*><\/script>/,
        () => `<script type="application/json" id="screen-files">${screenFiles}</script><script>${early}</script>`,
      ),
    styleHash: `'sha256-${hash('sha256', css, 'base64')}'`,
    scriptHash: `'sha256-${hash('sha256', early, 'base64')}'`,
  };
}

/**
 * Marks a style sheet as loaded: chunks loaded later look for a link to it, and a second copy would come after the
 * screens' styles. Browsers don't fetch this type.
 */
function alreadyHere(file: string): string {
  return `<link rel="stylesheet" type="text/plain" href="${file}">`;
}

/** The institution's icon, or the built-in mark in its colors. */
function iconLink({ options, theme }: Institution): string {
  const url = options['globalOptions.faviconUrl'];
  return `<link rel="icon" href="${escapeHtml(url === '' ? `data:image/svg+xml,${encodeURIComponent(builtInMark(theme))}` : url)}">`;
}

function builtInMark({ brand, onBrand }: Theme): string {
  const paper = 'M4 5h10a4 4 0 0 1 4 4v11H8a4 4 0 0 1-4-4z';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34"><rect width="34" height="34" rx="9" fill="${brand}"/><g transform="translate(7 7) scale(.83)" fill="none" stroke="${onBrand}" stroke-width="2.2"><path d="${paper}"/><path d="M8 10h6M8 14h6"/></g></svg>`;
}

/**
 * Renders the page with the sign-in screen, visible before any script arrives.
 * @throws Error if rendering fails
 */
export async function renderSignInPage(page: Page, settings: unknown, { texts }: Institution): Promise<string> {
  const screen = await render({ renderer: pathToFileURL(rendererFile).href, settings });
  const title = [texts['login.pageTitle'], texts['shell.institutionName']].filter((part) => part !== null).join(' · ');
  return page.html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root">${screen}</div>`);
}

/** In a worker thread, which frees the memory and globals of React when it ends. */
function render(task: RenderTask): Promise<string> {
  const worker = new Worker(projectPath('server/platform/pages/render-worker.ts'), { workerData: task });
  return new Promise((resolve, reject) => {
    worker.once('message', (screen: string) => {
      resolve(screen);
      void worker.terminate();
    });
    worker.once('error', reject);
  });
}
