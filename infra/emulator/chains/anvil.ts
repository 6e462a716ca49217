import type { ManagedProcess } from '../process/child.ts';
import { findExecutable } from '../process/executable.ts';
import { freePort, LOOPBACK } from '../process/port.ts';
import { startWhenReady } from '../process/ready.ts';

export interface Chain {
  rpcUrl: string;
  process: ManagedProcess;
  stop(): Promise<void>;
}

export interface ChainOptions {
  /** EIP-155 chain id that the node reports. */
  chainId: number;
  /** Further arguments for anvil, for example `['--silent']`. */
  args?: readonly string[];
}

/** npm names the binary's package by Go's name of the processor. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64' };

/** The installed node; undefined where there is none for this platform. */
export function anvilCommand(): string | undefined {
  const architecture = ARCHITECTURES[process.arch] ?? process.arch;
  const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const installed = `node_modules/@foundry-rs/anvil-${process.platform}-${architecture}/bin/${program}`;
  return findExecutable([installed], program);
}

/**
 * Starts a local EVM node on a free loopback port. Resolves to undefined where anvil is not installed for this
 * platform; rejects when it is there but does not come up.
 */
export async function startChain(options: ChainOptions): Promise<Chain | undefined> {
  const command = anvilCommand();
  if (command === undefined) return undefined;

  const port = await freePort();
  const args = ['--host', LOOPBACK, '--port', String(port), '--chain-id', String(options.chainId)];
  const child = await startWhenReady({
    command,
    args: [...args, ...(options.args ?? [])],
    readyText: 'Listening on',
  });
  return { rpcUrl: `http://${LOOPBACK}:${port}`, process: child, stop: () => child.stop() };
}
