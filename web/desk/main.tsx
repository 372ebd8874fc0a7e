import '#web/ui/base.css';
import './desk.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { hideFrozenPage } from '#web/ui/hide-frozen-page.ts';
import { onSignedOut } from './data/desk-client.ts';
import { deskQueries } from './data/desk-queries.ts';
import { endWhenIdle } from './data/end-when-idle.ts';
import { deskRouter } from './desk-routes.tsx';

async function start(): Promise<void> {
  hideFrozenPage();
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no root element');
  // Only older browsers lack Temporal.
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  onSignedOut(leave);
  endWhenIdle(leave);
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={deskQueries}>
        <RouterProvider router={deskRouter} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** Nothing of a customer stays on the screen or in memory. */
function leave(): void {
  deskQueries.clear();
  void deskRouter.navigate({ to: '/enter' });
}

void start();
