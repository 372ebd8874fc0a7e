import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { MAX_FILE_BYTES } from '#common/documents/rules/file-rules.ts';
import { queryClient } from '#web/data/query-client.ts';
import { renderInPortal } from '#web/kit/render-in-portal.tsx';
import { UploadArea } from './UploadArea.tsx';
import { fileTypesQuery } from './documents-data.ts';

/** Uploads that are never answered, as on a slow line, unless `answer` says so. */
class SlowRequest extends EventTarget {
  static readonly all: SlowRequest[] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  timeout = 0;
  open() {}
  setRequestHeader() {}
  send() {
    SlowRequest.all.push(this);
  }
  abort() {
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number, total: number) {
    return act(async () => this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total })));
  }
  answer(status: number, body: object) {
    return act(async () => {
      this.status = status;
      this.responseText = JSON.stringify(body);
      this.dispatchEvent(new Event('load'));
    });
  }
}

beforeEach(() => {
  SlowRequest.all.length = 0;
  vi.stubGlobal('XMLHttpRequest', SlowRequest);
  queryClient.setQueryData(fileTypesQuery.queryKey, [{ fileTypeId: '7', description: 'Payslip' }]);
});

async function renderUploads() {
  const area = await renderInPortal(<UploadArea place={{ kind: 'customer' }} onSent={() => undefined} />);
  return {
    ...area,
    rows: () => [...area.page.querySelectorAll('li')].map(({ textContent }) => textContent),
    outcome: () => area.page.querySelector('output')?.textContent,
    async choose(...files: readonly File[]) {
      const input = area.page.querySelector<HTMLInputElement>('input[type="file"]');
      if (!input) throw new Error('No file field');
      await act(async () => {
        Object.defineProperty(input, 'files', { value: files, configurable: true });
        Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true });
        input.dispatchEvent(new Event('change', { bubbles: true }));
      });
      for (const select of area.page.querySelectorAll('select')) {
        await act(async () => {
          select.value = '7';
          select.dispatchEvent(new Event('change', { bubbles: true }));
        });
      }
    },
    async remove(name: string) {
      const button = area.page.querySelector<HTMLElement>(`[aria-label="Remove ${name}"]`);
      if (!button) throw new Error(`No button for ${name}`);
      await act(async () => button.click());
    },
  };
}

function file(name: string, bytes = 3): File {
  const made = new File(['pdf'], name);
  Object.defineProperty(made, 'size', { value: bytes });
  return made;
}

it('never shows the size of a file that is too large as the limit', async () => {
  const area = await renderUploads();
  await area.choose(file('fits.pdf', MAX_FILE_BYTES), file('big.pdf', MAX_FILE_BYTES + 1));
  const [fits, big] = area.rows();
  expect(fits).toMatch(/^fits\.pdf10 MB/);
  expect(big).toBe('big.pdf10.1 MBThis file is over 10 MB. Choose a smaller one.');
});

it('says before the first file how many a day are taken', async () => {
  const { page } = await renderUploads();
  expect(page.textContent).toContain('up to 10 MB each, 20 files a day');
});

it('shows 100% only once the last byte was sent', async () => {
  const area = await renderUploads();
  await area.choose(file('slow.pdf'));
  await area.press('Upload File(s)');
  await SlowRequest.all[0]?.progress(999, 1_000);
  expect(area.rows()[0]).toContain('99%');
  await SlowRequest.all[0]?.progress(1_000, 1_000);
  expect(area.rows()[0]).toContain('100%');
});

it("a file that the customer removes while it is uploaded doesn't count as failed", async () => {
  const area = await renderUploads();
  await area.choose(file('kept.pdf'), file('removed.pdf'));
  await area.press('Upload File(s)');
  await area.remove('removed.pdf');
  await SlowRequest.all[0]?.answer(200, {});
  expect(area.outcome()).toBe('Files uploaded: 1.');
  expect(area.rows()).toEqual([]);
});

it('says nothing of an upload whose only file was removed', async () => {
  const area = await renderUploads();
  await area.choose(file('removed.pdf'));
  await area.press('Upload File(s)');
  await area.remove('removed.pdf');
  expect(area.outcome()).toBe('');
  expect(area.rows()).toEqual([]);
});

it("shows the server's reason beside a refused file", async () => {
  const area = await renderUploads();
  await area.choose(file('refused.pdf'));
  await area.press('Upload File(s)');
  await SlowRequest.all[0]?.answer(413, { Message: 'This file is over 10 MB. Choose a smaller one.' });
  expect(area.rows()[0]).toContain('This file is over 10 MB. Choose a smaller one.');
  expect(area.outcome()).toBe('Files uploaded: 0. Not uploaded: 1. The reason is next to each file.');
});
