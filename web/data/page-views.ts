export interface Analytics {
  readonly analyticsUrl: string;
  readonly analyticsId: string;
}

/**
 * Reports a page view to the analytics service, if configured (A 2.1): the route without its values, which may be
 * account numbers.
 */
export function reportPageView({ analyticsUrl, analyticsId }: Analytics, route: string): void {
  if (analyticsUrl === '' || analyticsId === '') return;
  navigator.sendBeacon(analyticsUrl, JSON.stringify({ id: analyticsId, page: route }));
}
