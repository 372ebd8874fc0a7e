import { useEffect } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import {
  type FollowedSubmission,
  forgetSubmission,
  type KeyedRequest,
  useFollowedSubmissions,
} from '#web/data/followed-submissions.ts';
import { resumeSubmissions } from '#web/data/resume-submissions.ts';
import { queryClient } from '#web/data/query-client.ts';
import type { SubmissionEnd } from '#web/data/until-known.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Alert, type AlertTone } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ControlName } from './ControlName.tsx';
import { Text } from './Text.tsx';

const names: Readonly<Record<KeyedRequest['kind'], TextKey>> = {
  message: 'request.message',
  contactChange: 'request.contactChange',
  form: 'request.form',
  upload: 'request.upload',
  registration: 'request.registration',
};

const ends: Readonly<Record<SubmissionEnd['kind'], readonly [AlertTone, TextKey]>> = {
  made: ['ok', 'request.made'],
  refused: ['bad', 'request.refused'],
  notReceived: ['bad', 'request.notReceived'],
  unknown: ['warn', 'request.unknown'],
};

/** Tells what became of messages, requests, uploads and registrations whose answer was lost, also by a closed page. */
export function RequestNotices() {
  const followed = useFollowedSubmissions();
  useEffect(() => void resumeSubmissions(), []);
  return followed.flatMap(({ submission, end, attended }) =>
    submission.kind === 'payment' || attended
      ? []
      : [<RequestNotice key={submission.key} request={submission} end={end} />],
  );
}

interface RequestNoticeProps extends Pick<FollowedSubmission, 'end'> {
  readonly request: KeyedRequest;
}

function RequestNotice({ request: { kind, key }, end }: RequestNoticeProps) {
  const text = useTexts();
  const name = text(names[kind]) ?? '';
  const uploaded = kind === 'upload' && end?.kind === 'made';
  useEffect(() => {
    if (uploaded) void queryClient.invalidateQueries({ queryKey: ['documents'] });
  }, [uploaded]);
  if (!end) {
    return (
      <Alert tone="info">
        <Text of="request.checking" with={{ what: name }} />
      </Alert>
    );
  }
  // A visitor who registered needs to know what comes next.
  const isReady = kind === 'registration' && end.kind === 'made';
  const [tone, words] = isReady ? (['ok', 'register.success'] as const) : ends[end.kind];
  return (
    <Alert
      tone={tone}
      action={
        <Button look="quiet" onClick={() => forgetSubmission(key)}>
          <ControlName of="request.close" />
        </Button>
      }
    >
      <Text of={words} with={{ what: name }} />
    </Alert>
  );
}
