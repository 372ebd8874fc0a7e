import { useMutation } from '@tanstack/react-query';
import type { ReportName } from '#common/desk/desk-lists.ts';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { deskDownload } from '#web/desk/data/desk-client.ts';
import { Problem } from '#web/desk/kit/Problem.tsx';

export interface Span {
  readonly from: string;
  readonly through: string;
}

interface ExportButtonProps {
  readonly report: ReportName;
  /** Which figures, for those who hear only the button. */
  readonly of: string;
  readonly span: Span;
}

export function ExportButton({ report, of, span }: ExportButtonProps) {
  const download = useMutation({
    mutationFn: () => deskDownload('POST /api/desk/reports/export', { body: { report, ...span } }),
  });
  return (
    <>
      <Problem error={download.error} />
      <Button look="text" onClick={() => download.mutate()}>
        CSV<VisuallyHidden> of {of}</VisuallyHidden>
      </Button>
    </>
  );
}
