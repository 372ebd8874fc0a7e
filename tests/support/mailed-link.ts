import { type App, expect } from './e2e.ts';

/** The address in the newest message that would have been sent to somebody, read where a developer reads it. */
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
