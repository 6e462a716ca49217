import type { ManagedProcess } from '../process/child.ts';
import { findExecutable } from '../process/executable.ts';
import { findFreePort, LOOPBACK_ADDRESS } from '../process/port.ts';
import { startWhenReady } from '../process/ready.ts';

export interface ChainNode {
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

/** Maps Node's names of processor architectures to Go's names, which the npm packages of anvil use. */
const GO_ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64' };

/** Returns the path of the installed anvil binary; undefined when no binary exists for this platform. */
export function findAnvilProgram(): string | undefined {
  const architecture = GO_ARCHITECTURES[process.arch] ?? process.arch;
  const programFile = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const installedPath = `node_modules/@foundry-rs/anvil-${process.platform}-${architecture}/bin/${programFile}`;
  return findExecutable([installedPath], programFile);
}

/**
 * Starts a local EVM node on a free loopback port. Resolves to undefined when anvil is not installed for this
 * platform. Rejects when anvil is installed but does not become ready.
 */
export async function startChain(options: ChainOptions): Promise<ChainNode | undefined> {
  const anvilProgram = findAnvilProgram();
  if (anvilProgram === undefined) return undefined;

  const port = await findFreePort();
  const args = ['--host', LOOPBACK_ADDRESS, '--port', String(port), '--chain-id', String(options.chainId)];
  const anvilProcess = await startWhenReady({
    command: anvilProgram,
    args: [...args, ...(options.args ?? [])],
    readyText: 'Listening on',
  });
  return {
    rpcUrl: `http://${LOOPBACK_ADDRESS}:${port}`,
    process: anvilProcess,
    stop: () => anvilProcess.stop(),
  };
}
