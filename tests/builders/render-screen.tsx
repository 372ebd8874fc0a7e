import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { optionDefinitions, type PublicOptions, type SwitchKey } from '#common/contract/all-options.ts';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { queryClient } from '#web/data/query-client.ts';
import { type Settings, SettingsContext } from '#web/institution/settings.ts';
import { type Rendered, render } from '#web/ui/render-component.tsx';
import { type Navigation, NavigationContext } from '#web/kit/navigation.ts';

// jsdom has neither a width nor a view of its own.
globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null, addListener() {}, removeListener() {} });
globalThis.scrollTo = () => undefined;
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
// Whatever a test did not put into the cache stays on its way.
globalThis.fetch = () => new Promise(() => undefined);

const navigation: Navigation = { Link, screenExists: () => true, open: async () => undefined };

interface ScreenOptions {
  readonly options?: Partial<PublicOptions>;
  /** The screen's address, such as `/loans/$accountNumber`, and the one that is open. */
  readonly path?: string;
  readonly address?: string;
}

/** Renders a screen, or a part of one, at an institution with these options; data comes from the query cache. */
export async function renderScreen(
  content: ReactNode,
  { options = {}, path = '/', address = path }: ScreenOptions = {},
) {
  const root = createRootRoute({ component: Outlet });
  const screen = createRoute({ getParentRoute: () => root, path, component: () => content });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([screen]), history });
  await router.load();
  const rendered = await render(
    <SettingsContext value={settingsWith(options)}>
      <QueryClientProvider client={queryClient}>
        <NavigationContext value={navigation}>
          <RouterProvider router={router as never} />
        </NavigationContext>
      </QueryClientProvider>
    </SettingsContext>,
  );
  return { ...rendered, texts: (selector: string) => textsOf(rendered, selector) };
}

interface SwitchTable {
  readonly content: () => ReactNode;
  /** Selects what is compared, such as the headers of a table. */
  readonly items: string;
  /** The words that each switch takes away. */
  readonly hides: Readonly<Partial<Record<SwitchKey, string | readonly string[]>>>;
  readonly screen?: ScreenOptions;
}

/** Tests that each switch takes away its item and no other. */
export function testSwitches(place: string, { content, items, hides, screen }: SwitchTable): void {
  it.each(Object.entries(hides))(`%s hides %j ${place}`, async (key, words) => {
    const gone = [words].flat();
    const shown = async (on: boolean) => {
      const { texts } = await renderScreen(content(), { ...screen, options: { ...screen?.options, [key]: on } });
      return texts(items);
    };
    const all = await shown(false);
    expect(all).toEqual(expect.arrayContaining(gone));
    expect(await shown(true)).toEqual(all.filter((item) => !gone.includes(item)));
  });
}

/** The beginning of each item: without the arrow of a sorted column or what a tooltip says. */
function textsOf({ page }: Rendered, selector: string): string[] {
  return [...page.querySelectorAll(selector)].map((element) => {
    const first = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    return first?.textContent?.trim() ?? '';
  });
}

function settingsWith(options: Partial<PublicOptions>): Settings {
  const defaults = Object.entries(optionDefinitions).map(([key, { defaultValue }]) => [key, defaultValue]);
  return {
    gassySettings: { shared: { ...Object.fromEntries(defaults), ...options }, english: defaultTexts },
    institutionOptions: { timeZone: 'America/New_York', allocationOrder: 'fees,interest,principal' },
  };
}
