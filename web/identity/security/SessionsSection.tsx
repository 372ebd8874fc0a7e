import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameDevice } from '#common/identity/rules/name-device.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { type AnswerOf, call, type CallResult } from '#web/data/client.ts';
import { fetched, valueOf } from '#web/data/fetched.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Section } from '#web/kit/Section.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Done, Entries, Entry } from './Entry.tsx';
import { MomentText, useMomentWords } from './MomentText.tsx';
import { refreshSecurity, sessionsQuery } from './security-data.ts';
import styles from './security.module.css';

type SessionList = AnswerOf<'GET /api/Sessions'>;
type OpenSession = SessionList['Sessions'][number];
type Device = SessionList['Devices'][number];

type Ending =
  | { readonly what: 'session'; readonly session: OpenSession }
  | { readonly what: 'others' }
  | { readonly what: 'device'; readonly device: Device };

/** Lists open sessions and remembered devices, and ends them. */
export function SessionsSection() {
  const list = fetched(useQuery(sessionsQuery));
  const loading = useLabel('shell.loading');
  const [ending, setEnding] = useState<Ending | null>(null);
  const [done, setDone] = useState<TextKey | null>(null);

  function ask(about: Ending) {
    setDone(null);
    setEnding(about);
  }
  async function finish(what: TextKey) {
    await refreshSecurity();
    setEnding(null);
    setDone(what);
  }
  return (
    <Section heading="sessions.heading" info="sessions.info" fold={valueOf(list)?.Sessions.length ?? null}>
      <div className={styles.body}>
        {list.state === 'loading' && <SpinnerView label={loading.label} />}
        {list.state === 'failed' && <SectionProblem of="sessions.error" busy={list.busy} onTryAgain={list.tryAgain} />}
        {list.state === 'ready' && (
          <>
            <Sessions sessions={list.value.Sessions} onEnd={ask} />
            <h3 className={styles.subheading}>
              <Text of="devices.heading" />
            </h3>
            <p className={styles.info}>
              <Text of="devices.info" />
            </p>
            <Devices devices={list.value.Devices} onForget={(device) => ask({ what: 'device', device })} />
          </>
        )}
        <Done of={done} />
        <div className={styles.actions}>
          <ScreenLink to={paths.loginHistory} look="text">
            <ControlName of="loginHistory.heading" />
          </ScreenLink>
        </div>
      </div>
      {ending && <EndingDialog ending={ending} onDone={finish} onClose={() => setEnding(null)} />}
    </Section>
  );
}

interface SessionsProps {
  readonly sessions: readonly OpenSession[];
  readonly onEnd: (ending: Ending) => void;
}

function Sessions({ sessions, onEnd }: SessionsProps) {
  const text = useTexts();
  const deviceName = useDeviceName();
  const momentWords = useMomentWords();
  return (
    <>
      <Entries>
        {sessions.map((session) => {
          const name = deviceName(session.UserAgent);
          return (
            <Entry
              key={session.Id}
              name={name}
              chip={session.IsThisOne && <ThisOne />}
              facts={[
                { term: 'sessions.since', value: <MomentText instant={session.SignedIn} /> },
                { term: 'sessions.lastSeen', value: <MomentText instant={session.LastSeen} /> },
                { term: 'sessions.ipAddress', value: session.IPAddress },
              ]}
              action={
                session.IsThisOne
                  ? undefined
                  : {
                      name: 'sessions.end',
                      spokenName: text('sessions.endOf', { device: name, time: momentWords(session.SignedIn) }) ?? name,
                      onPress: () => onEnd({ what: 'session', session }),
                    }
              }
            />
          );
        })}
      </Entries>
      {sessions.some(({ IsThisOne }) => !IsThisOne) && (
        <div className={styles.actions}>
          <Button look="quiet" onClick={() => onEnd({ what: 'others' })}>
            <ControlName of="sessions.endOthers" />
          </Button>
        </div>
      )}
    </>
  );
}

interface DevicesProps {
  readonly devices: readonly Device[];
  readonly onForget: (device: Device) => void;
}

function Devices({ devices, onForget }: DevicesProps) {
  const text = useTexts();
  const deviceName = useDeviceName();
  const momentWords = useMomentWords();
  if (devices.length === 0) {
    return (
      <p>
        <Text of="devices.none" />
      </p>
    );
  }
  return (
    <Entries>
      {devices.map((device) => {
        const name = device.Kind === 'App' ? (text('sessions.app') ?? '') : deviceName(device.UserAgent);
        return (
          <Entry
            key={`${device.Kind} ${device.Id}`}
            name={name}
            chip={
              <>
                {device.IsTrusted && (
                  <Chip tone="ok">
                    <Text of="devices.trusted" />
                  </Chip>
                )}
                {device.IsThisOne && <ThisOne />}
              </>
            }
            facts={[
              { term: 'devices.firstUsed', value: <MomentText instant={device.FirstUsed} /> },
              { term: 'devices.lastUsed', value: <MomentText instant={device.LastUsed} /> },
            ]}
            action={{
              name: 'devices.forget',
              spokenName: text('devices.forgetOf', { device: name, time: momentWords(device.LastUsed) }) ?? name,
              onPress: () => onForget(device),
            }}
          />
        );
      })}
    </Entries>
  );
}

function ThisOne() {
  return (
    <Chip tone="plain">
      <Text of="sessions.thisOne" />
    </Chip>
  );
}

/** `Chrome on Windows`. */
function useDeviceName(): (userAgent: string) => string {
  const text = useTexts();
  return (userAgent) => {
    const { browser, system } = nameDevice(userAgent);
    return (
      text('sessions.device', {
        browser: browser ?? text('sessions.unknownBrowser') ?? '',
        system: system ?? text('sessions.unknownSystem') ?? '',
      }) ?? userAgent
    );
  };
}

interface EndingDialogProps {
  readonly ending: Ending;
  readonly onDone: (what: TextKey) => Promise<void>;
  readonly onClose: () => void;
}

const words = {
  session: { title: 'sessions.endTitle', submit: 'sessions.end', done: 'sessions.ended' },
  others: { title: 'sessions.endOthersTitle', submit: 'sessions.endOthers', done: 'sessions.othersEnded' },
  device: { title: 'devices.forgetTitle', submit: 'devices.forget', done: 'devices.forgotten' },
} as const satisfies Record<Ending['what'], Record<'title' | 'submit' | 'done', TextKey>>;

function EndingDialog({ ending, onDone, onClose }: EndingDialogProps) {
  const { title, submit, done } = words[ending.what];
  return (
    <ConfirmDialog
      title={title}
      submit={submit}
      look="danger"
      send={(password) => end(ending, password)}
      onDone={() => onDone(done)}
      onClose={onClose}
    >
      <p>
        <Consequence of={ending} />
      </p>
    </ConfirmDialog>
  );
}

function Consequence({ of: ending }: { readonly of: Ending }) {
  const deviceName = useDeviceName();
  const text = useTexts();
  if (ending.what === 'others') return <Text of="sessions.endOthersInfo" />;
  if (ending.what === 'session') {
    return <Text of="sessions.endInfo" with={{ device: deviceName(ending.session.UserAgent) }} />;
  }
  const { device } = ending;
  if (device.IsThisOne) return <Text of="devices.forgetThisInfo" />;
  const name = device.Kind === 'App' ? text('sessions.app') : deviceName(device.UserAgent);
  return <Text of="devices.forgetInfo" with={{ device: name }} />;
}

function end(ending: Ending, Password: string): Promise<CallResult<unknown>> {
  if (ending.what === 'session') {
    return call('POST /api/Sessions/EndSession', { body: { Id: ending.session.Id, Password } });
  }
  if (ending.what === 'others') return call('POST /api/Sessions/EndOtherSessions', { body: { Password } });
  const { Id, Kind } = ending.device;
  return call('POST /api/Sessions/ForgetDevice', { body: { Id, Kind, Password } });
}
