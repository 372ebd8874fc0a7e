import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface TestMailServer {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a mail server without TLS or passwords on this machine. */
export async function startMailServer(
  handlers: Pick<SMTPServerOptions, 'onData' | 'onRcptTo'> = {},
): Promise<TestMailServer> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...handlers });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}
