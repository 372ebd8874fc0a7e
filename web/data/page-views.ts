export interface Analytics {
  readonly analyticsUrl: string;
  readonly analyticsId: string;
}

/**
 * Tells the analytics service which screen was opened, when identifiers are
 * configured (A 2.1): the route, never its values, which may be account numbers.
 */
export function reportPageView({ analyticsUrl, analyticsId }: Analytics, route: string): void {
  if (analyticsUrl === '' || analyticsId === '') return;
  navigator.sendBeacon(analyticsUrl, JSON.stringify({ id: analyticsId, page: route }));
}
