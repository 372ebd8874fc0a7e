import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reportClientError } from '#web/data/client-errors.ts';
import { reportPageView } from '#web/data/page-views.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';

/**
 * Sets the page's title by route; a route without one gets the fallback and is reported (A 2.1). Reports the page view
 * if configured.
 */
export function PageTitle() {
  const screen = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return last && { address: last.fullPath, title: last.staticData.title };
    },
  });
  const title = useLabel(screen?.title ?? 'shell.fallbackTitle').label;
  const institution = useLabel('shell.institutionName').label;

  useEffect(() => {
    document.title = `${title} · ${institution}`;
  }, [title, institution]);

  const analyticsUrl = useOption('globalOptions.analyticsUrl');
  const analyticsId = useOption('globalOptions.analyticsId');
  const address = screen?.address;
  useEffect(() => {
    if (address !== undefined) reportPageView({ analyticsUrl, analyticsId }, address);
  }, [address, analyticsUrl, analyticsId]);

  const untitled = screen && screen.title === undefined ? screen.address : undefined;
  useEffect(() => {
    if (untitled !== undefined) reportClientError(`No page title for ${untitled}`);
  }, [untitled]);
  return null;
}
