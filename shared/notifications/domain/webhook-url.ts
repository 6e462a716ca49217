import { isIP } from 'node:net';
import { WEBHOOK_URL_CHARACTERS_MAX } from '../contract/webhooks/webhook-values.ts';
import { isGloballyReachable, isLoopback } from './address.ts';

const HTTPS_PORT = 443;
/**
 * Lowest allowed port, except 443. Ports below it are blocked, because mail servers, shells and other
 * services that must not get requests use them.
 */
const MIN_UNPRIVILEGED_PORT = 1_024;

/**
 * Receivers that a deployment may send to. `public`: public addresses only. `loopback`: also loopback
 * addresses, for a developer's machine.
 */
export type AllowedNetwork = 'public' | 'loopback';

/** Returns the host of a URL. An IPv6 address has no brackets, because resolvers and sockets require this form. */
export function readHostWithoutBrackets(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

const isLoopbackHost = (host: string) => host === 'localhost' || isLoopback(host);

/** Returns whether the service may send requests to a receiver at `address`. */
export function mayConnectTo(address: string, allowedNetwork: AllowedNetwork): boolean {
  return isGloballyReachable(address) || (allowedNetwork === 'loopback' && isLoopback(address));
}

/** Returns what is wrong with the text of a webhook URL; undefined if nothing is wrong. */
export function findUrlProblem(text: string, allowedNetwork: AllowedNetwork): string | undefined {
  if (text.length > WEBHOOK_URL_CHARACTERS_MAX)
    return `must have at most ${WEBHOOK_URL_CHARACTERS_MAX} characters`;
  const url = URL.parse(text);
  if (url === null) return 'must be a URL, such as https://example.com/hooks';
  const host = readHostWithoutBrackets(url);
  const isAllowedLoopback = allowedNetwork === 'loopback' && isLoopbackHost(host);
  if (url.protocol !== 'https:' && !(isAllowedLoopback && url.protocol === 'http:'))
    return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not contain a fragment (#)';
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (!isAllowedLoopback && port !== HTTPS_PORT && port < MIN_UNPRIVILEGED_PORT)
    return 'must use port 443 or a port from 1024 to 65535';
  if (isIP(host) === 0 && !host.includes('.') && !isAllowedLoopback)
    return 'must contain a public host name, such as hooks.example.com';
  if (isIP(host) !== 0 && !mayConnectTo(host, allowedNetwork))
    return 'must not be a private or reserved IP address; use a public address';
  return undefined;
}
