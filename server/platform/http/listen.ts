import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/config.ts';
import { PlainError } from '#server/platform/plain-error.ts';

export type PortVariable = 'PORT' | 'PASSBOOK_DESK_PORT' | 'PASSBOOK_WORKER_PORT';

interface ListensAt extends Pick<Config, 'mode' | 'port' | 'bindAddress'> {
  readonly variable: PortVariable;
}

/** @throws PlainError if another process has the port */
export async function listen(app: FastifyInstance, { mode, variable, port, bindAddress }: ListensAt): Promise<void> {
  try {
    await app.listen({ port, host: bindAddress });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const other =
      mode === 'production'
        ? `set ${variable} to another port`
        : `use another port: ${variable}=${port + 10} npm start`;
    throw new PlainError(`${variable}: port ${port} is in use. Stop the other process, or ${other}`, { cause: error });
  }
}
