import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toRepositoryUrl } from '../../infra/cli/release/repository.ts';

const PUBLIC_REPOSITORY_URL = 'git+https://git.example.com/owner/name.git';

test.each([
  ['https://git.example.com/owner/name', PUBLIC_REPOSITORY_URL],
  ['https://git.example.com/owner/name.git', PUBLIC_REPOSITORY_URL],
  ['https://git.example.com/owner/name.git/', PUBLIC_REPOSITORY_URL],
  ['https://GIT.example.com/owner/name', PUBLIC_REPOSITORY_URL],
  ['https://git.example.com/owner/name.git\n', PUBLIC_REPOSITORY_URL],
  ['https://token@git.example.com/owner/name.git', PUBLIC_REPOSITORY_URL],
  ['https://someone:token@git.example.com/owner/name.git', PUBLIC_REPOSITORY_URL],
  ['https://git.example.com/owner/name.git?private_token=token#token', PUBLIC_REPOSITORY_URL],
  ['ssh://git@git.example.com/owner/name.git', PUBLIC_REPOSITORY_URL],
  ['ssh://git:token@git.example.com:2222/owner/name.git', PUBLIC_REPOSITORY_URL],
  ['git@git.example.com:owner/name.git', PUBLIC_REPOSITORY_URL],
  ['git@git.example.com:/owner/name', PUBLIC_REPOSITORY_URL],
  ['git:token@git.example.com:owner/name.git', PUBLIC_REPOSITORY_URL],
  ['https://git.example.com:8443/owner/name', 'git+https://git.example.com:8443/owner/name.git'],
  ['https://git.example.com/group/part/name', 'git+https://git.example.com/group/part/name.git'],
  ['git@git.example.com:~owner/na.me.git', 'git+https://git.example.com/~owner/na.me.git'],
])('the git remote %j is published as the repository address %s', (remote, url) => {
  expect(toRepositoryUrl(remote)).toBe(url);
});

test.each([
  '',
  'name',
  '/srv/git/owner/name.git',
  '../owner/name.git',
  'file:///srv/git/owner/name.git',
  'C:\\git\\owner\\name',
  'C:/git/owner/name',
  'http://git.example.com/owner/name.git',
  'git://git.example.com/owner/name.git',
  'https://git.example.com/',
  'https://git.example.com/name',
  'https://git.example.com/owner/..',
  'https://git.example.com/owner/na%40me',
  'https://localhost/owner/name.git',
  'https://127.0.0.1/owner/name.git',
  'git@git-alias:owner/name.git',
  'git@git.example.com:owner/../name',
])('no public repository address is derived from the git remote %j', (remote) => {
  expect(toRepositoryUrl(remote)).toBeUndefined();
});

describe('the address of any git remote with a credential', () => {
  const word = fc.stringMatching(/^[a-z][a-z\d-]{0,9}$/);
  const secret = fc.stringMatching(/^SECRET[A-Za-z\d._~!*-]{0,20}$/);
  const parts = fc.record({ host: word, owner: word, name: word, user: secret, password: secret });

  test('the public repository address keeps the host, owner and name of the git remote, but not its credential', () => {
    fc.assert(
      fc.property(parts, ({ host, owner, name, user, password }) => {
        const place = `${host}.example.com/${owner}/${name}`;
        const remotes = [
          `https://${user}@${place}`,
          `https://${user}:${password}@${place}.git`,
          `https://${place}?token=${password}`,
          `ssh://${user}:${password}@${place}.git`,
          `${user}@${place.replace('/', ':')}.git`,
        ];
        for (const remote of remotes) expect(toRepositoryUrl(remote)).toBe(`git+https://${place}.git`);
      }),
    );
  });
});
