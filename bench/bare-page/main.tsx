import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BarePage } from './BarePage.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element');
const page = (
  <StrictMode>
    <BarePage />
  </StrictMode>
);
if (container.hasChildNodes()) hydrateRoot(container, page);
else createRoot(container).render(page);
