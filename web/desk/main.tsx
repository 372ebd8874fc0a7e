import '#web/ui/base.css';
import './desk.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSignedOut } from './data/desk-client.ts';
import { deskQueries } from './data/desk-queries.ts';
import { deskRouter } from './desk-routes.tsx';

async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no root element');
  // Only older browsers lack Temporal.
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  onSignedOut(() => {
    // Nothing of a customer stays in memory.
    deskQueries.clear();
    void deskRouter.navigate({ to: '/enter' });
  });
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={deskQueries}>
        <RouterProvider router={deskRouter} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
