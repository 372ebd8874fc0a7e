import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type Day, findDay, formatDay } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import { lastPayoffDay } from '#common/payments/rules/payoff-day.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { payoffQuoteQuery } from '#web/payments/payments-data.ts';
import { CallFailure } from '#web/data/query-client.ts';
import { useLabel, useOption, useText } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { CustomerService } from '#web/kit/CustomerService.tsx';
import { Form } from '#web/kit/Form.tsx';
import { FormField } from '#web/kit/FormField.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { QuoteResult } from './QuoteResult.tsx';
import styles from './payoff.module.css';

interface PayoffQuoteDialogProps {
  readonly accountNumber: string;
  readonly description: string;
  /** The institution's day; the browser's clock may be wrong. */
  readonly today: Day;
  /** Whether a payment is offered. */
  readonly mayPay: boolean;
  readonly onClose: () => void;
}

/** Quotes the payoff for a chosen day (M 4, M 5). */
export function PayoffQuoteDialog({ accountNumber, description, today, mayPay, onClose }: PayoffQuoteDialogProps) {
  const title = useLabel('payoffQuote.heading');
  const close = useLabel('payoffQuote.close');
  const dateError = useText('payoffQuote.dateError');
  const hidesNumber = useOption('loanDetailsOptions.hideAccountNumber');
  const shownNumber = useAccountNumber();
  const last = lastPayoffDay(today);
  const tooFar = useText('payoffQuote.dateTooFar', { date: formatDay(last) });
  const { control, handleSubmit } = useForm<{ on: string }>({ defaultValues: { on: today } });
  const [asked, setAsked] = useState<Day | null>(null);
  const chosen = findDay(useWatch({ control, name: 'on' }));
  const isTooFar = chosen !== undefined && chosen > last;
  const valid = chosen !== undefined && chosen >= today && !isTooFar;
  const error = (isTooFar ? tooFar : dateError) ?? '';
  const query = useQuery({ ...payoffQuoteQuery(accountNumber, asked ?? today), enabled: asked !== null });

  function ask() {
    if (!valid) return;
    if (asked === chosen && query.isError) void query.refetch();
    setAsked(chosen);
  }
  return (
    <Dialog width={400} title={title.label} titleHidden={title.labelHidden} closeLabel={close.label} onClose={onClose}>
      <p className={styles.printed}>
        {description} {!hidesNumber && shownNumber(accountNumber)}
      </p>
      <Form onSubmit={handleSubmit(ask)} className={styles.form}>
        <p>
          <Text of="payoffQuote.info" with={{ loan: description }} />
        </p>
        <FormField
          use={TextField}
          control={control}
          entry="on"
          type="date"
          label="payoffQuote.date"
          min={today}
          max={last}
          error={valid ? undefined : error}
        />
        <div className={styles.submit}>
          <Button type="submit" wide disabled={!valid} busy={asked !== null && query.isFetching}>
            <ControlName of="payoffQuote.submit" />
          </Button>
        </div>
      </Form>
      <output className={styles.result}>
        {asked !== null && (
          <Answer query={query} accountNumber={accountNumber} on={asked} today={today} payHere={mayPay} />
        )}
      </output>
    </Dialog>
  );
}

interface AnswerProps {
  readonly query: UseQueryResult<Cents>;
  readonly accountNumber: string;
  readonly on: Day;
  readonly today: Day;
  readonly payHere: boolean;
}

function Answer({ query, accountNumber, on, today, payHere }: AnswerProps) {
  if (query.isError) {
    return (
      <Alert tone="bad">
        <Text of={problemText(query.error)} with={{ servicePhone: <CustomerService /> }} />
      </Alert>
    );
  }
  if (query.data === undefined || query.isFetching) return null;
  return (
    <QuoteResult
      accountNumber={accountNumber}
      on={on}
      goodThrough={formatDay(on)}
      amountCents={query.data}
      today={today}
      payHere={payHere}
    />
  );
}

function problemText(error: unknown): TextKey {
  const codes = error instanceof CallFailure && error.result.kind === 'refused' ? error.result.codes : [];
  if (codes.includes('LockedForPayoff')) return 'payWhy.payoffLocked';
  if (codes.includes('InDispute')) return 'payWhy.payoffInDispute';
  if (codes.includes('NothingOwed')) return 'payoffQuote.nothingOwed';
  return codes.includes('PayoffDateInvalid') ? 'payoffQuote.dateError' : 'payoffQuote.error';
}
