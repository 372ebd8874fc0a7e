import net from 'node:net';
import type { Config } from '#server/platform/config.ts';
import type { PortVariable } from '#server/platform/http/listen.ts';
import type { Finding } from './finding.ts';

const ANSWER_WITHIN_MS = 2_000;

interface WantedPort {
  readonly variable: PortVariable;
  readonly port: number;
  readonly bindAddress: string;
}

/** Variables that would make a server take one port twice. */
export function portProblems({ port, bindAddress, desk }: Config): string[] {
  if (desk === null || desk.port !== port || port === 0 || !overlap(bindAddress, desk.bindAddress)) return [];
  return [`PASSBOOK_DESK_PORT and PORT are both ${port}. Give the desk its own port, or leave PASSBOOK_DESK_PORT out`];
}

function overlap(one: string, other: string): boolean {
  const isLocal = (address: string) => /^(localhost|127\.|::1$)/.test(address);
  const isEvery = (address: string) => address === '0.0.0.0' || address === '::';
  return one === other || isEvery(one) || isEvery(other) || (isLocal(one) && isLocal(other));
}

/** Whether the server can listen, or does already: an operator checks a running installation too. */
export async function checkPorts({ port, workerPort, bindAddress, desk }: Config): Promise<Finding[]> {
  const ports: WantedPort[] = [{ variable: 'PORT', port, bindAddress }];
  if (desk !== null && desk.port !== null) {
    ports.push({ variable: 'PASSBOOK_DESK_PORT', port: desk.port, bindAddress: desk.bindAddress });
  }
  if (workerPort !== null) ports.push({ variable: 'PASSBOOK_WORKER_PORT', port: workerPort, bindAddress });
  const findings = await Promise.all(ports.map(checkPort));
  return findings.filter((finding) => finding !== undefined);
}

async function checkPort(wanted: WantedPort): Promise<Finding | undefined> {
  const { variable, port, bindAddress } = wanted;
  const finding = (kind: Finding['kind'], text: string): Finding => ({
    about: 'port',
    kind,
    text: `${variable}: ${text}`,
  });
  const code = await tryToListen(wanted);
  if (code === undefined) return undefined;
  if (code === 'EADDRINUSE') {
    return (await isPassbook(wanted))
      ? finding('ok', `a server of Passbook listens at ${port} already`)
      : finding('problem', `another program listens at ${port}. Stop it, or choose another port`);
  }
  const bind = variable === 'PASSBOOK_DESK_PORT' ? 'PASSBOOK_DESK_BIND' : 'PASSBOOK_BIND';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return finding('problem', `${bindAddress} is not an address of this machine. Check ${bind}`);
  }
  return finding('problem', `can't listen at ${port} (${code}). Ports below 1024 need a right; choose a higher one`);
}

/** Returns the code of the error, or undefined if it works. */
function tryToListen({ port, bindAddress: host }: WantedPort): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

async function isPassbook({ port, bindAddress }: WantedPort): Promise<boolean> {
  const host = bindAddress === '0.0.0.0' || bindAddress === '::' ? 'localhost' : bindAddress;
  const address = `http://${net.isIPv6(host) ? `[${host}]` : host}:${port}/healthz`;
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const answer: unknown = await response.json();
    return JSON.stringify(answer) === '{"status":"ok"}';
  } catch {
    return false;
  }
}
