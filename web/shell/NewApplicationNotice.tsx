import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { applicationPath } from '#web/paths.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { call } from '#web/data/client.ts';
import { bodyOf } from '#web/data/query-client.ts';

/** The new application to announce; requested once per session (C-037). */
const applicationNoticeQuery = queryOptions({
  queryKey: ['applicationNotice'],
  queryFn: async () => bodyOf(await call('GET /api/Application/GetNewApplicationNotice')).Value,
  gcTime: Infinity,
  retry: false,
});

/** Shows the notice of a new application once (A 2.2); nothing if the call fails. */
export function NewApplicationNotice() {
  const { data: notice } = useQuery(applicationNoticeQuery);
  const queryClient = useQueryClient();
  const title = useLabel('applicationNotice.title');
  const closeLabel = useLabel('applicationNotice.close');
  if (!notice) return null;
  const { ApplicationNumber: number, Url: url } = notice;
  // In the cache, so it stays closed when the layout remounts.
  const close = () => queryClient.setQueryData(applicationNoticeQuery.queryKey, null);
  return (
    <Dialog
      width={500}
      title={title.label}
      titleHidden={title.labelHidden}
      closeLabel={closeLabel.label}
      onClose={close}
      actions={
        url === '' ? (
          <ScreenLink to={applicationPath(number)} look="primary" onClick={close}>
            <ControlName of="applicationNotice.continue" />
          </ScreenLink>
        ) : (
          <a className={buttonClass('primary')} href={url} onClick={close}>
            <ControlName of="applicationNotice.continue" />
          </a>
        )
      }
    >
      <p>
        <Text of="applicationNotice.text" with={{ number }} />
      </p>
    </Dialog>
  );
}
