import { spawnSync } from 'node:child_process';

/** The line that `npm run release` prints if no package names the repository. */
export const NO_REPOSITORY_MESSAGE =
  'No package.json has a repository field, because the git remote origin has no https or ssh address. Set this address with git remote add origin URL or git remote set-url origin URL. Then restore the files from git, and run npm run release again.';

/**
 * A complete domain name. A name without a dot is rejected, because it may be a private host or an ssh alias.
 */
const HOST_PATTERN = /^([a-z\d-]+\.)+[a-z][a-z\d-]*(:\d+)?$/;
/** A part of a repository's path: the owner, a group or the name of the repository. */
const PATH_SEGMENT_PATTERN = /^(?!\.+$)[~\w.-]+$/;

/**
 * Returns the host and the path in the address of a git remote, without the user and the password. The port of an ssh
 * address is left out.
 */
function parseRemoteUrl(remoteUrl: string): { readonly host: string; readonly path: string } | undefined {
  const scpStyleMatch = /^[^@/\s]+@([^:@/\s]+):(?!\/\/)(.+)$/.exec(remoteUrl);
  if (scpStyleMatch !== null) return { host: scpStyleMatch[1] ?? '', path: scpStyleMatch[2] ?? '' };
  if (!URL.canParse(remoteUrl)) return undefined;
  const { protocol, host, hostname, pathname: path } = new URL(remoteUrl);
  if (protocol === 'https:') return { host, path };
  return protocol === 'ssh:' ? { host: hostname, path } : undefined;
}

/**
 * Returns the public address of a repository, such as `git+https://github.com/owner/name.git`, from the address of a
 * git remote. The result never contains a user, a password or a query. Undefined if the address is not an https, ssh
 * or `git@` address of a repository.
 */
export function toRepositoryUrl(remoteUrl: string): string | undefined {
  const remoteLocation = parseRemoteUrl(remoteUrl.trim());
  if (remoteLocation === undefined) return undefined;
  const host = remoteLocation.host.toLowerCase();
  const pathSegments = remoteLocation.path
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
    .split('/');
  if (
    !HOST_PATTERN.test(host) ||
    pathSegments.length < 2 ||
    !pathSegments.every((segment) => PATH_SEGMENT_PATTERN.test(segment))
  )
    return undefined;
  return `git+https://${host}/${pathSegments.join('/')}.git`;
}

/** Returns the public address of the git remote `origin` of a folder. Undefined if there is none. */
export function readOriginUrl(root: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['remote', 'get-url', 'origin'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? toRepositoryUrl(stdout) : undefined;
}
