import { type ReactNode, useEffect, useRef } from 'react';
import { Alert, type AlertTone } from '#web/ui/Alert.tsx';

interface FocusedAlertProps {
  readonly tone?: AlertTone;
  readonly children: ReactNode;
}

/**
 * What became of something that was sent, by itself what went wrong with it. The
 * button that sent it could not keep the focus while it was busy, so the message
 * takes it.
 */
export function FocusedAlert({ tone = 'bad', children }: FocusedAlertProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Alert tone={tone}>{children}</Alert>
    </div>
  );
}
