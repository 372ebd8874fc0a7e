import { useState } from 'react';
import type { MessageType } from '#common/contact/rules/validate-message.ts';
import { useSession } from '#web/data/session.ts';
import { useOption } from '#web/institution/settings.ts';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { HelpScreen } from '#web/kit/HelpScreen.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { RequestNotices } from '#web/kit/RequestNotices.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Card } from '#web/ui/Card.tsx';
import { MessageForm } from './MessageForm.tsx';
import styles from './Messages.module.css';

/** Messages from customers and visitors to the institution (M 2, M 4). */
export function Messages() {
  const isClosed = useOption('globalOptions.hideContactUsOption');
  const isVisitor = useSession() === null;
  const takesRequests = useOption('formOptions.useForms') && !isVisitor;
  const [sent, setSent] = useState<MessageType | null>(null);
  const [messages, setMessages] = useState(0);
  function onSent(type: MessageType) {
    setSent(type);
    // Shows a new form after sending.
    setMessages(messages + 1);
  }
  return (
    <HelpScreen heading="contact.heading" intro="contact.intro" login="contact.backToLogin">
      <div className={styles.column}>
        {/* Customers see them in the shell. */}
        {isVisitor && <RequestNotices />}
        {takesRequests && (
          <div>
            <ScreenLink to={paths.requests} look="quiet">
              <ControlName of="requests.link" />
            </ScreenLink>
          </div>
        )}
        {sent && (
          <FocusedAlert tone="ok">
            <Text of={sent === 'Question' ? 'contact.questionSent' : 'contact.feedbackSent'} />
          </FocusedAlert>
        )}
        {isClosed ? (
          <Alert tone="info">
            <Text of="contact.notOffered" />
          </Alert>
        ) : (
          <Card padded>
            <MessageForm key={messages} onSend={() => setSent(null)} onSent={onSent} />
          </Card>
        )}
      </div>
    </HelpScreen>
  );
}
