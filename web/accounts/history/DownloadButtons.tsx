import { Download } from 'lucide-react';
import { useOpening } from '#web/kit/use-opening.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { openInNewTab } from '#web/kit/open-in-new-tab.ts';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type downloadTypes, historyFileAddress } from './history-data.ts';
import styles from './history.module.css';
import { OpensInNewTab } from '#web/kit/OpensInNewTab.tsx';

interface DownloadButtonsProps {
  readonly accountNumber: string;
  readonly days: number;
}

/** Downloads the selected days as a file, in a new tab (M 4). */
export function DownloadButtons({ accountNumber, days }: DownloadButtonsProps) {
  const { failed, run } = useOpening();
  const download = (format: keyof typeof downloadTypes) =>
    run(true, () => openInNewTab(() => historyFileAddress(accountNumber, days, format)));
  return (
    <>
      <div className={styles.downloads}>
        <Button look="quiet" onClick={() => void download('csv')}>
          <Download size={18} aria-hidden="true" />
          <ControlName of="history.downloadCsv" />
          <OpensInNewTab />
        </Button>
        <Button look="quiet" onClick={() => void download('pdf')}>
          <Download size={18} aria-hidden="true" />
          <ControlName of="history.downloadPdf" />
          <OpensInNewTab />
        </Button>
      </div>
      {failed && (
        <div className={styles.problem}>
          <Alert tone="bad">
            <Text of="history.downloadError" />
          </Alert>
        </div>
      )}
    </>
  );
}
