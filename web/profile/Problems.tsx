import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';

/** What went wrong with a save, each thing on its line. */
export function Problems({ messages }: { readonly messages: readonly string[] }) {
  return (
    <FocusedAlert>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </FocusedAlert>
  );
}
