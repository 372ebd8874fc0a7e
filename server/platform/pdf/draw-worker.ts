import { buffer } from 'node:stream/consumers';
import { answerQuestions } from '#server/platform/threads/answer-questions.ts';
import type { DocumentToDraw, SheetStep } from './pdf-document.ts';
import { PdfSheet } from './pdf-sheet.ts';

answerQuestions(({ properties, madeAt, steps }: DocumentToDraw): Promise<Uint8Array> => {
  const sheet = new PdfSheet({ ...properties, madeAt: Temporal.Instant.from(madeAt) });
  for (const step of steps) drawStep(sheet, step);
  sheet.end();
  return buffer(sheet.file);
});

function drawStep(sheet: PdfSheet, step: SheetStep): void {
  if (step.part === 'table') {
    const table = sheet.table(step.columns);
    for (const { cells, bold } of step.rows) table.row(cells, { bold });
    table.end();
    return;
  }
  const draw = sheet[step.part] as (...values: readonly unknown[]) => void;
  draw.apply(sheet, step.values);
}
