import { type ReactNode, useEffect, useRef } from 'react';
import { Alert, type AlertTone } from '#web/ui/Alert.tsx';

interface FocusedAlertProps {
  readonly tone?: AlertTone;
  readonly children: ReactNode;
}

/** The outcome of an action, by default an error. Takes the focus, because the busy button that started it lost it. */
export function FocusedAlert({ tone = 'bad', children }: FocusedAlertProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Alert tone={tone}>{children}</Alert>
    </div>
  );
}
