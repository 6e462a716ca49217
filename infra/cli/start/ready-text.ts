import { relative } from 'node:path';
import { MCP_PATH } from '../../../shared/service/contract/mcp.ts';
import { DOCUMENTATION_ADDRESS } from '../../documentation/addresses.ts';
import type { ChainsOnDemand } from '../../emulator/chains/chains-on-demand.ts';
import { DEMO_WALLETS } from '../../emulator/chains/local-chains.ts';
import type { LocalStack } from '../../emulator/stack.ts';
import type { DemoKeys } from './demo-credentials.ts';
import type { ServerFiles } from './files.ts';
import type { LoadedMarket } from './market.ts';
import type { StartOptions } from './options.ts';

export interface StartedServices {
  stack: Pick<LocalStack, 'baseUrl' | 'dynamodbEndpoint' | 'tableName'>;
  options: StartOptions;
  market: LoadedMarket | undefined;
  chains: ChainsOnDemand | undefined;
  keys: DemoKeys;
  files: ServerFiles;
  /** Duration of the start in seconds. */
  seconds: number;
}

function describeMarket({ market, options }: StartedServices): string {
  if (market === undefined) return 'none loaded';
  const count = market.strategies.toLocaleString('en-US');
  const more = market.historiesMissing ? ' (the history of small strategies is still being loaded)' : '';
  return `${count} strategies, ${options.live ? 'live data' : 'sample data'}${more}`;
}

function describeChains({ chains }: StartedServices): string {
  if (chains === undefined)
    return 'no local chains, because anvil is not installed; wallet balances come from public nodes';
  return `${chains.url}{${chains.names.join(',')}}, local nodes, started at first use; funded wallets: ${DEMO_WALLETS.map(({ address }) => address).join(', ')}`;
}

/**
 * Returns the address of the dashboard. Its host is `localhost`, as in sign-in messages, because a wallet warns if the
 * two hosts differ.
 */
function buildDashboardAddress(baseUrl: string): string {
  return `http://localhost:${new URL(baseUrl).port}/`;
}

export function buildReadyText(startedServices: StartedServices): string {
  const { stack, options, keys, files, seconds } = startedServices;
  const toDisplayPath = (file: string) => relative(process.cwd(), file) || file;
  const storageText = options.data === undefined ? 'in memory' : `kept in ${options.data}`;
  const lines = [
    '',
    `Ready in ${seconds.toFixed(1)} s.`,
    '',
    `  Dashboard ${buildDashboardAddress(stack.baseUrl)}`,
    `  Base URL  ${stack.baseUrl}`,
    `  Docs      ${new URL(DOCUMENTATION_ADDRESS, stack.baseUrl).href}`,
    `  MCP       ${new URL(MCP_PATH, stack.baseUrl).href}`,
    `  Market    ${describeMarket(startedServices)}`,
    `  Chains    ${describeChains(startedServices)}`,
    `  Database  ${stack.dynamodbEndpoint}, table ${stack.tableName}, ${storageText}`,
    `  Log       ${toDisplayPath(files.log)}`,
    `  Keys      ${toDisplayPath(files.credentials)}`,
    '',
    ...Object.entries(keys).map(([name, key]) => `  ${name.padEnd(10)}  ${key}`),
    '',
    'Try:',
    '',
    `  curl -H 'X-API-KEY: ${keys.free}' '${stack.baseUrl}/strategies?chain=ethereum&per_page=3'`,
    '',
    'Press Ctrl-C to stop.',
  ];
  return lines.join('\n');
}
