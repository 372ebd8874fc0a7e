import { useEffect, useState } from 'react';
import { day, formatDayMedium, formatInstantShort } from '#common/core/dates.ts';
import { formatCents, parseDollars } from '#common/core/money.ts';
import type { SentForm } from '#common/profile/forms.api.ts';
import { call } from '#web/data/client.ts';
import { useAction } from '#web/data/use-action.ts';
import { useInstitutionTimeZone, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { DefinitionList } from '#web/ui/DefinitionList.tsx';
import { markAnswerRead, refreshForms } from './forms-data.ts';
import styles from './Forms.module.css';

export const stateTones = { open: 'warn', approved: 'ok', declined: 'bad', withdrawn: 'plain' } as const;

export function AtInstant({ at }: { readonly at: string }) {
  const timeZone = useInstitutionTimeZone();
  return <time dateTime={at}>{formatInstantShort(Temporal.Instant.from(at), timeZone)}</time>;
}

interface SentRequestProps {
  readonly request: SentForm;
  /** Says that it arrived. */
  readonly justSent: boolean;
}

/** What the customer sent, and what the institution answered. */
export function SentRequest({ request, justSent }: SentRequestProps) {
  const { requestId, title, state, sentAt, endedAt, answer, unread, paymentsContinue, next } = request;
  const isOpen = state === 'open';
  useEffect(() => {
    if (unread) void markAnswerRead(requestId);
  }, [unread, requestId]);
  return (
    <>
      {justSent && (
        <FocusedAlert tone="ok">
          <Text of="requests.sent" />
        </FocusedAlert>
      )}
      <Card as="section" padded>
        <div className={styles.head}>
          <h2>{title}</h2>
          <Chip tone={stateTones[state]}>
            <Text of={`requests.${state}`} />
          </Chip>
        </div>
        <p className={styles.meta}>
          <Text of="requests.sentOn" with={{ time: <AtInstant at={sentAt} /> }} />
          {endedAt !== null && (
            <>
              {' · '}
              <Text
                of={state === 'withdrawn' ? 'requests.withdrawnOn' : 'requests.decidedOn'}
                with={{ time: <AtInstant at={endedAt} /> }}
              />
            </>
          )}
        </p>
        {answer !== '' && (
          <div className={styles.answer}>
            <h3>
              <Text of="requests.ourAnswer" />
            </h3>
            <p className={styles.words}>{answer}</p>
          </div>
        )}
        {isOpen && <NextSteps paymentsContinue={paymentsContinue} next={next} />}
        <h3>
          <Text of="requests.yourAnswers" />
        </h3>
        <Answers request={request} />
        {isOpen && <Withdraw requestId={requestId} />}
      </Card>
    </>
  );
}

/** What the customer may expect, and what doesn't change meanwhile. */
export function NextSteps({ paymentsContinue, next }: Pick<SentForm, 'paymentsContinue' | 'next'>) {
  return (
    <div className={styles.next}>
      {next !== '' && (
        <p>
          <strong>
            <Text of="requests.next" />
          </strong>
          <br />
          {next}
        </p>
      )}
      {paymentsContinue && (
        <Alert tone="warn">
          <Text of="requests.paymentsContinue" />
        </Alert>
      )}
    </div>
  );
}

function Answers({ request: { accountNumber, answers, files } }: { readonly request: SentForm }) {
  const shownNumber = useAccountNumber();
  const text = useTexts();
  const words = ({ kind, value }: SentForm['answers'][number]) => {
    if (value === '') return text('requests.noAnswer');
    if (kind === 'yesNo') return text(value === 'yes' ? 'requests.yes' : 'requests.no');
    if (kind === 'date') return formatDayMedium(day(value));
    const amount = kind === 'amount' ? parseDollars(value) : undefined;
    return amount === undefined ? <span className={styles.words}>{value}</span> : formatCents(amount);
  };
  return (
    <DefinitionList
      layout="grid"
      items={[
        ...(accountNumber === null
          ? []
          : [{ id: 'account', term: text('requests.about'), value: shownNumber(accountNumber) }]),
        ...answers.map((one, index) => ({ id: `answer-${index}`, term: one.label, value: words(one) })),
        ...(files.length === 0
          ? []
          : [
              {
                id: 'files',
                term: text('requests.files'),
                value: <span className={styles.words}>{files.join('\n')}</span>,
              },
            ]),
      ]}
    />
  );
}

function Withdraw({ requestId }: { readonly requestId: number }) {
  const [asked, setAsked] = useState(false);
  const withdrawing = useAction(() => call('POST /api/Forms/Withdraw', { body: { requestId } }), {
    async onDone() {
      await refreshForms();
      setAsked(false);
    },
    async onFailed() {
      // It may have been answered meanwhile.
      await refreshForms();
      setAsked(false);
    },
  });
  const { failure } = withdrawing;
  const isDecided = failure?.kind === 'refused' && failure.codes.includes('NoLongerOpen');
  return (
    <div className={styles.actions}>
      {failure && (
        <FocusedAlert>
          <Text of={isDecided ? 'formError.NoLongerOpen' : 'formError.withdrawFailed'} />
        </FocusedAlert>
      )}
      <Button look="quiet" onClick={() => setAsked(true)}>
        <ControlName of="requests.withdraw" />
      </Button>
      {asked && (
        <QuestionDialog
          width={400}
          title="requests.withdraw"
          no="requests.keep"
          yes="requests.withdraw"
          look="danger"
          busy={withdrawing.busy}
          onNo={() => setAsked(false)}
          onYes={() => void withdrawing.run()}
        >
          <p>
            <Text of="requests.withdrawQuestion" />
          </p>
        </QuestionDialog>
      )}
    </div>
  );
}
