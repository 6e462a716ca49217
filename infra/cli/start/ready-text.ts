import { relative } from 'node:path';
import { DEMO_WALLETS, type LocalChains } from '../../emulator/chains/local-chains.ts';
import type { LocalStack } from '../../emulator/stack.ts';
import type { StartOptions } from './options.ts';
import type { DemoKeys, SeededMarket } from './seed.ts';

export interface Ready {
  stack: Pick<LocalStack, 'baseUrl' | 'dynamodbEndpoint' | 'tableName'>;
  options: StartOptions;
  market: SeededMarket | undefined;
  chains: Pick<LocalChains, 'chains'> | undefined;
  keys: DemoKeys;
  credentialsFile: string;
  logFile: string;
  /** How long the start took. */
  seconds: number;
}

function marketText({ market, options }: Ready): string {
  if (market === undefined) return 'none loaded';
  const count = market.strategies.toLocaleString('en-US');
  return `${count} strategies, ${options.live ? 'live data' : 'sample data'}`;
}

function chainsText({ chains }: Ready): string {
  if (chains === undefined) return 'none here (anvil is not installed); balances are read from public nodes';
  const names = chains.chains.map(({ settings }) => settings.chain).join(', ');
  return `${names} on local nodes; funded wallets: ${DEMO_WALLETS.map(({ address }) => address).join(', ')}`;
}

/** What the terminal shows once the server is ready. */
export function readyText(ready: Ready): string {
  const { stack, options, keys, credentialsFile, logFile, seconds } = ready;
  const shown = (file: string) => relative(process.cwd(), file) || file;
  const kept = options.data === undefined ? 'in memory' : `kept in ${options.data}`;
  const lines = [
    '',
    `Ready in ${seconds.toFixed(1)} s.`,
    '',
    `  Base URL  ${stack.baseUrl}`,
    `  Docs      ${stack.baseUrl}/docs`,
    `  Market    ${marketText(ready)}`,
    `  Chains    ${chainsText(ready)}`,
    `  Database  ${stack.dynamodbEndpoint}, table ${stack.tableName}, ${kept}`,
    `  Log       ${shown(logFile)}`,
    `  Keys      ${shown(credentialsFile)}`,
    '',
    ...Object.entries(keys).map(([name, key]) => `  ${name.padEnd(10)}  ${key}`),
    '',
    'Try:',
    '',
    `  curl -H 'X-API-KEY: ${keys.free}' '${stack.baseUrl}/strategies?chain=ethereum&per_page=3'`,
    '',
    'Ctrl-C stops it.',
  ];
  return lines.join('\n');
}
