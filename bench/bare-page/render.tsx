import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { BarePage } from './BarePage.tsx';

/** Renders the bare page as HTML; `main.tsx` hydrates it. */
export function renderBarePage(): string {
  return renderToString(
    <StrictMode>
      <BarePage />
    </StrictMode>,
  );
}
