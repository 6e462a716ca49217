import { isIP } from 'node:net';
import { WEBHOOK_URL_MAX } from '../contract/webhooks/webhook-values.ts';
import { isGloballyReachable, isLoopback } from './address.ts';

const HTTPS_PORT = 443;
/** Below it lie the ports of mail, shells and other services that a request could be made to speak to. */
const FIRST_FREE_PORT = 1_024;

/** Which receivers are allowed: public ones, and on a developer's machine loopback addresses too. */
export type Reach = 'public' | 'loopback';

/** The host as a resolver and a socket take it: without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

const isOwnMachine = (host: string) => host === 'localhost' || isLoopback(host);

/** Whether a receiver at `address` may be sent something. */
export function mayConnect(address: string, reach: Reach): boolean {
  return isGloballyReachable(address) || (reach === 'loopback' && isLoopback(address));
}

/** The problem with a webhook URL that is visible in its text; undefined for none. */
export function webhookUrlProblem(text: string, reach: Reach): string | undefined {
  if (text.length > WEBHOOK_URL_MAX) return `must have at most ${WEBHOOK_URL_MAX} characters`;
  const url = URL.parse(text);
  if (url === null) return 'must be a URL, such as https://example.com/hooks';
  const host = hostOf(url);
  const isOwn = reach === 'loopback' && isOwnMachine(host);
  if (url.protocol !== 'https:' && !(isOwn && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not contain a fragment (#)';
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (!isOwn && port !== HTTPS_PORT && port < FIRST_FREE_PORT)
    return 'must use port 443 or a port from 1024 to 65535';
  if (isIP(host) === 0 && !host.includes('.') && !isOwn)
    return 'must contain a public host name, such as hooks.example.com';
  if (isIP(host) !== 0 && !mayConnect(host, reach))
    return 'must not be a private or reserved IP address; use a public address';
  return undefined;
}
