import { type App, expect } from './e2e.ts';

export async function readMailedLink(app: App, recipient: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const page = await (await fetch(app.outboxUrl)).text();
      const article = page.split('<article>').find((part) => part.includes(`To ${recipient}`));
      link = /href="([^"]+forcePasswordChange[^"]+)"/.exec(article ?? '')?.[1];
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}

/** Waits for the newest code in the outbox that isn't `former`; it may be sent after the answer. */
export async function readMailedCode(app: { readonly outboxUrl: string }, former?: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const page = await (await fetch(app.outboxUrl)).text();
      code = /(?:^|\s)(\d{6})(?:\s|<)/.exec(page)?.[1];
      return code !== undefined && code !== former;
    })
    .toBe(true);
  return code ?? '';
}
